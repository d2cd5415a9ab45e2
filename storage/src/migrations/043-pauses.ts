import { type Kysely, sql } from 'kysely'

/**
 * Pauses now belong to channels, and refusals of one message have a count of their own. `told` counts the notices that
 * strangers caused since `told_since`. The version before leaves all of this alone, and keeps its own pauses.
 */
export const pauses = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('subscriptions').addColumn('paused_until', sql`bigint`).execute()
  await db.schema.alterTable('subscriptions').addColumn('told_since', sql`bigint`).execute()
  await db.schema.alterTable('subscriptions').addColumn('told', sql`integer not null default 0`).execute()
  await db.schema.alterTable('outbox').addColumn('refusals', sql`integer not null default 0`).execute()
  // Messages delayed for a receiver that was down are due at once, since no channel is paused yet.
  await sql`update outbox set due_at = at where digest is null and due_at > at`.execute(db)
}
