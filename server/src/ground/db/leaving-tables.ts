import type { Generated } from 'kysely'
import type { Address } from '../address.ts'

/** Somebody left; nothing here says who it was. */
export type DepartureTable = {
  pseudonym: Address
  at: number
  /** null only within the transaction that erases: while there is one, the log of quests takes that texts go. */
  erased_at: number | null
  /** 1 where what was erased is gone from the bytes of the database file too. */
  wiped: Generated<0 | 1>
}

/** Who left, in no words: beside the backups too, for whoever restores an older one. */
export type DepartureMarkTable = {
  id: string
  at: number
  /** Which signing secret it is under, as its digest. */
  secret: string
  /** The address, as a keyed hash. */
  mark: string
}

/**
 * What the books call one who left, of each quest that he was in: the ledger and the contract know his address, and are
 * never altered. It is shown to nobody.
 */
export type PseudonymTable = { quest_id: string; address: Address; pseudonym: Address }
