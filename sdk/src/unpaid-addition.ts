import type { Quest } from './contract/index.ts'
import type { Furrow } from './furrow.ts'

/**
 * The caller's own addition to the reward of a quest on chain, while its deposit is still to come: the companion, as a quest.
 * null where they have none that waits for one, such as in the ledger. Only its own backer can read an addition, so those
 * that might be the caller's are asked for, the newest first.
 */
export async function findUnpaidAddition(
  { quests }: Pick<Furrow, 'quests'>,
  { backers = [] }: Pick<Quest, 'backers'>,
): Promise<Quest | null> {
  for (const { questId, state } of backers.toReversed()) {
    if (state !== 'unfunded') continue
    const own = await quests.get(questId).catch(() => null)
    if (own !== null) return own.funding.status === 'unfunded' ? own : null
  }
  return null
}
