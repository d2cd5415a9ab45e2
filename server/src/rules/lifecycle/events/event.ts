import type { Posting } from '../../ledger/posting.ts'
import type { Call } from '../calls.ts'
import type { Deed } from '../deeds.ts'
import type { Notice, Said } from '../notice.ts'
import type { Quest } from '../quest.ts'
import type { Rules } from '../rules.ts'

export type FieldOf<E> = E extends unknown ? Exclude<keyof E & string, 'kind' | 'farmer'> : never

/** Consequences are data, written in the event's transaction. Functions get the quest as the event met it. */
export type EventOf<E extends { readonly kind: string }> = {
  /** The quest after the event. It asks nothing and refuses nothing: the event has happened. */
  readonly evolve: (quest: Quest, event: E, at: number) => Quest
  /** The fields that everyone may read: an allow list, so that a field added later stays private. */
  readonly public: readonly FieldOf<E>[]
  readonly told?: Readonly<Record<string, (event: E) => unknown>>
  /** Public details of earlier versions, under names which the event has no more. */
  readonly former?: readonly string[]
  /** The texts that go with their author's account, public or not. */
  readonly words: readonly FieldOf<E>[]
  /** Whether it moves money, or decides where money goes: then the audit log seals it. */
  readonly movesMoney: boolean
  readonly topic: Notice['topic']
  readonly notices?: (quest: Quest, event: E, rules: Rules) => readonly Said[]
  /** Whether its actor reads the notices too, as with a finding that they only asked for. */
  readonly tellsActor?: true
  /** The contract takes it from the giver's wallet alone: the giver did it, wherever it was seen on chain. */
  readonly isGiversOnChain?: (event: E) => boolean
  readonly deeds?: (quest: Quest, event: E, at: number) => readonly Deed[]
  readonly postings?: (quest: Quest, event: E) => readonly Posting[]
  /** Calls owed to the contract from now on; only for a quest on chain. */
  readonly owes?: (quest: Quest, event: E) => readonly Call[]
  /** Owed calls that the contract would refuse for ever from now on. */
  readonly drops?: (quest: Quest, event: E) => readonly Call[]
}

/** Checks a value against its event's type, field names included. */
export function event<E extends { readonly kind: string }>(value: EventOf<E>): EventOf<E> {
  return value
}
