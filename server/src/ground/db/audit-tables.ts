import type { Selectable } from 'kysely'
import type { Address } from '../address.ts'

/** What the audit log tells that is in no other table. */
export type AuditNoteTable = {
  id: string
  at: number
  kind: string
  actor: Address | null
  /** What else it tells, as JSON. */
  details: string
  /** 0 where it goes after AUDIT_DAYS. */
  kept: number
}
export type AuditNoteRow = Selectable<AuditNoteTable>

/** What waits to be sealed, written by triggers; `source` says in which table it is, and `key` where. */
export type AuditQueueTable = { at: number; source: string; key: string }

/** A link of the chain. */
export type AuditSealTable = {
  number: number
  /** The same; where entries were thinned, the number of the first of them. */
  first: number
  at: number
  source: string
  key: string
  /** SHA-256 of what it speaks of. */
  digest: string
  /** SHA-256 of the hash before it, and of all this. */
  hash: string
  /** How many entries up to here are kept for ever. */
  kept: number
}
export type AuditSealRow = Selectable<AuditSealTable>
