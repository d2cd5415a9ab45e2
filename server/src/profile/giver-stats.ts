import type { GiverProfile } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import { hour } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sumByToken } from '../payouts/amounts.ts'
import { readRating, total } from './farmer-stats.ts'

type GiverStats = Omit<GiverProfile, 'organization' | 'website' | 'bio'>

const recent = 100

/** What an address has done as a giver, from its own rows. */
export async function readGiverStats(db: Db, giver: Address): Promise<GiverStats> {
  const { posted } = await db
    .selectFrom('quests')
    .select(({ fn }) => fn.countAll<number>().as('posted'))
    .where('giver', '=', giver)
    .executeTakeFirstOrThrow()
  const work = await db
    .selectFrom('assignments')
    .select(['status', 'dispute_outcome', 'token', 'amount', ({ fn }) => fn.countAll<number>().as('count')])
    .where('giver', '=', giver)
    .groupBy(['status', 'dispute_outcome', 'token', 'amount'])
    .execute()
  const released = work.filter(({ status }) => status === 'released')
  const decided = total(work.filter(({ status }) => status === 'released' || status === 'refunded'))
  return {
    questsPosted: posted,
    questsCompleted: total(released),
    rating: await readRating(db, giver, 'giver'),
    paid: sumByToken(released),
    paidRate: decided === 0 ? null : Math.round((total(released) / decided) * 1_000) / 1_000,
    medianReviewHours: await readMedianReviewHours(db, giver),
    disputesLost: total(work.filter(row => row.dispute_outcome === 'pay')),
  }
}

/** From hand-in to payment, over the newest hundred payments. */
async function readMedianReviewHours(db: Db, giver: Address): Promise<number | null> {
  const rows = await db
    .selectFrom('assignments')
    .select(['review_started_at', 'released_at'])
    .where('giver', '=', giver)
    .where('status', '=', 'released')
    .orderBy('released_at', 'desc')
    .limit(recent)
    .execute()
  const hours = rows.flatMap(({ review_started_at: start, released_at: end }) =>
    start === null || end === null ? [] : (end - start) / hour,
  )
  hours.sort((a, b) => a - b)
  const [low, high] = [hours[Math.floor((hours.length - 1) / 2)], hours[Math.floor(hours.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 100) / 100
}
