import type { Badge } from '@furrow/sdk/contract'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'

type Deeds = { readonly completed: number; readonly givers: number; readonly paid: number }

type Rule = {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Whether the deeds earn it; absent where it is awarded on another occasion. */
  readonly earned?: (deeds: Deeds) => boolean
}

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
    description: 'Released a first piece of work that counts.',
    earned: ({ paid }) => paid >= 1,
  },
  {
    id: 'ten-payouts',
    title: 'Benefactor',
    description: 'Released ten pieces of work that count.',
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

export function earnedBy(deeds: Deeds): BadgeId[] {
  return rules.flatMap(rule => ('earned' in rule && rule.earned(deeds) ? rule.id : []))
}

export const badgesOfWork: readonly BadgeId[] = rules.flatMap(rule => ('earned' in rule ? rule.id : []))

/** A badge awarded again keeps its first date. */
export function awardBadges(writes: Writes, address: Address, badges: readonly BadgeId[], at: number): void {
  for (const badge of badges)
    writes.insertNew('badges', ['address', 'badge'], { address, badge, awarded_at: at })
}

export function badgeRules(): Omit<Badge, 'awardedAt'>[] {
  return rules.map(({ id, title, description }) => ({ id, title, description }))
}

export function showBadges(awarded: readonly [string, number][]): Badge[] {
  return awarded
    .toSorted(([one, at], [other, then]) => at - then || (one < other ? -1 : 1))
    .flatMap(([badge, at]) => {
      const rule = rules.find(({ id }) => id === badge)
      if (rule === undefined) return []
      const { id, title, description } = rule
      return { id, title, description, awardedAt: instant(at) }
    })
}
