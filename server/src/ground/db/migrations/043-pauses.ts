import { type Kysely, sql } from 'kysely'

/**
 * A pause belongs to a channel, and no more to each thing that waits for it; a message that a receiver refuses while it takes
 * others is counted by itself. `told` counts what strangers caused since `told_since`. The version before leaves all of this
 * as it is, and goes on with its own pauses.
 */
export const pauses = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('subscriptions').addColumn('paused_until', sql`bigint`).execute()
  await db.schema.alterTable('subscriptions').addColumn('told_since', sql`bigint`).execute()
  await db.schema.alterTable('subscriptions').addColumn('told', sql`integer not null default 0`).execute()
  await db.schema.alterTable('outbox').addColumn('refusals', sql`integer not null default 0`).execute()
  // What waited by itself for a receiver that was down is due as when it came: no channel is paused yet.
  await sql`update outbox set due_at = at where digest is null and due_at > at`.execute(db)
}
