import type { Generated, Selectable } from 'kysely'
import type { Address } from '../address.ts'

/** Somebody's file; others may have the same bytes. */
export type FileTable = {
  id: string
  owner: Address
  /** The SHA-256 of what was sent: the same again, by the same one for the same place, is the same file. */
  given: string
  /** Empty for everyone; else the quest and the farmer whose work it is evidence of. */
  place: string
  quest_id: string | null
  farmer: Address | null
  giver: Address | null
  /** The SHA-256 of what is kept. */
  hash: string
  type: string
  bytes: number
  width: number | null
  height: number | null
  created_at: number
  /** While a moderator keeps it from others. */
  hidden_at: number | null
}
export type FileRow = Selectable<FileTable>

/** Bytes that go at that time, unless somebody has a file of them by then. */
export type FileRemovalTable = {
  hash: string
  at: number
  /** Until then one process removes them, and nobody may count on them. */
  taken_until: Generated<number>
}
