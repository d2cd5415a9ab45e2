import type { Tables } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { refreshCoAuthored } from '../../people/profile/co-authored.ts'
import { holdGuild, moveMember } from '../../rules/points/guilds.ts'
import { type Leaver, type Seasons, seasonsUntil } from './leaver.ts'

/** A running backup may still read the bytes. */
const bytesKeptFor = hour

export async function eraseOwn(leaver: Leaver, { config }: Pick<Context, 'config'>): Promise<void> {
  const { trx, address, at } = leaver
  const from = await holdGuild(trx, address)
  if (from !== null) {
    await moveMember(trx, config, at, { address, from, to: null })
    await eraseGuild(leaver, config, from)
  }
  await eraseNames(leaver)
  await eraseFiles(leaver)
  for (const [table, column] of [
    ['profile_skills', 'address'],
    ['profiles', 'address'],
    ['pictures', 'subject'],
    ['dao_members', 'address'],
    ['quest_drafts', 'owner'],
    ['place_notes', 'giver'],
    ['bookmarks', 'address'],
    ['trust_lists', 'owner'],
    ['trust_entries', 'list'],
    ['idempotency_keys', 'address'],
    ['place_takers', 'taker'],
    ['api_keys', 'address'],
    ['comment_readers', 'reader'],
    ['invites', 'farmer'],
    ['outbox', 'address'],
    ['subscriptions', 'address'],
    ['moderators', 'address'],
  ] as const satisfies readonly (readonly [keyof Tables, string])[])
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${address}`.execute(trx)
  // A promise that nobody paid concerns nobody any more; a paid one goes on with its quest.
  for (const column of ['giver', 'farmer'])
    await sql`delete from thanks where ${sql.ref(column)} = ${address} and quest_id is null`.execute(trx)
  // Copies are in the hands of others: each keeps its place in the status list, and says nothing else any more.
  await trx
    .updateTable('credentials')
    .set({ quest_id: null, farmer: null, revoked: 'erasure' })
    .where('farmer', '=', address)
    .execute()
  // Today's spending still counts: leaving and coming back gives nobody another day.
  await trx.deleteFrom('quotas').where('address', '=', address).where('day', '=', 0).execute()
}

/** A guild without other members is a text of theirs. */
async function eraseGuild({ trx, at }: Leaver, config: Seasons, guild: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('guilds')
    .where('guild', '=', guild)
    .where('members', '=', 0)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  // Each of these rows is the sum of no members by now.
  await trx
    .deleteFrom('guild_scores')
    .where('season', 'in', seasonsUntil(config, at))
    .where('guild', '=', guild)
    .where('points', '=', 0)
    .execute()
}

async function eraseNames({ trx, address }: Leaver): Promise<void> {
  const profile = await trx
    .selectFrom('profiles')
    .select(['ens_address', 'codehost_id'])
    .where('address', '=', address)
    .executeTakeFirst()
  const kept = await trx
    .selectFrom('ens_answers')
    .select('answer')
    .where('question', '=', `address:${address}`)
    .executeTakeFirst()
  const questions = [
    `address:${address}`,
    ...[profile?.ens_address, kept?.answer].flatMap(name => (name == null ? [] : [`name:${name}`])),
  ]
  await trx.deleteFrom('ens_answers').where('question', 'in', questions).execute()
  if (profile?.codehost_id == null) return
  await trx.deleteFrom('place_takers').where('taker', '=', profile.codehost_id).execute()
  await trx.deleteFrom('merge_hints').where('author_id', '=', profile.codehost_id).execute()
  await trx.deleteFrom('bot_commands').where('author_id', '=', profile.codehost_id).execute()
  await refreshCoAuthored(trx, address)
  await trx.deleteFrom('co_authors').where('codehost_id', '=', profile.codehost_id).execute()
  await trx.deleteFrom('bot_pulls').where('author_id', '=', profile.codehost_id).execute()
}

/** The bytes go after the commit, by a duty, unless somebody else has a file with the same bytes. */
async function eraseFiles({ trx, address, at }: Leaver): Promise<void> {
  // Before the rows themselves: an upload of the same bytes takes this lock first, too.
  await sql`
    insert into file_removals (hash, at)
    select hash, cast(${at + bytesKeptFor} as bigint) from files where owner = ${address} group by hash order by hash
    on conflict (hash) do update set at = excluded.at`.execute(trx)
  await trx.deleteFrom('files').where('owner', '=', address).execute()
}
