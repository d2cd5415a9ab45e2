import type { Generated, Selectable } from 'kysely'
import type { Address } from './address.ts'
import type { Sealed } from './stored-forms.ts'

/** An entry to a contest, by one wallet and one proved account. A withdrawn one leaves no row. */
export type ContestEntryTable = {
  quest_id: string
  farmer: Address
  id: string
  /** The proved account at the time of the entry; null for none, and once its author has left. */
  account: string | null
  /** null once its author has left. */
  text: Sealed | null
  /** A list of links as JSON, sealed; null for none. */
  links: string | null
  at: number
  updated_at: number
  /** The time from which a moderator hides it; null while visible. */
  hidden_at: number | null
  /** The prize that the ranking gives it, from 1; null for none. */
  prize: number | null
  /** Its part of the prizes, as exact digits, while a contract is to pay it and since; null elsewhere, and for no part. */
  part: Generated<string | null>
  word: string | null
  /** null until the contest is decided. */
  outcome: 'won' | 'not-won' | null
  /** The power of the members whose ballots name it; null until they are counted, and where the giver ranks. */
  votes: Generated<number | null>
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

/** The vote on the entries of a contest, from when it was opened: its quorum in percent of all power. */
export type ContestVoteTable = { quest_id: string; opened_at: number; quorum: number; total_weight: number }

/** A member who may vote in it, as the members were when entries were closed. */
export type ContestVoterTable = {
  quest_id: string
  address: Address
  weight: number
  delegate: Address | null
}

/** The entries that a voter wants to win, as JSON of their ids; none of them where it is empty. */
export type ContestBallotTable = { quest_id: string; voter: Address; entries: string; at: number }
