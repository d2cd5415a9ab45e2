import type { Address } from '../address.ts'

/** The settings that decisions rest on, and the time. */
export type Rules = {
  readonly now: number
  /** From taking a place until it is free again without work. */
  readonly acceptMs: number
  readonly reviewWindowMs: number
  readonly disputeMs: number
  /** Who decides disputes on the ledger rail; null where nobody can. */
  readonly arbiter: Address | null
}

/** What else a decision rests on, read while the quest is locked. */
export type Known = {
  /** Of who wants a place: the account that he proved, and how many places without work he holds in all. */
  readonly applicant: { readonly account: string | null; readonly held: number } | null
  /** Whether the one has reviewed the other in this quest. */
  readonly reviewed: boolean
  /** Whether this event of the chain was mirrored before. */
  readonly mirrored: boolean
}

export const nothingKnown: Known = { applicant: null, reviewed: false, mirrored: false }

/** So that one address cannot sit on the places of every quest. */
export const mostHeld = 100
