import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

const isPaid = (row: string) =>
  `(${row}.status = 'released' and (coalesce(${row}.payment, '') = 'paid'
    or (${row}.rail = 'chain' and coalesce(${row}.unpaid, 'giver') = 'giver' and ${row}.reclaimed_at is null)))`

const revoke = `update credentials set revoked = 'payment'
  where quest_id = new.quest_id and farmer = new.farmer and revoked is null`

/**
 * Credentials for paid and proved work, and the keys that sign them. A trigger revokes them in the commit that takes the
 * payment away, also where the version before writes it.
 */
export const credentials = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const key = sql`${text} not null`
  await db.schema
    .createTable('credentials')
    .addColumn('id', key)
    .addColumn('quest_id', text)
    .addColumn('farmer', text)
    .addColumn('form', key)
    .addColumn('with_reward', sql`integer not null`)
    .addColumn('list', sql`integer`)
    .addColumn('position', sql`integer`)
    .addColumn('issued_at', sql`bigint not null`)
    .addColumn('revoked', text)
    .addPrimaryKeyConstraint('credentials_pkey', ['id'] as never[])
    .execute()
  await sql`create unique index credentials_once on credentials (quest_id, farmer, form, with_reward)
    where revoked is null`.execute(db)
  await sql`create unique index credentials_place on credentials (list, position)`.execute(db)
  await sql`create index credentials_own on credentials (farmer, id)`.execute(db)
  await sql`create index credentials_revoked on credentials (list, position) where revoked is not null`.execute(
    db,
  )
  await db.schema
    .createTable('credential_keys')
    .addColumn('kid', key)
    .addColumn('method', key)
    .addColumn('sealed', text)
    .addColumn('number', sql`integer`)
    .addColumn('made_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('credential_keys_pkey', ['kid'] as never[])
    .execute()
  await sql`create index credential_keys_age on credential_keys (made_at, kid)`.execute(db)
  await sql`create index credential_keys_signing on credential_keys (number) where sealed is not null`.execute(
    db,
  )
  await sql`create unique index credential_keys_made on credential_keys (number)`.execute(db)
  await watchPayments(engine, db)
}

async function watchPayments(engine: Engine, db: Kysely<unknown>): Promise<void> {
  const watched = 'after update of status, payment, unpaid, reclaimed_at on assignments'
  const when = `${isPaid('old')} and not ${isPaid('new')}`
  if (engine === 'sqlite') {
    await sql
      .raw(`create trigger credentials_of_unpaid ${watched} when ${when} begin ${revoke}; end`)
      .execute(db)
    return
  }
  await sql
    .raw(`create function revoke_credentials() returns trigger language plpgsql as
      $$ begin ${revoke}; return null; end $$`)
    .execute(db)
  await sql
    .raw(`create trigger credentials_of_unpaid ${watched}
      for each row when (${when}) execute function revoke_credentials()`)
    .execute(db)
}
