import { type Kysely, sql } from 'kysely'

/** What payments alone change of the community's page is counted by itself. */
export function obligations(): (db: Kysely<unknown>) => Promise<void> {
  return async db => {
    await db.schema.alterTable('revisions').addColumn('obligations', sql`bigint not null default 0`).execute()
  }
}
