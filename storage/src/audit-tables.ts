import type { Selectable } from 'kysely'
import type { Address } from './address.ts'

export type AuditNoteTable = {
  id: string
  at: number
  kind: string
  actor: Address | null
  details: string
  /** 0 where AUDIT_DAYS ends it. */
  kept: number
}
export type AuditNoteRow = Selectable<AuditNoteTable>

/** Rows waiting to be sealed, queued by triggers; `source` and `key` tell the table and the row. */
export type AuditQueueTable = { at: number; source: string; key: string }

export type AuditSealTable = {
  number: number
  /** The same; where entries were thinned, the number of the first of them. */
  first: number
  at: number
  source: string
  key: string
  digest: string
  /** SHA-256 of the hash before it, and of all this. */
  hash: string
  /** The number of entries up to here that are kept for ever. */
  kept: number
}
export type AuditSealRow = Selectable<AuditSealTable>
