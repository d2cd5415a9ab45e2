import { type Kysely, sql } from 'kysely'

/** Payments change only a part of the community's page, so they have their own revision. */
export function obligations(): (db: Kysely<unknown>) => Promise<void> {
  return async db => {
    await db.schema.alterTable('revisions').addColumn('obligations', sql`bigint not null default 0`).execute()
  }
}
