import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { shareRows } from '@furrow/storage/locked.ts'
import { isPaidOnChain } from '@furrow/storage/paid-on-chain.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'
import { readState } from '../../quests/change/place-state.ts'
import { isNothing } from '../../rules/lifecycle/backing.ts'

const columns = [
  ...([
    'quest_id',
    'farmer',
    'giver',
    'token',
    'status',
    'rail',
    'proof',
    'merge_check',
    'merge_source',
  ] as const),
  ...(['pull_request', 'payment', 'unpaid', 'reclaimed_at', 'state', 'paid', 'amount'] as const),
  ...(['accepted_at', 'released_at', 'paid_at'] as const),
] as const
const questColumns = ['title', 'codehost_repo', 'hidden_at'] as const

type Row = Pick<AssignmentRow, (typeof columns)[number]>

/** Work with all that its quest's page shows everybody: a credential says nothing else. */
export type Work = Row & Pick<QuestRow, (typeof questColumns)[number]>

/** Paid and proved work of this farmer, held until the transaction ends. @throws HttpError where it is not. */
export async function holdWork(trx: Db, questId: string, farmer: Address): Promise<Work> {
  const [quest, row] = await Promise.all([
    trx.selectFrom('quests').select(questColumns).where('id', '=', questId).executeTakeFirst(),
    shareRows(
      trx,
      trx
        .selectFrom('assignments')
        .select(columns)
        .where('quest_id', '=', questId)
        .where('farmer', '=', farmer),
    ).executeTakeFirst(),
  ])
  if (quest === undefined || quest.hidden_at !== null)
    throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  if (row?.status !== 'released')
    throw new BadRequestError('You have no released work in this quest.', { code: 'work-not-released' })
  if (!isPaid(row))
    throw new BadRequestError(
      'No chain shows that this work was paid by its giver. A payment that only words confirm is no proof of it.',
      { code: 'payment-not-proved' },
    )
  if (!isProved(row))
    throw new BadRequestError(
      'No merged pull request of somebody else’s repository proves this work, which a credential would say.',
      { code: 'merge-not-proved' },
    )
  return { ...row, ...quest }
}

export async function readWorks(
  db: Db,
  farmer: Address,
  questIds: readonly string[],
): Promise<ReadonlyMap<string, Work>> {
  if (questIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('assignments')
    .innerJoin('quests', 'quests.id', 'assignments.quest_id')
    .select(columns.map(name => `assignments.${name}` as const))
    .select(questColumns.map(name => `quests.${name}` as const))
    .where(isAmong(db, 'assignments.quest_id', questIds))
    .where('assignments.farmer', '=', farmer)
    .where('quests.hidden_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.quest_id, row]))
}

/** By the contract, or by a transaction that the chain has. The farmer's word that a stranger's transaction pays it is no proof. */
function isPaid(row: Row): boolean {
  if (isNothing(row.paid ?? row.amount)) return false
  return isPaidOnChain(row) || (row.payment === 'paid' && readState(row.state).confirmedBy !== 'farmer')
}

function isProved({ proof, merge_check, merge_source, pull_request }: Row): boolean {
  return (
    proof === 'merge' &&
    pull_request !== null &&
    merge_check !== 'broken' &&
    merge_source !== null &&
    merge_source !== 'own'
  )
}
