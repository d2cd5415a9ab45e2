import type { Address } from '../../ground/address.ts'

/** The settings that decisions rest on, and the time. */
export type Rules = {
  readonly now: number
  /** From taking a place until it is free again without work. */
  readonly acceptMs: number
  /** From taking a place until the giver may free it while there is no work. */
  readonly idleMs: number
  readonly reviewWindowMs: number
  readonly disputeMs: number
  /** Who decides disputes on the ledger rail; null where nobody can. */
  readonly arbiter: Address | null
  /** Whether released work counts for points that nothing proves. */
  readonly pointsFor: 'proved' | 'recorded'
  /** So that one address cannot sit on the places of every quest: without work, at once. */
  readonly mostHeld: number
  /** Who gave back as many places in a day takes no more on that day. */
  readonly mostWithdrawn: number
  /** Applications of one address in a day. */
  readonly mostApplied: number
}

/** What else a decision rests on, read while the quest is locked. */
export type Known = {
  /** Of who wants a place, or is given one. */
  readonly applicant: Applicant | null
  /** Whether he had a part in this quest before his account was deleted. */
  readonly hadPart: boolean
  /** Whether the giver takes no letters of them. */
  readonly isBlocked: boolean
  /** Whether the one has reviewed the other in this quest. */
  readonly reviewed: boolean
  /** Whether this event of the chain was mirrored before. */
  readonly mirrored: boolean
}

export type Applicant = {
  /** The one that he proved. */
  readonly account: string | null
  /** How many places without work he has in all. */
  readonly held: number
  /** How many he gave back today. */
  readonly withdrawn: number
  /** How many pieces of work he was paid for. */
  readonly completed: number
  /** How often he applied today. */
  readonly applied: number
}

export const nothingKnown: Known = {
  applicant: null,
  hadPart: false,
  isBlocked: false,
  reviewed: false,
  mirrored: false,
}
