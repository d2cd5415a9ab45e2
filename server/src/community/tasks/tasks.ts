import { times } from '@furrow/sdk/amount'
import type { Task, TaskCounts, TaskKind, TaskList, TaskQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong, jsonRows } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instantOrNull } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { readPlaces } from '../../quests/board/eligibility.ts'
import type { Kind, Reader, TaskRow } from './kind.ts'
import { answer } from './kinds/answer.ts'
import { application } from './kinds/application.ts'
import { deadline } from './kinds/deadline.ts'
import { deposit } from './kinds/deposit.ts'
import { expiry } from './kinds/expiry.ts'
import { invite } from './kinds/invite.ts'
import { judge } from './kinds/judge.ts'
import { letters } from './kinds/letters.ts'
import { nextPart } from './kinds/next-part.ts'
import { pay } from './kinds/pay.ts'
import { rank } from './kinds/rank.ts'
import { returned } from './kinds/returned.ts'
import { review } from './kinds/review.ts'
import { share } from './kinds/share.ts'
import { thanks } from './kinds/thanks.ts'
import { vote } from './kinds/vote.ts'

const kinds: readonly Kind[] = [
  review,
  application,
  judge,
  answer,
  deposit,
  deadline,
  returned,
  expiry,
  invite,
  nextPart,
  share,
  pay,
  thanks,
  rank,
  vote,
  letters,
]

const most = { listed: 100, counted: 1_000 }

/** First due first, then the newest, at most 100, and counts by kind. @throws BadRequestError for an invalid limit. */
export async function readTasks(context: Context, reader: Address, query: TaskQuery): Promise<TaskList> {
  const limit = readLimit(query.limit, { most: most.listed })
  const [rows, counts, places] = await Promise.all([
    readFirst(context, reader, limit),
    countTasks(context, reader),
    readPlaces(context, reader),
  ])
  const [quests, promised] = await Promise.all([readQuests(context.db, rows), readThanks(context.db, rows)])
  const tasks = rows.map((row): Task => {
    const { countOf, isOne = false, linkTo } = kinds.find(({ kind }) => kind === row.kind) as Kind
    const quest = quests.get(row.quest_id ?? '')
    return {
      kind: row.kind,
      questId: row.kind === 'thanks' ? null : row.quest_id,
      title: quest?.title ?? null,
      address: row.who && checksum(row.who),
      link: linkTo(row.quest_id),
      at: instantOrNull(row.at),
      due: instantOrNull(row.due),
      stake: promised.get(row.quest_id ?? '') ?? stakeOf(row, quest),
      count: isOne ? counts[row.kind] : quest && countOf ? countOf(quest) : 1,
    }
  })
  return { tasks, counts, ...(places !== null && { places }) }
}

/** The number of tasks of each kind; a thousand stands for that many or more. */
export async function countTasks(context: Context, reader: Address): Promise<TaskCounts> {
  const parts = partsOf(context, reader, () => most.counted)
  const counted = parts.map(
    ({ kind, found }) =>
      sql`select ${sql.lit(kind)} as kind, cast(count(*) as integer) as count from (${found}) as found`,
  )
  const { rows } = await sql<{ kind: TaskKind; count: number }>`
    ${sql.join(counted, sql` union all `)}`.execute(context.db)
  const none = kinds.map(({ kind }) => [kind, 0])
  return Object.fromEntries([...none, ...rows.map(({ kind, count }) => [kind, count])])
}

const stamped = 100

/** Per reader a text that changes with their tasks, in one statement. Beyond a hundred of a kind it may not change. */
export async function stampTasks(
  context: Context,
  readers: readonly Address[],
): Promise<ReadonlyMap<Address, string>> {
  const { db } = context
  const parts = partsOf(context, sql.ref<Address>('asked.address'), () => stamped)
  const stamps = parts.map(
    ({ found }) => sql`(select cast(count(*) as text) || ' ' ||
      cast(coalesce(sum(at), 0) + coalesce(sum(due), 0) as text) from (${found}) as found)`,
  )
  const asked = jsonRows(
    db,
    'asked',
    ['address'],
    readers.map(address => ({ address })),
  )
  const { rows } = await sql<{ address: Address; stamp: string }>`
    select asked.address, ${sql.join(stamps, sql` || ' ' || `)} as stamp from ${asked}`.execute(db)
  return new Map(rows.map(({ address, stamp }) => [address, stamp]))
}

type Row = TaskRow & { readonly kind: TaskKind }

async function readFirst(context: Context, reader: Address, limit: number): Promise<Row[]> {
  const parts = partsOf(context, reader, ({ isOne }) => (isOne ? 1 : limit))
  const all = parts.map(
    ({ kind, found }) => sql`select ${sql.lit(kind)} as kind, found.* from (${found}) as found`,
  )
  const { rows } = await sql<Row>`
    select * from (${sql.join(all, sql` union all `)}) as found
    order by case when due is null then 1 else 0 end, due, at desc limit ${limit}`.execute(context.db)
  return rows
}

function partsOf(context: Context, reader: Reader, mostOf: (kind: Kind) => number) {
  return kinds.flatMap(kind => {
    const found = kind.find(context, reader, mostOf(kind))
    return found === null ? [] : [{ kind: kind.kind, found }]
  })
}

type Quest = Pick<QuestRow, 'id' | 'title' | 'waiting' | 'amount' | 'token' | 'max_farmers'>

/** The quest's pay for each place; for a deposit, the whole sum to be paid in. */
function stakeOf({ kind }: Row, quest: Quest | undefined): NonNullable<Task['stake']> | null {
  if (quest === undefined) return null
  const { amount, token, max_farmers } = quest
  return { amount: kind === 'deposit' ? times(amount, max_farmers) : amount, token }
}

async function readThanks(db: Db, rows: readonly Row[]): Promise<Map<string, NonNullable<Task['stake']>>> {
  const ids = rows.flatMap(({ kind, quest_id }) => (kind === 'thanks' && quest_id !== null ? [quest_id] : []))
  if (ids.length === 0) return new Map()
  const promises = await db
    .selectFrom('thanks')
    .select(['id', 'amount', 'token'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(promises.map(({ id, amount, token }) => [id, { amount, token }]))
}

async function readQuests(db: Db, rows: readonly Row[]): Promise<Map<string, Quest>> {
  const ids = [...new Set(rows.flatMap(({ quest_id }) => quest_id ?? []))]
  const quests = await db
    .selectFrom('quests')
    .select(['id', 'title', 'waiting', 'amount', 'token', 'max_farmers'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(quests.map(quest => [quest.id, quest]))
}
