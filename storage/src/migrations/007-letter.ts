import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Settings } from './005-heart.ts'

/**
 * Older notices are recognised by their sender: nobody has the zero address, and the platform wallet keeps copies of letters
 * to itself.
 */
export const letter =
  (engine: Engine, { platformWallet }: Settings) =>
  async (db: Kysely<unknown>) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('broadcasts')
      .addColumn('type', sql`${text} not null default 'platform-update'`)
      .execute()
    await db.schema.alterTable('mail').addColumn('official', sql`integer not null default 0`).execute()
    const senders = [
      '0x0000000000000000000000000000000000000000',
      ...(platformWallet === null ? [] : [platformWallet]),
    ]
    await sql`
      update mail set official = 1
      where type in ('quest', 'dispute') and owner <> sender
        and sender in (${sql.join(senders.map(sender => sql.lit(sender)))})
        and not exists (select 1 from mail sent where sent.owner = mail.sender and sent.id = mail.id)`.execute(
      db,
    )
  }
