import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { isFoundOtherwise, ratingKey } from '../sort-keys.ts'

export const people = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  await db.schema.alterTable('profiles').addColumn('listed', sql`integer not null default 1`).execute()
  await db.schema.alterTable('profiles').addColumn('found_skills', text).execute()
  await db.schema
    .createTable('profile_skills')
    .addColumn('skill', string)
    .addColumn('address', string)
    .addPrimaryKeyConstraint('profile_skills_key', ['skill', 'address'] as never[])
    .execute()
  await db.schema
    .createTable('invites')
    .addColumn('quest_id', string)
    .addColumn('farmer', string)
    .addColumn('giver', string)
    .addColumn('at', sql`bigint not null`)
    .addColumn('declined_at', sql`bigint`)
    .addPrimaryKeyConstraint('invites_key', ['quest_id', 'farmer'] as never[])
    .execute()
  for (const index of [
    sql`profile_skills_by_address on profile_skills (address)`,
    sql`profiles_to_find on profiles (address) where ${isFoundOtherwise}`,
    sql`profiles_by_age on profiles (created_at, address) where listed = 1`,
    sql`address_counts_by_completed on address_counts (completed, address) where completed > 0`,
    sql`address_counts_by_rating on address_counts (${ratingKey}, address) where farmer_ratings > 0`,
    sql`invites_by_farmer on invites (farmer, at) where declined_at is null`,
    sql`mail_unread on mail (owner, id) where read = 0 and recipient = owner`,
    sql`assignments_to_review on assignments (giver, review_ends_at) where status = 'in-review'`,
    sql`assignments_to_judge on assignments (dispute_ends_at, quest_id, farmer) where status = 'disputed'`,
    sql`assignments_to_finish on assignments (farmer, expires_at) where status = 'accepted'`,
    sql`quests_to_answer on quests (giver, id) where waiting > 0`,
    sql`quests_to_fund on quests (giver, id) where rail = 'chain' and status = 'open'`,
    sql`quests_to_close on quests (giver, deadline) where status = 'open' and deadline is not null`,
  ])
    await sql`create index ${index}`.execute(db)
}
