import type { Db } from '@furrow/storage/db.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

/** Columns that name a person for as long as anything of theirs is there; all are empty of people who left. */
const places: readonly (readonly [table: keyof Tables, column: string])[] = [
  ['profiles', 'address'],
  ['dao_members', 'address'],
  ['moderators', 'address'],
  ['badges', 'address'],
  ['score_events', 'address'],
  ['address_counts', 'address'],
  ['quests', 'giver'],
  ['quest_drafts', 'owner'],
  ['place_notes', 'giver'],
  ['trust_lists', 'owner'],
  ['assignments', 'farmer'],
  ['applications', 'farmer'],
  ['contest_entries', 'farmer'],
  ['contest_words', 'author'],
  ['contest_voters', 'address'],
  ['contest_voters', 'delegate'],
  ['contest_ballots', 'voter'],
  ['invites', 'farmer'],
  ['comments', 'author'],
  ['comment_readers', 'reader'],
  ['mail', 'owner'],
  ['mail_blocks', 'owner'],
  ['correspondents', 'sender'],
  ['broadcast_states', 'reader'],
  ['subscriptions', 'address'],
  ['outbox', 'address'],
  ['saved_filters', 'address'],
  ['told_quests', 'address'],
  ['team_members', 'member'],
  ['bookmarks', 'address'],
  ['thanks', 'giver'],
  ['thanks', 'farmer'],
  ['credentials', 'farmer'],
  ['reviews', 'reviewer'],
  ['reviews', 'reviewee'],
  ['proposals', 'proposer'],
  ['votes', 'voter'],
  ['ballot_members', 'address'],
  ['delegations', 'delegator'],
  ['delegations', 'delegate'],
  ['files', 'owner'],
  ['pictures', 'subject'],
  ['reports', 'reporter'],
  ['moderation_answers', 'owner'],
  ['api_keys', 'address'],
  ['sessions', 'address'],
  ['idempotency_keys', 'address'],
  ['bot_writers', 'address'],
  ['bot_comments', 'asker'],
]

/** Everybody with any data, each once. Reads whole tables: for commands only. */
export async function findPeople(db: Db): Promise<ReadonlySet<Address>> {
  const people = new Set<Address>()
  for (const [table, column] of places) {
    const { rows } = await sql<{ address: Address }>`
      select distinct ${sql.ref(column)} as address from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      db,
    )
    for (const { address } of rows) people.add(address)
  }
  return people
}
