import type { Db } from '@furrow/storage/db.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import { sql } from 'kysely'
import type { Config } from '../../ground/config/config.ts'
import { byVotes } from '../../quests/contests/by-votes.ts'
import { readSettings } from './settings.ts'
import { listMembers } from './weigh-members.ts'

type Opening = Pick<Config, 'platformWallet' | 'seasonStart' | 'seasonMs'>

const atOnce = 1_000

export async function openContestVotes(trx: Db, config: Opening, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select q.id from quests q
    where q.contest_due is not null and q.contest like ${byVotes} and q.deadline <= ${now}
      and not exists (select 1 from contest_votes v where v.quest_id = q.id)
    order by q.deadline limit ${sql.lit(atOnce)}`.execute(trx)
  for (const { id } of rows) await openContestVote(trx, config, id, now)
}

/**
 * Records who may vote on the entries of a contest, with what power and for whom else, as of the moment from which it takes
 * no more: members who are not its giver, have no entry, and do not judge disputes. The first of several calls does it.
 */
export async function openContestVote(trx: Db, config: Opening, questId: string, now: number): Promise<void> {
  const quest = await trx
    .selectFrom('quests')
    .select(['giver', 'deadline'])
    .where('id', '=', questId)
    .executeTakeFirstOrThrow()
  const settings = await readSettings(trx)
  const opened = await trx
    .insertInto('contest_votes')
    .values({ quest_id: questId, opened_at: now, quorum: settings.quorum, total_weight: 0 })
    .onConflict(conflict => conflict.column('quest_id').doNothing())
    .executeTakeFirst()
  if (opened.numInsertedOrUpdatedRows !== 1n) return
  const entrants = await trx
    .selectFrom('contest_entries')
    .select('farmer')
    .where('quest_id', '=', questId)
    .execute()
  const others = new Set([quest.giver, config.platformWallet, ...entrants.map(({ farmer }) => farmer)])
  const weighing = {
    starts_at: quest.deadline ?? now,
    weights: settings.weights,
    title_weights: JSON.stringify(settings.titleWeights),
  }
  const voters = await listMembers(trx, config, weighing, others)
  const writes = createWrites()
  for (const { address, weight, delegate } of voters)
    writes.insert('contest_voters', { quest_id: questId, address, weight, delegate })
  await writeAll(trx, writes)
  await trx
    .updateTable('contest_votes')
    .set({ total_weight: voters.reduce((sum, { weight }) => sum + weight, 0) })
    .where('quest_id', '=', questId)
    .execute()
}
