import type { Assignment, EscrowTransaction, Quest } from '@furrow/sdk/contract'
import type { Db } from '../db/db.ts'
import { isAmong } from '../db/json-rows.ts'
import { readTogether } from '../db/read-together.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { pageBytes } from '../http/pages.ts'
import { oneFor } from '../one-for.ts'
import type { ShownFunds } from '../rails/rail.ts'
import { railOf, readHolds, showFunds } from '../rails/rails.ts'
import { hidden, type QuestHolds, showFarmer, showQuest } from './show.ts'

/** A quest with its farmers: all of them, or as many as a page has room for. */
export type QuestPart = { readonly quest: Quest; readonly next: string | null }

const rowReaderOf = oneFor((db: Db) =>
  readTogether(async (ids: readonly string[]) => {
    const rows = await db
      .selectFrom('quests')
      .selectAll()
      .where(isAmong(db, 'id', ids))
      .execute()
    return new Map(rows.map(row => [row.id, row]))
  }),
)

/** Of what is asked for at the same moment, everything is read at once. @throws NotFoundError */
export async function findQuestRow(db: Db, id: string): Promise<QuestRow> {
  const row = await rowReaderOf(db)(id)
  if (row === undefined) throw new NotFoundError('There is no such quest.')
  return row
}

/** One quest as it is shown; of one with more farmers than a page has room for, the first ones. @throws NotFoundError */
export async function readQuest(db: Db, id: string): Promise<Quest> {
  const { quest } = await readPart(db, await findQuestRow(db, id))
  return quest
}

/**
 * A row with its farmers and transactions in full, a page of them after the cursor.
 * @throws BadRequestError for a cursor that is none.
 */
export async function readPart(db: Db, row: QuestRow, cursor?: string): Promise<QuestPart> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const [holds, funds, transactions, first] = await Promise.all([
    readHolds(db, [row]),
    showFunds(db, [row]),
    railOf(row).readTransactions(db, row.id),
    after === null && row.taken <= few ? readFew(db, row.id) : readFarmers(db, row.id, after, slice),
  ])
  const { farmers, next } = await fillPage(db, row.id, holds.get(row.id), first)
  const shown = showQuest(row, farmers, funds.get(row.id) as ShownFunds)
  if (transactions === null) return { quest: shown, next }
  const own = transactions.filter(isShownWith(farmers, { isFirst: after === null, isLast: next === null }))
  return { quest: { ...shown, funding: { ...shown.funding, transactions: own } }, next }
}

/** So many at once: their notes may be long. */
const slice = 100
/** The farmers of quests that have so few are read together, of all quests that are asked for at the same moment. */
const few = 10

const fewReaderOf = oneFor((db: Db) =>
  readTogether(async (questIds: readonly string[]) => {
    const rows = await shownFarmers(db)
      .where(isAmong(db, 'quest_id', questIds))
      .execute()
    return Map.groupBy(rows, ({ quest_id }) => quest_id)
  }),
)

/** As many farmers as there is room for, and the cursor of the next one. */
async function fillPage(
  db: Db,
  questId: string,
  holds: QuestHolds | undefined,
  first: readonly AssignmentRow[],
): Promise<{ farmers: Assignment[]; next: string | null }> {
  const farmers: Assignment[] = []
  let last: AssignmentRow | null = null
  let bytes = 0
  for (let rows = first; ; rows = await readFarmers(db, questId, last, slice)) {
    for (const row of rows) {
      const farmer = showFarmer(row, holds)
      bytes += Buffer.byteLength(JSON.stringify(farmer))
      if (bytes > pageBytes && last !== null) return { farmers, next: cursorOf(last) }
      farmers.push(farmer)
      last = row
    }
    if (rows.length < slice) return { farmers, next: null }
  }
}

type Place = Pick<AssignmentRow, 'accepted_at' | 'farmer'>

async function readFew(db: Db, questId: string): Promise<readonly AssignmentRow[]> {
  return (await fewReaderOf(db)(questId)) ?? []
}

function readFarmers(db: Db, questId: string, after: Place | null, limit: number): Promise<AssignmentRow[]> {
  let rows = shownFarmers(db).where('quest_id', '=', questId)
  if (after !== null)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('accepted_at', 'farmer'), '>', tuple(after.accepted_at, after.farmer)),
    )
  return rows.limit(limit).execute()
}

/** In the order in which they came. */
function shownFarmers(db: Db) {
  return db
    .selectFrom('assignments')
    .selectAll()
    .where('status', 'not in', [...hidden])
    .orderBy('accepted_at')
    .orderBy('farmer')
}

function cursorOf({ accepted_at, farmer }: Place): string {
  return `${accepted_at}-${farmer}`
}

function readCursor(cursor: string): Place {
  const [, at, farmer] = /^(\d{1,16})-(0x[0-9a-f]{40})$/.exec(cursor) ?? []
  if (at === undefined || farmer === undefined)
    throw new BadRequestError('cursor must come from a Link header.')
  return { accepted_at: Number(at), farmer: farmer as Place['farmer'] }
}

/** Where the farmers have several pages, a transaction is with the farmer whom it is about, or with the first ones. */
function isShownWith(
  farmers: readonly Assignment[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
) {
  if (isFirst && isLast) return () => true
  const shown = new Set(farmers.map(({ address }) => address))
  return ({ farmer }: EscrowTransaction) => (farmer === null ? isFirst : shown.has(farmer))
}
