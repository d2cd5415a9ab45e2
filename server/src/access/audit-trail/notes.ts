import type { AuditNoteRow } from '@furrow/storage/audit-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import { createId } from '../../ground/ids.ts'

/** An act on how the service is run, or on what it shows as its own; kept for ever. */
export type Act = {
  readonly kind:
    | 'settings'
    | 'broadcast'
    | 'community-dao'
    | 'thinned'
    | 'sealed-late'
    | 'account-deleted'
    | 'erased'
    | 'moderation'
  readonly actor: Address | null
  readonly details: object
}

export async function noteAct(trx: Db, at: number, act: Act): Promise<string> {
  const note = toNote(at, act, 1)
  await trx.insertInto('audit_notes').values(note).execute()
  return note.id
}

export function toNote(
  at: number,
  { kind, actor, details }: { kind: string; actor: Address | null; details: object },
  kept: 0 | 1,
): AuditNoteRow {
  return { id: createId('note', at), at, kind, actor, details: JSON.stringify(details), kept }
}
