import type { KeyScope } from '@furrow/sdk/contract'
import type { Address } from '../../../ground/address.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Quest } from '../quest.ts'
import type { Known, Rules } from '../rules.ts'

type Kinded = { readonly kind: string; readonly by: Address | null }

/** A command of the clock, the code host or the chain, about one farmer's place. */
export type Unsigned = { readonly by: null; readonly farmer: Address }

/**
 * The places that a command reads: the sender's, that of the named farmer, every one that is not over, none, or those
 * of a list.
 */
export type Reads = 'own' | 'named' | 'every' | 'none' | readonly Address[]

/**
 * Further knowledge for a command: the application of the place's farmer, facts about that farmer, whether the one
 * reviewed the other, whether this event of the chain was mirrored before.
 */
export type Need = 'application' | 'applicant' | 'reviews' | 'mirrored'

/** One command as one value: its rule, and all other questions about it. */
export type CommandOf<C extends Kinded> = {
  readonly reads: Reads | ((command: C) => Reads)
  readonly needs?: readonly Need[]
  /** Whether it begins something, which a frozen wallet may not; all others end work under way. */
  readonly begins: boolean
  /** An API key needs one of these scopes; without any, no key may send it. */
  readonly scopes: readonly KeyScope[]
  /**
   * The events that follow, in order; none where nothing changes.
   * @throws Refusal with a sentence for the sender, where the rules refuse it.
   */
  readonly decide: (quest: Quest, command: C, rules: Rules, known: Known) => QuestEvent[]
}

/** Checks a value against its command's type. */
export function command<C extends Kinded>(value: CommandOf<C>): CommandOf<C> {
  return value
}
