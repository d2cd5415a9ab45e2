import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Earlier places have no time from which the giver may free them, so they cannot be freed. */
export const places = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const time = sql`bigint not null`
  const none = sql`integer not null default 0`

  const added = {
    quests: {
      admission: sql`${text} not null default 'open'`,
      requires_codehost: none,
      min_completed: none,
      waiting: none,
      told_of_one_at: sql`bigint not null default 0`,
    },
    assignments: { idle_at: sql`bigint`, idle_warned: none, kept_at: sql`bigint`, removed: none },
  }
  for (const [table, columns] of Object.entries(added))
    for (const [name, type] of Object.entries(columns))
      await db.schema.alterTable(table).addColumn(name, type).execute()

  await db.schema
    .createTable('applications')
    .addColumn('quest_id', string)
    .addColumn('farmer', string)
    .addColumn('status', string)
    .addColumn('note', text)
    .addColumn('applied_at', time)
    .addColumn('expires_at', time)
    .addColumn('ended_at', sql`bigint`)
    .addColumn('reason', text)
    .addPrimaryKeyConstraint('applications_key', ['quest_id', 'farmer'] as never[])
    .execute()
  for (const index of [
    'applications_by_time on applications (quest_id, status, applied_at, farmer)',
    'applications_by_farmer on applications (farmer, applied_at, quest_id)',
    `applications_by_expiry on applications (expires_at, quest_id, farmer) where status = 'pending'`,
    // Applications that cannot be accepted any more.
    `quests_with_applications on quests (id) where waiting > 0 and status <> 'open'`,
    `assignments_by_idleness on assignments (idle_at, quest_id, farmer)
      where status = 'accepted' and idle_warned = 0`,
  ])
    await sql`create index ${sql.raw(index)}`.execute(db)
}
