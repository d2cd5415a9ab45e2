import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { walletOf } from '@furrow/storage/pseudonyms.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { unfinishedStatuses } from '../../../rules/lifecycle/quest.ts'
import type { KeptState } from './differences.ts'
import { readPayees } from './payees.ts'

const mostQuests = 50
/** A quest may have a thousand places; a page has one quest at least. */
const mostWork = 1_000

type Page = {
  readonly kept: readonly KeptState[]
  readonly next: string
}

export async function readKept(
  db: Db,
  { id }: Pick<Escrow, 'id'>,
  after: string,
  only: readonly string[] | null = null,
): Promise<Page> {
  const rows = await db
    .selectFrom('quests')
    .innerJoin('escrows', 'escrows.quest_id', 'quests.id')
    .select(['quests.id', 'taken', 'returned', 'escrow', 'contract', 'contest'])
    .select(['escrows.status', 'problem', 'contradiction', 'notice_ends_at'])
    .where('quests.rail', '=', sql.lit('chain' as const))
    .$if(only === null, query =>
      query.where(
        'quests.status',
        'in',
        unfinishedStatuses.map(status => sql.lit(status)),
      ),
    )
    .where('quests.id', '>', after)
    .$if(only !== null, query => query.where(isAmong(db, 'quests.id', only ?? [])))
    .orderBy('quests.id')
    .limit(mostQuests)
    .execute()
  const page = rows.slice(0, countFitting(rows.map(({ taken }) => taken)))
  const isLast = rows.length < mostQuests && page.length === rows.length
  const own = page.filter(({ contract }) => contract === id)
  const workOf = await readWork(
    db,
    own.map(({ id }) => id),
  )
  return {
    kept: own.map(({ id, escrow, status, problem, contradiction, returned, notice_ends_at, contest }) => ({
      questId: id,
      escrow: escrow as `0x${string}`,
      status,
      problem,
      contradiction,
      returned,
      noticeEndsAt: notice_ends_at,
      work: paidWork(workOf.get(id) ?? [], contest !== null),
    })),
    next: isLast ? '' : (page.at(-1)?.id ?? ''),
  }
}

function countFitting(sizes: readonly number[]): number {
  let sum = 0
  const first = sizes.findIndex(size => {
    sum += size
    return sum > mostWork
  })
  return first === -1 ? sizes.length : Math.max(first, 1)
}

type Row = KeptState['work'][number] & Pick<AssignmentRow, 'review_started_at'>

/** The contract pays an account in the first winner's place of a contest, and the other winners never had work in review. */
function paidWork(rows: readonly Row[], isContest: boolean): KeptState['work'] {
  return isContest ? rows.filter(({ review_started_at }) => review_started_at !== null) : rows
}

async function readWork(db: Db, questIds: readonly string[]) {
  const work = new Map<string, Row[]>()
  if (questIds.length === 0) return work
  const rows = await db
    .selectFrom('assignments')
    .select([
      'quest_id',
      'status',
      'review_started_at',
      'proposed',
      'round',
      'unpaid',
      'reclaimed_at',
      'dispute_ends_at',
      'state',
    ])
    .select(walletOf('assignments.quest_id', 'assignments.farmer').as('farmer'))
    // A member's part of a place is no payment of the contract's own.
    .where('team_of', 'is', null)
    .where(isAmong(db, 'quest_id', questIds))
    .execute()
  const payeeOf = await readPayees(db, questIds)
  for (const { quest_id: questId, ...row } of rows) {
    const kept = { ...row, payee: payeeOf({ questId, ...row }) }
    work.set(questId, [...(work.get(questId) ?? []), kept])
  }
  return work
}
