import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../ground/context.ts'
import type { Traces } from './erase-quests.ts'
import { type Leaver, seasonsUntil } from './leaver.ts'

/** The records count for others too: all sums hold. Each statement uses an index, or facts from their quests. */
export async function renameRecord(
  { trx, address, pseudonym, at }: Leaver,
  { config }: Pick<Context, 'config'>,
  { skills, tokens, sources }: Traces,
): Promise<void> {
  const seasons = seasonsUntil(config, at)
  const inSeasons = sql`season in (${sql.join(seasons.map(season => sql.lit(season)))})`
  const rename = (table: string, column: string, also: RawBuilder<unknown> = sql`true`) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${pseudonym}
      where ${sql.ref(column)} = ${address} and ${also}`.execute(trx)
  const others = (own: string, other: string) =>
    sql`(select ${sql.ref(other)} from assignments where ${sql.ref(own)} = ${pseudonym})`
  const roles = sql`role in ('farmer', 'giver')`

  for (const table of ['address_counts', 'address_amounts', 'badges', 'score_events'])
    await rename(table, 'address')
  await rename('season_scores', 'address', sql`${inSeasons} and ${roles}`)
  await rename(
    'filtered_scores',
    'address',
    sql`${inSeasons} and ${roles} and ${isAmong(trx, 'skill', [...skills])} and ${isAmong(trx, 'token', [...tokens])}`,
  )
  await rename('work_pairs', 'farmer')
  await rename('work_pairs', 'giver', sql`farmer in ${others('giver', 'farmer')}`)
  await rename('season_pairs', 'farmer', inSeasons)
  await rename('season_pairs', 'giver', sql`${inSeasons} and farmer in ${others('giver', 'farmer')}`)
  const parties = sql`(select giver from assignments where farmer = ${pseudonym}
    union select farmer from assignments where giver = ${pseudonym})`
  await rename('review_pairs', 'reviewee')
  await rename('review_pairs', 'reviewer', sql`reviewee in ${parties}`)
  await rename('season_reviews', 'reviewer', inSeasons)
  await rename('season_reviews', 'reviewee', sql`${inSeasons} and reviewer in ${parties}`)
  await rename('escrow_gas', 'giver')
  await rename('thanks', 'giver')
  await trx
    .updateTable('thanks')
    .set(({ ref }) => ({ farmer: pseudonym, subject: ref('id'), url: null, account: null }))
    .where('farmer', '=', address)
    .execute()
  await rename('bot_writers', 'address')
  await rename('bot_comments', 'asker')
  await trx
    .deleteFrom('season_sources')
    .where('season', 'in', seasons)
    .where(isAmong(trx, 'source', [...sources]))
    .execute()
  await trx.deleteFrom('proposals').where('proposer', '=', address).where('status', '=', 'open').execute()
  await rename('proposals', 'proposer')
}
