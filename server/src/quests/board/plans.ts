import type { Plan } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { fromLedger } from '../../rules/ledger/amounts.ts'
import { type Turn, turnOf } from '../../rules/lifecycle/plan.ts'
import { toQuest, toSums } from '../change/rows.ts'

type InPlan = Pick<QuestRow, 'plan' | 'plan_place'>

export async function readPlaces(db: Db, rows: readonly InPlan[]): Promise<(row: InPlan) => { plan?: Plan }> {
  const plans = [...new Set(rows.flatMap(({ plan }) => plan ?? []))]
  if (plans.length === 0) return () => ({})
  const counted = await db
    .selectFrom('quests')
    .select(['plan', ({ fn }) => fn.countAll<number>().as('parts')])
    .where('plan', 'in', plans)
    .groupBy('plan')
    .execute()
  const sizes = new Map(counted.map(({ plan, parts }) => [plan, Number(parts)]))
  return ({ plan, plan_place }) =>
    plan === null || plan_place === null
      ? {}
      : { plan: { place: plan_place, of: sizes.get(plan) ?? plan_place } }
}

/** The whole plan as the page of one of its parts shows it; null for a quest by itself. */
export async function readPlan(db: Db, row: QuestRow, now: number): Promise<Plan | null> {
  const { plan, plan_place: place } = row
  if (plan === null || place === null) return null
  const parts = await db
    .selectFrom('quests')
    .selectAll()
    .where('plan', '=', plan)
    .orderBy('plan_place')
    .execute()
  const before = parts.find(({ plan_place }) => plan_place === place - 1)
  return {
    place,
    of: parts.length,
    parts: parts.map(part => ({
      id: part.id,
      title: part.hidden_at === null ? part.title : null,
      status: part.status,
      reward: part.reward,
    })),
    sums: sumsOf(parts),
    ...(await showTurn(db, before, now)),
  }
}

function sumsOf(parts: readonly QuestRow[]): NonNullable<Plan['sums']> {
  return [...Map.groupBy(parts, ({ token }) => token)].map(([token, same]) => ({
    token,
    amount: fromLedger(same.reduce((sum, part) => sum + toSums(part).promised, 0n)),
  }))
}

/** The farmers with the first right that an answer names. */
const mostNamed = 100

async function showTurn(
  db: Db,
  before: QuestRow | undefined,
  now: number,
): Promise<Required<Pick<Plan, 'turn' | 'opensAt' | 'firstFor'>>> {
  if (before === undefined) return { turn: 'open', opensAt: null, firstFor: [] }
  const released = before.released === 0 ? [] : await readReleased(db, before.id)
  const releasedAt = released[0]?.released_at ?? null
  const turn: Turn = turnOf({ quest: toQuest(before, null, []), releasedAt, hasRight: false }, now)
  if (turn.kind !== 'first') return { turn: turn.kind, opensAt: null, firstFor: [] }
  return {
    turn: 'first',
    opensAt: instant(turn.until),
    firstFor: released.map(({ farmer }) => checksum(farmer)),
  }
}

function readReleased(
  db: Db,
  questId: string,
): Promise<{ readonly farmer: Address; readonly released_at: number | null }[]> {
  return db
    .selectFrom('assignments')
    .select(['farmer', 'released_at'])
    .where('quest_id', '=', questId)
    .where('status', '=', 'released')
    .where('team_of', 'is', null)
    .orderBy('released_at')
    .limit(mostNamed)
    .execute()
}
