import type { Backer, Quest } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { checksum } from '../../ground/address.ts'
import { fromLedger, toLedger } from '../../rules/ledger/amounts.ts'
import { uncounted } from './uncounted.ts'

/** Also those who end what they add and begin anew, as often as they like. */
const mostRead = 200

export function showSum({
  amount,
  backed,
  backers,
}: Pick<QuestRow, 'amount' | 'backed' | 'backers'>): Pick<Quest, 'backerCount' | 'rewardWithBackers'> {
  if (backers === null || backed === null) return {}
  return { backerCount: backers, rewardWithBackers: fromLedger(toLedger(amount) + toLedger(backed)) }
}

/** Those who add to the reward, or did to the end of the quest, the first first; null for a quest that nobody adds to. */
export async function readBackers(
  db: Db,
  main: Pick<QuestRow, 'id' | 'backers' | 'rail' | 'status'>,
): Promise<Backer[] | null> {
  // On chain they are shown from before their deposits count.
  if (main.backers === null && main.rail === 'ledger') return null
  const rows = await db
    .selectFrom('quests')
    .select([
      'id',
      'giver',
      'amount',
      'status',
      'closed',
      'disputed',
      'in_review',
      'released',
      'companion_from',
    ])
    .where('companion_of', '=', main.id)
    .where('companion_stopped_at', 'is', null)
    .orderBy('id')
    .limit(mostRead)
    .execute()
  const isOver = main.status === 'completed' || main.status === 'cancelled'
  if (rows.length === 0 && main.backers === null) return null
  return rows
    .filter(({ closed }) => closed === null || isOver)
    .map(row => ({ address: checksum(row.giver), amount: row.amount, state: stateOf(row), questId: row.id }))
}

function stateOf({
  companion_from,
  disputed,
  in_review,
  released,
  status,
}: Pick<QuestRow, 'companion_from' | 'disputed' | 'in_review' | 'released' | 'status'>): Backer['state'] {
  if (disputed > 0) return 'objected'
  if (in_review > 0) return 'in-review'
  if (companion_from === uncounted && status === 'open') return 'unfunded'
  if (status === 'open') return 'promised'
  return released > 0 ? 'followed' : 'given-back'
}
