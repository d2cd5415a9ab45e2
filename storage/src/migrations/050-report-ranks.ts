import { type Kysely, sql } from 'kysely'

export const reportRanks = () => async (db: Kysely<unknown>) => {
  for (const column of ['trusted', 'turn'])
    await db.schema.alterTable('reported_things').addColumn(column, sql`bigint not null default 0`).execute()
  await sql`create index reported_things_by_rank on reported_things (trusted desc, turn, place)
    where place is not null`.execute(db)
  await sql`update reported_things set trusted = (select count(*) from reports r
      where r.kind = reported_things.kind and r.thing = reported_things.thing and r.outcome is null
      and exists (select 1 from reports h where h.reporter = r.reporter and h.outcome = 'upheld'))
    where place is not null`.execute(db)
}
