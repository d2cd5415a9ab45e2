import type { Generated, Selectable } from 'kysely'
import type { Address } from './address.ts'

/** A person's file; others may have the same bytes. */
export type FileTable = {
  id: string
  owner: Address
  /** The SHA-256 of the upload: sent again by the same owner for the same place, it is the same file. */
  given: string
  /** Empty for everyone; else the quest and the farmer whose work it is evidence of. */
  place: string
  quest_id: string | null
  farmer: Address | null
  giver: Address | null
  hash: string
  type: string
  bytes: number
  width: number | null
  height: number | null
  created_at: number
  hidden_at: number | null
}
export type FileRow = Selectable<FileTable>

/** Bytes to delete at that time, unless a file has them again by then. */
export type FileRemovalTable = {
  hash: string
  at: number
  /** Until then one process deletes them, and no other may rely on them. */
  taken_until: Generated<number>
}
