import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'

/** The next part of each quest's plan, unless it is over or hidden: the farmers of a release are told of it. */
export async function loadNext(
  trx: Db,
  quests: readonly QuestRow[],
): Promise<(row: QuestRow) => Quest['next']> {
  const plans = [...new Set(quests.flatMap(({ plan }) => plan ?? []))]
  if (plans.length === 0) return () => null
  const parts = await trx
    .selectFrom('quests')
    .select(['id', 'title', 'plan', 'plan_place'])
    .where('plan', 'in', plans)
    .where('closed', 'is', null)
    .where('hidden_at', 'is', null)
    .execute()
  const byPlace = new Map(parts.map(({ id, title, ...at }) => [`${at.plan} ${at.plan_place}`, { id, title }]))
  return ({ plan, plan_place }) =>
    plan === null || plan_place === null ? null : (byPlace.get(`${plan} ${plan_place + 1}`) ?? null)
}
