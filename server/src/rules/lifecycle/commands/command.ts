import type { KeyScope } from '@furrow/sdk/contract'
import type { Address } from '../../../ground/address.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Quest } from '../quest.ts'
import type { Known, Rules } from '../rules.ts'

type Kinded = { readonly kind: string; readonly by: Address | null }

/** A command of the clock, the code host or the chain, about one farmer's place. */
export type Unsigned = { readonly by: null; readonly farmer: Address }

/** The places to read: the sender's, the named farmer's, every one that is not over, none, or those of a list. */
export type Reads = 'own' | 'named' | 'every' | 'none' | readonly Address[]

export type Need = 'application' | 'applicant' | 'reviews' | 'mirrored' | 'entries' | 'ballots' | 'backers'

export type CommandOf<C extends Kinded> = {
  readonly reads: Reads | ((command: C) => Reads)
  readonly needs?: readonly Need[]
  /** Whether it begins something, which a frozen wallet may not; all others end work under way. */
  readonly begins: boolean
  /** An API key needs one of these scopes; without any, no key may send it. */
  readonly scopes: readonly KeyScope[]
  /** @throws Refusal with a sentence for the sender, where the rules refuse it. */
  readonly decide: (quest: Quest, command: C, rules: Rules, known: Known) => QuestEvent[]
}

export function command<C extends Kinded>(value: CommandOf<C>): CommandOf<C> {
  return value
}
