import type { Generated } from 'kysely'
import type { Address } from './address.ts'

export type DepartureTable = {
  pseudonym: Address
  at: number
  /** null only within the transaction that erases: while such a row exists, the log of quests lets texts be removed. */
  erased_at: number | null
  /** 1 where the erased texts are gone from the bytes of the database file too. */
  wiped: Generated<0 | 1>
}

/** Hashes of people who left; also kept beside the backups, for restoring an older one. */
export type DepartureMarkTable = {
  id: string
  at: number
  /** A digest of the signing secret that the mark is under. */
  secret: string
  mark: string
}

/** Shown to nobody: the ledger and the contract know the leaver's address in a quest, and never change. */
export type PseudonymTable = { quest_id: string; address: Address; pseudonym: Address }
