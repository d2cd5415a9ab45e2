import type { Amount, Overview } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { medianDaysToPay, type Release, releaseColumns } from '../../people/profile/record.ts'
import { fromLedger, toLedger } from '../../rules/ledger/amounts.ts'
import { type Counted, readFitting } from './count-quests.ts'

const newest = 100

/** The figures of a first page; hidden quests are in none of them. */
export async function readOverview(db: Db): Promise<Overview> {
  const [{ quests, complete }, releases, anyQuest] = await Promise.all([
    readFitting(db, { status: 'open' }),
    readReleases(db),
    db.selectFrom('quests').select('id').limit(1).executeTakeFirst(),
  ])
  return {
    openQuests: quests.length,
    rewards: rewardsOf(quests),
    complete,
    medianDaysToPay: medianDaysToPay(releases),
    empty: anyQuest === undefined,
  }
}

export function rewardsOf(quests: readonly Counted[]): Amount[] {
  const sums = new Map<string, { quests: number; units: bigint }>()
  for (const { status, token, amount, max_farmers, taken } of quests) {
    if (status !== 'open') continue
    const { quests, units } = sums.get(token) ?? { quests: 0, units: 0n }
    const free = BigInt(Math.max(0, max_farmers - taken))
    sums.set(token, { quests: quests + 1, units: units + toLedger(amount) * free })
  }
  return [...sums]
    .filter(([, { units }]) => units > 0n)
    .sort(([a, one], [b, other]) => other.quests - one.quests || (a < b ? -1 : 1))
    .map(([token, { units }]) => ({ token, amount: fromLedger(units) }))
}

async function readReleases(db: Db): Promise<Release[]> {
  const rows = await db
    .selectFrom('assignments')
    .select(releaseColumns)
    // The index is of these rows alone, and is not used for a parameter.
    .where(sql<boolean>`status = 'released'`)
    .orderBy('released_at', 'desc')
    .limit(newest)
    .execute()
  return rows.map(row => releaseColumns.map(name => row[name]) as Release)
}
