import type { Kysely } from 'kysely'

/** 0 for the part of a shared place that is no finished piece of work of its member, from then on. */
export const finishedParts = async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('assignments')
    .addColumn('finished', 'integer', column => column.notNull().defaultTo(1))
    .execute()
}
