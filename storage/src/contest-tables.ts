import type { Selectable } from 'kysely'
import type { Address } from './address.ts'

/** An entry to a contest, by one wallet and one proved account. A withdrawn one leaves no row. */
export type ContestEntryTable = {
  quest_id: string
  farmer: Address
  id: string
  /** The proved account at the time of the entry; null for none, and once its author has left. */
  account: string | null
  /** Sealed, as mail is; null once its author has left. */
  text: string | null
  /** A list of links as JSON, sealed; null for none. */
  links: string | null
  at: number
  updated_at: number
  /** The time from which a moderator hides it; null while visible. */
  hidden_at: number | null
  /** The prize that the ranking gives it, from 1; null for none. */
  prize: number | null
  /** The word of the one who ranked it. */
  word: string | null
  /** null until the contest is decided. */
  outcome: 'won' | 'not-won' | null
}
export type ContestEntryRow = Selectable<ContestEntryTable>

/** Reasons in a contest: of a prize that went back (`prize:2`), of the dispute, and of the arbiter's decision. */
export type ContestWordTable = {
  quest_id: string
  about: string
  author: Address
  /** Empty once its author has left. */
  text: string
  at: number
}
