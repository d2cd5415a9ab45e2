import type { Assignment, Backer, EscrowTransaction, Plan, Quest } from '@furrow/sdk/contract'
import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import { showHidden } from '../../access/restraints/hidden.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { pageBytes } from '../../ground/http/pages.ts'
import { readCursor } from '../../ground/http/queries.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { Payer } from '../../people/profile/payer-record.ts'
import type { InContract } from '../../rules/lifecycle/default-outcome.ts'
import { type FarmerRow, hasFew, hidden, readFewFarmers } from '../change/few-farmers.ts'
import { type FoundRow, selectQuests } from '../change/lock.ts'
import { readBackers } from '../companions/show.ts'
import type { ShownFunds } from '../rails/rail.ts'
import { railOf, readHolds, showFunds } from '../rails/rails.ts'
import { withCoAuthors } from './co-authors.ts'
import { readPayersOf } from './payer-of.ts'
import { readPlan } from './plans.ts'
import { type QuestHolds, showFarmer, showQuest } from './show.ts'
import { readContestInFull } from './show-contest.ts'
import { withSplits } from './splits.ts'
import { withTransaction } from './work-payment.ts'

type Service = Pick<Context, 'db' | 'config' | 'escrows' | 'clock'>

export type QuestPart = { readonly quest: Quest; readonly next: string | null }

const rowReaderOf = oneFor((db: Db) =>
  readTogether(async (ids: readonly string[]) => {
    const rows = await selectQuests(db)
      .where(isAmong(db, 'quests.id', ids))
      .execute()
    return new Map(rows.map(row => [row.id, row]))
  }),
)

/** Quests asked for at the same moment are read in one query. @throws NotFoundError */
export async function findQuestRow(db: Db, id: string): Promise<FoundRow> {
  const row = await rowReaderOf(db)(id)
  if (row === undefined) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  return row
}

/** With the first page of its farmers. @throws NotFoundError */
export async function readQuest(context: Service, id: string): Promise<Quest> {
  const { quest } = await readPart(context, await findQuestRow(context.db, id))
  return quest
}

/** Read already: the giver's record, the farmers of a quest that has few, the plan that it is a part of, and its backers. */
type Known = {
  readonly payer?: Payer | undefined
  readonly farmers?: readonly FarmerRow[] | undefined
  readonly plan?: Plan | null
  readonly backers?: Backer[] | null
}

/** In full, with a page of its farmers after the cursor. @throws BadRequestError for an invalid cursor. */
export async function readPart(
  context: Service,
  row: FoundRow,
  {
    cursor,
    payer,
    plan,
    farmers: read,
    backers: known,
  }: Known & { readonly cursor?: string | undefined } = {},
): Promise<QuestPart> {
  const { db } = context
  const after = cursor === undefined ? null : readPlace(cursor)
  const [holds, funds, transactions, first, payerOf, inPlan, backers, contest] = await Promise.all([
    readHolds(context, [row]),
    showFunds(context, [row]),
    railOf(row).readTransactions(db, row.id),
    read ?? (after === null && hasFew(row) ? readFew(db, row.id) : readFarmers(db, row.id, after, slice)),
    readPayersOf(db, [row], new Map(payer && [[row.giver, payer]])),
    plan === undefined ? readPlan(db, row, context.clock.now()) : plan,
    known === undefined ? readBackers(db, row) : known,
    row.contest === null ? null : readContestInFull(db, row),
  ])
  const { farmers, next } = await fillPage(
    context,
    row.id,
    { holds: holds.get(row.id), contract: contractOf(funds.get(row.id)) },
    first,
  )
  const own = funds.get(row.id) as ShownFunds
  const split = await withSplits(db, row, first, own.more.amountEach, farmers)
  const quest = showQuest(row, await withCoAuthors(db, row.id, split), own)
  const shown = {
    ...quest,
    ...payerOf(row, quest.funding),
    commentCount: row.comment_count,
    ...(inPlan !== null && { plan: inPlan }),
    ...(backers !== null && { backers }),
    ...contest,
    ...(row.hidden_at !== null &&
      row.companion_of === null && { hidden: await showHidden(db, 'quest', row.id, row.hidden_at) }),
  }
  if (transactions === null) return { quest: shown, next }
  const here = transactions.filter(isShownWith(farmers, { isFirst: after === null, isLast: next === null }))
  return { quest: { ...shown, funding: { ...shown.funding, transactions: here } }, next }
}

/** Farmers read at once: their notes may be long. */
const slice = 100
const fewReaderOf = oneFor((db: Db) =>
  readTogether((questIds: readonly string[]) => readFewFarmers(db, questIds)),
)

export type Around = { readonly holds: QuestHolds | undefined; readonly contract: InContract }

export function contractOf(funds: ShownFunds | undefined): InContract {
  const version = funds?.more.contractVersion
  return (version ?? null) as EscrowVersion | null
}

async function fillPage(
  { db, config }: Service,
  questId: string,
  { holds, contract }: Around,
  first: readonly FarmerRow[],
): Promise<{ farmers: Assignment[]; next: string | null }> {
  const farmers: Assignment[] = []
  let last: FarmerRow | null = null
  let bytes = 0
  for (let rows = first; ; rows = await readFarmers(db, questId, last, slice)) {
    for (const row of rows) {
      const farmer = withTransaction(showFarmer(row, holds, config.platformWallet, contract), row)
      bytes += Buffer.byteLength(JSON.stringify(farmer))
      if (bytes > pageBytes && last !== null) return { farmers, next: cursorOf(last) }
      farmers.push(farmer)
      last = row
    }
    if (rows.length < slice) return { farmers, next: null }
  }
}

type Place = Pick<AssignmentRow, 'accepted_at' | 'farmer'>

async function readFew(db: Db, questId: string): Promise<readonly FarmerRow[]> {
  return (await fewReaderOf(db)(questId)) ?? []
}

function readFarmers(db: Db, questId: string, after: Place | null, limit: number): Promise<FarmerRow[]> {
  let rows = selectFarmers(db).where('w.quest_id', '=', questId)
  if (after !== null)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('w.accepted_at', 'w.farmer'), '>', tuple(after.accepted_at, after.farmer)),
    )
  return rows.orderBy('w.accepted_at').orderBy('w.farmer').limit(limit).execute()
}

export function selectFarmers(db: Db) {
  return db
    .selectFrom('assignments as w')
    .leftJoin('payments as p', join =>
      join.onRef('p.quest_id', '=', 'w.quest_id').onRef('p.farmer', '=', 'w.farmer'),
    )
    .selectAll('w')
    .select([
      'p.chain_id as shown_chain_id',
      'p.hash as shown_hash',
      'p.payer as shown_payer',
      'p.problem as shown_problem',
    ])
    .where('w.status', 'not in', [...hidden])
}

function cursorOf({ accepted_at, farmer }: Place): string {
  return `${accepted_at}-${farmer}`
}

function readPlace(cursor: string): Place {
  const { at, farmer } = readCursor<'at' | 'farmer'>(cursor, /^(?<at>\d{1,16})-(?<farmer>0x[0-9a-f]{40})$/)
  return { accepted_at: Number(at), farmer: farmer as Place['farmer'] }
}

/** Where the farmers have several pages, a transaction is with its farmer, or on the first page. */
function isShownWith(
  farmers: readonly Assignment[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
) {
  if (isFirst && isLast) return () => true
  const shown = new Set(farmers.map(({ address }) => address))
  return ({ farmer }: EscrowTransaction) => (farmer === null ? isFirst : shown.has(farmer))
}
