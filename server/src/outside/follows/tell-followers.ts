import type { Db } from '@furrow/storage/db.ts'
import type { OpenedQuestTable } from '@furrow/storage/follow-tables.ts'
import { isAmong, jsonRows } from '@furrow/storage/json-rows.ts'
import { lockFree, shareRows } from '@furrow/storage/locked.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { type Selectable, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, nowIfAny } from '../../ground/duty.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { writeNotice } from '../../people/mail/notices.ts'
import { type Facts, fits, type OpenQuest, readFacts } from './facts.ts'
import { keysFor } from './filters.ts'
import { type FollowRow, filterOf } from './follows.ts'
import { sendTo } from './send-to.ts'

/** Filters compared in one turn; few enough to keep nobody waiting. */
const slice = 100
const mostKeys = 32
/** Letters of a day to one person; the rest is in the digest. */
const mostAtOnce = 50
/** Quests of one digest that are counted; the rest is on the board. */
const mostOfDigest = 200
const mostForgotten = 500

type Opened = Selectable<OpenedQuestTable>

/**
 * Tells the people whose filters fit a quest that opened. It walks the filters a slice at a time, and each slice is one
 * commit with its letters: so a process that dies, or a second one, tells nobody twice.
 */
export const tellFollowers: Duty = {
  name: 'tell who follows such quests',
  soonest: () => nowIfAny(sql`opened_quests`),
  async round(context) {
    const { db } = context
    const first = await db.selectFrom('opened_quests').select('quest_id').limit(1).executeTakeFirst()
    if (first === undefined) return 0
    return transaction(db, async trx => {
      const opened = await lockFree(
        trx,
        trx
          .selectFrom('opened_quests')
          .selectAll('opened_quests')
          .orderBy('quest_id')
          .orderBy('number')
          .limit(1),
        'opened_quests',
      ).executeTakeFirst()
      return opened === undefined ? 0 : tellSome({ ...context, db: trx }, opened)
    })
  },
}

async function tellSome(context: Context, opened: Opened): Promise<number> {
  const { db } = context
  const quest = await readQuest(db, opened.quest_id)
  if (quest === undefined) return (await finish(db, opened)) + 1
  if (quest.status === 'completed' || quest.status === 'cancelled') return forget(db, opened)
  if (!(await takesFarmers(db, quest))) return (await finish(db, opened)) + 1
  const facts = await readFacts(db, quest, context.clock.now())
  const { follows, next } = await readSlice(db, facts, opened)
  const fitting = follows.filter(({ address, filter }) => address !== quest.giver && fits(facts, filter))
  if (fitting.length > 0)
    await tell(context, quest, facts, [...new Set(fitting.map(({ address }) => address))])
  if (next === null) await finish(db, opened)
  else
    await db
      .updateTable('opened_quests')
      .set(next)
      .where('quest_id', '=', opened.quest_id)
      .where('number', '=', opened.number)
      .execute()
  return follows.length + 1
}

function readQuest(db: Db, id: string): Promise<OpenQuest | undefined> {
  return db
    .selectFrom('quests')
    .select([
      'id',
      'giver',
      'title',
      'reward',
      'category',
      'token',
      'skills',
      'status',
      'rail',
      'hidden_at',
      'admission',
      'amount',
      'deadline',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Nobody can join an unfunded quest: its deposit notes it once more. */
async function takesFarmers(db: Db, { id, status, rail, hidden_at }: OpenQuest): Promise<boolean> {
  if (status !== 'open' || hidden_at !== null) return false
  if (rail !== 'chain') return true
  const escrow = await db.selectFrom('escrows').select('status').where('quest_id', '=', id).executeTakeFirst()
  return escrow?.status === 'funded'
}

/** Nobody is told again of a quest that is over. */
async function forget(db: Db, opened: Opened): Promise<number> {
  const { rows } = await sql`
    delete from told_quests where quest_id = ${opened.quest_id} and address in (
      select address from told_quests where quest_id = ${opened.quest_id} limit ${sql.lit(mostForgotten)})
    returning 1`.execute(db)
  if (rows.length < mostForgotten) await finish(db, opened)
  return rows.length + 1
}

async function finish(db: Db, { quest_id, number }: Opened): Promise<number> {
  await db.deleteFrom('opened_quests').where('quest_id', '=', quest_id).where('number', '=', number).execute()
  return 0
}

type Kept = Pick<FollowRow, 'id' | 'address'> & { readonly filter: ReturnType<typeof filterOf> }
type Slice = {
  readonly follows: readonly Kept[]
  readonly next: { readonly upto_key: string; readonly upto: string } | null
}

/** The next filters that have a key of the quest: those of one key after the other, each in the order of their ids. */
async function readSlice(db: Db, facts: Facts, { upto_key, upto }: Opened): Promise<Slice> {
  const keys = await findKeys(
    db,
    keysFor(facts).filter(key => key >= upto_key),
  )
  const follows: Kept[] = []
  for (const key of keys.slice(0, mostKeys)) {
    const room = slice - follows.length
    const rows = await db
      .selectFrom('saved_filters')
      .select(['id', 'address', 'filter'])
      .where('key', '=', key)
      .where('id', '>', key === upto_key ? upto : '')
      .orderBy('id')
      .limit(room)
      .execute()
    follows.push(...rows.map(row => ({ ...row, filter: filterOf(row) })))
    if (rows.length === room) return { follows, next: { upto_key: key, upto: rows.at(-1)?.id ?? upto } }
  }
  const following = keys[mostKeys]
  return { follows, next: following === undefined ? null : { upto_key: following, upto: '' } }
}

async function findKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  // One look for each key: PostgreSQL would rather read the whole table for an `exists`.
  const { rows } = await sql<{ key: string }>`
    select k.key from ${jsonRows(
      db,
      'k',
      ['key'],
      keys.map(key => ({ key })),
    )}
    where (select 1 from saved_filters f where f.key = k.key limit 1) = 1`.execute(db)
  const found = new Set(rows.map(({ key }) => key))
  return keys.filter(key => found.has(key))
}

async function tell(
  context: Context,
  quest: OpenQuest,
  facts: Facts,
  people: readonly Address[],
): Promise<void> {
  const { clock, db } = context
  const now = clock.now()
  const unaware = await dropAware(db, quest, people)
  if (unaware.length === 0) return
  const chosen = chooseEach(await readFollows(db, unaware), facts)
  const [lettersToday, waiting, languages] = await Promise.all([
    countLetters(db, unaware, now - (now % day)),
    countWaiting(
      db,
      chosen.map(({ id }) => id),
    ),
    readLanguages(db, unaware),
  ])
  const midnight = now - (now % day) + day
  const rows = chosen.flatMap(({ id, address, daily }) => {
    const isDigest = daily === 1 || (lettersToday.get(address) ?? 0) >= mostAtOnce
    if (isDigest && (waiting.get(id) ?? 0) >= mostOfDigest) return []
    return [{ address, quest_id: quest.id, follow: id, at: now, due_at: isDigest ? midnight : null }]
  })
  const added = await addTold(db, rows)
  const letters = new Map<string, FollowRow>()
  await writeTogether(db, writes => {
    for (const follow of chosen) {
      if (!added.has(follow.address)) continue
      const notice = {
        to: [follow.address],
        type: 'quest',
        topic: 'follow',
        key: 'quest-found',
        values: { name: follow.name, reward: quest.reward.replace(/\s+/g, ' ') },
        quest,
        at: now,
      } as const
      const letter = writeNotice(writes, context, notice, languages).get(follow.address)
      if (letter !== undefined) letters.set(letter, follow)
    }
  })
  await sendTo(context, letters, { now, isDigest: false })
}

/** Without those who know of it: they were told, take part, applied, or take no letters of its giver. */
async function dropAware(db: Db, { id, giver }: OpenQuest, people: readonly Address[]): Promise<Address[]> {
  const found = await Promise.all([
    db
      .selectFrom('told_quests')
      .select('address')
      .where('quest_id', '=', id)
      .where(isAmong(db, 'address', people))
      .execute(),
    db
      .selectFrom('assignments')
      .select('farmer as address')
      .where('quest_id', '=', id)
      .where(isAmong(db, 'farmer', people))
      .execute(),
    db
      .selectFrom('applications')
      .select('farmer as address')
      .where('quest_id', '=', id)
      .where(isAmong(db, 'farmer', people))
      .execute(),
    db
      .selectFrom('mail_blocks')
      .select('owner as address')
      .where('sender', '=', giver)
      .where(isAmong(db, 'owner', people))
      .execute(),
  ])
  const aware = new Set(found.flat().map(({ address }) => address))
  return people.filter(address => !aware.has(address)).sort()
}

/** All filters of some people, which stay until the commit: nobody who leaves meanwhile gets a letter. */
function readFollows(db: Db, people: readonly Address[]): Promise<FollowRow[]> {
  return shareRows(
    db,
    db
      .selectFrom('saved_filters')
      .selectAll()
      .where(isAmong(db, 'address', people))
      .orderBy('address')
      .orderBy('created_at')
      .orderBy('id'),
  ).execute()
}

/** For each person the filter that tells them: one that tells now before one with a digest, then the oldest. */
function chooseEach(follows: readonly FollowRow[], facts: Facts): FollowRow[] {
  const fitting = follows.filter(follow => fits(facts, filterOf(follow)))
  return [...Map.groupBy(fitting, ({ address }) => address).values()].flatMap(
    own => own.find(({ daily }) => daily === 0) ?? own[0] ?? [],
  )
}

async function countLetters(
  db: Db,
  people: readonly Address[],
  since: number,
): Promise<ReadonlyMap<Address, number>> {
  const rows = await db
    .selectFrom('told_quests')
    .select(['address', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where(isAmong(db, 'address', people))
    .where('at', '>=', since)
    .where('due_at', 'is', null)
    .groupBy('address')
    .execute()
  return new Map(rows.map(({ address, count }) => [address, Number(count)]))
}

async function countWaiting(db: Db, follows: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (follows.length === 0) return new Map()
  const rows = await db
    .selectFrom('told_quests')
    .select(['follow', ({ fn }) => fn.countAll<number | string>().as('count')])
    .where(isAmong(db, 'follow', follows))
    .where('due_at', 'is not', null)
    .groupBy('follow')
    .execute()
  return new Map(rows.map(({ follow, count }) => [follow, Number(count)]))
}

type Told = {
  readonly address: Address
  readonly quest_id: string
  readonly follow: string
  readonly at: number
  readonly due_at: number | null
}

async function addTold(db: Db, rows: readonly Told[]): Promise<ReadonlySet<Address>> {
  if (rows.length === 0) return new Set()
  const added = await db
    .insertInto('told_quests')
    .values([...rows])
    .onConflict(conflict => conflict.doNothing())
    .returning(['address', 'due_at'])
    .execute()
  return new Set(added.flatMap(({ address, due_at }) => (due_at === null ? address : [])))
}
