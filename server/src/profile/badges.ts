import type { Badge } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/database.ts'

/** What a release makes of its two parties: counts over all time, this release included. */
type Deeds = { readonly completed: number; readonly givers: number; readonly paid: number }

type Rule = {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Whether the deeds earn it; absent where it is awarded on another occasion. */
  readonly earned?: (deeds: Deeds) => boolean
}

/** Every badge there is. */
const rules = [
  {
    id: 'first-quest',
    title: 'First Harvest',
    description: 'Completed a first quest.',
    earned: ({ completed }) => completed >= 1,
  },
  {
    id: 'ten-quests',
    title: 'Ten Harvests',
    description: 'Completed ten quests.',
    earned: ({ completed }) => completed >= 10,
  },
  {
    id: 'five-givers',
    title: 'Well Travelled',
    description: 'Completed quests of five different givers.',
    earned: ({ givers }) => givers >= 5,
  },
  {
    id: 'first-payout',
    title: 'Patron',
    description: 'Paid for a first piece of work.',
    earned: ({ paid }) => paid >= 1,
  },
  {
    id: 'ten-payouts',
    title: 'Benefactor',
    description: 'Paid for ten pieces of work.',
    earned: ({ paid }) => paid >= 10,
  },
  {
    id: 'season-top-three',
    title: 'Season Top Three',
    description: 'Ended a season among its three best farmers.',
  },
  { id: 'genesis-member', title: 'Genesis Member', description: 'A member of the community DAO.' },
] as const satisfies readonly Rule[]

export type BadgeId = (typeof rules)[number]['id']

/** Awards a badge; who has it already keeps the date of the first time. */
export async function awardBadges(
  trx: Db,
  address: Address,
  badges: readonly BadgeId[],
  at: number,
): Promise<void> {
  if (badges.length === 0) return
  await trx
    .insertInto('badges')
    .values(badges.map(badge => ({ address, badge, awarded_at: at })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Awards both parties of a release what it earns them. */
export async function awardForRelease(
  trx: Db,
  { farmer, giver }: { farmer: Address; giver: Address },
  at: number,
): Promise<void> {
  const work = await trx
    .selectFrom('assignments')
    .select(({ fn }) => [
      fn.countAll<number>().as('completed'),
      fn.count<number>('giver').distinct().as('givers'),
    ])
    .where('farmer', '=', farmer)
    .where('status', '=', 'released')
    .executeTakeFirstOrThrow()
  const { paid } = await trx
    .selectFrom('assignments')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .where('giver', '=', giver)
    .where('status', '=', 'released')
    .executeTakeFirstOrThrow()
  await awardBadges(trx, farmer, earnedBy({ ...work, paid: 0 }), at)
  await awardBadges(trx, giver, earnedBy({ completed: 0, givers: 0, paid }), at)
}

function earnedBy(deeds: Deeds): BadgeId[] {
  return rules.flatMap(rule => ('earned' in rule && rule.earned(deeds) ? rule.id : []))
}

/** An address's badges, oldest first. */
export async function readBadges(db: Db, address: Address): Promise<Badge[]> {
  const rows = await db
    .selectFrom('badges')
    .select(['badge', 'awarded_at'])
    .where('address', '=', address)
    .orderBy('awarded_at')
    .orderBy('badge')
    .execute()
  return rows.flatMap(row => {
    const rule = rules.find(({ id }) => id === row.badge)
    if (rule === undefined) return []
    const { id, title, description } = rule
    return { id, title, description, awardedAt: instant(row.awarded_at) }
  })
}
