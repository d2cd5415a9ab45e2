import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { DayEvent, EventDay } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { streamRows } from '@furrow/storage/stream-rows.ts'
import type { QuestEventTable } from '@furrow/storage/tables.ts'
import { type Selectable, sql } from 'kysely'
import { readHeadAt } from '../../access/audit-trail/head-at.ts'
import { inPieces, readAside } from '../../community/account/read-all.ts'
import { spool } from '../../community/account/spool.ts'
import { accountOf, chainIn } from '../../ground/caip10.ts'
import { day, instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'
import { showEvent } from '../../quests/board/events.ts'
import { settled } from './day.ts'

/** Few at once, since each is shown within one turn of the event loop. */
const rowsAtOnce = 50
const countedAtOnce = 500

const turnsOf = oneFor((_: Context) =>
  createTurns({
    atOnce: 1,
    waiting: 20,
    busy: 'Too many ask for the events of a day; try again in a moment.',
  }),
)

/** Changes with every erasure and every decision of a moderator: nothing else alters a day that is over. */
export async function readDayVersion(db: Db): Promise<string> {
  const [left, moderated] = await Promise.all([
    db
      .selectFrom('departures')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('last')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('moderation_log')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('id').as('last')])
      .executeTakeFirstOrThrow(),
  ])
  return [left.count, left.last, moderated.count, moderated.last].join('-')
}

/** The public events of a day as gzipped JSON lines, all as of one moment. @throws UnavailableError */
export function writeDayEvents(context: Context, ip: string, from: number): Promise<Readable> {
  return spool(context, {
    ip,
    turns: turnsOf(context),
    write: to =>
      readAside(context, snapshot =>
        pipeline(Readable.from(inPieces(linesOf(snapshot, from))), createGzip(), to),
      ),
  })
}

async function* linesOf(snapshot: Db, from: number): AsyncGenerator<readonly string[]> {
  let count = 0
  for await (const rows of streamRows(
    snapshot,
    'count',
    shownEvents(snapshot, from).select('e.number'),
    countedAtOnce,
  )) {
    count += rows.length
    yield []
  }
  const head: EventDay = {
    day: instant(from).slice(0, 10),
    events: count,
    auditHead: await readHeadAt(snapshot, from + day + settled),
  }
  yield [toLine(head)]
  const events = shownEvents(snapshot, from)
    .selectAll('e')
    .select(sql<string | null>`(select contract from escrows where quest_id = e.quest_id)`.as('contract'))
    .orderBy('e.at')
    .orderBy('e.quest_id')
    .orderBy('e.number')
  for await (const rows of streamRows(snapshot, 'events', events, rowsAtOnce))
    yield rows.map(row => toLine(showDayEvent(row)))
}

function showDayEvent(row: Selectable<QuestEventTable> & { readonly contract: string | null }): DayEvent {
  const event = showEvent(row)
  const { actor, details, farmer } = event
  const chain = details.chainId ?? chainIn(row.contract)
  const people = { actor, farmer, payer: details.payer ?? null, reviewee: details.reviewee ?? null }
  const accounts = Object.entries(people).flatMap(([name, address]) => {
    const account = accountOf(chain, address)
    return account === null ? [] : [[name, account]]
  })
  return { questId: row.quest_id, ...event, accounts: Object.fromEntries(accounts) }
}

function shownEvents(db: Db, from: number) {
  return db
    .selectFrom('quest_events as e')
    .where('e.at', '>=', from)
    .where('e.at', '<', from + day)
    .where(
      sql<boolean>`not exists (select 1 from quests q where q.id = e.quest_id and q.hidden_at is not null)`,
    )
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
