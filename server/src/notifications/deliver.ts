import type { Internet } from '../clients/guarded-fetch.ts'
import { minute, second } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { isAmong } from '../db/json-rows.ts'
import { lockFree } from '../db/locked.ts'
import { transaction } from '../db/transaction.ts'
import { type Duty, everySecond } from '../duty.ts'
import type { ChannelRow } from './channels.ts'
import { noteFailure, noteTaken, putOff } from './fate.ts'
import { type OutboxRow, readItems } from './items.ts'
import type { Message } from './message.ts'
import { type Outcome, taken } from './outcome.ts'
import { mailConfirmation, mailMessage } from './send-email.ts'
import { postMessage } from './send-web.ts'
import { openTarget } from './target.ts'

/** Whoever took something and died is not waited for longer. */
const lease = 2 * minute
/** In a round; what is behind them waits for the next. */
const mostChannels = 20
const mostOfChannel = 50
/** A slow receiver has its turn again after the others. */
const turn = 15 * second
/** Until the mail server is tried again. */
const outage = minute

/** Sends what is in the outbox, each thing until it was taken: so it may be sent twice, and never not at all. */
export const deliverOutbox = createDelivery()

/** `internet` is what a test puts in the place of it. */
export function createDelivery(internet?: Internet): Duty {
  return {
    name: 'send notifications',
    every: everySecond,
    async round(context, stop = new AbortController().signal) {
      const due = await findDue(context)
      if (due.length === 0) return 0
      const loads = await take(context, due)
      await Promise.all(loads.map(load => deliver(context, load, stop, internet)))
      return loads.length
    },
  }
}

/** Channels for which something is due, those that wait longest first. */
async function findDue({ clock, db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('channel')
    .where('due_at', '<=', clock.now())
    .groupBy('channel')
    .orderBy(({ fn }) => fn.min('due_at'))
    .limit(mostChannels)
    .execute()
  return rows.map(({ channel }) => channel)
}

type Load = { readonly channel: ChannelRow; readonly rows: readonly OutboxRow[] }

/** From now on they are this process's, until the lease ends. What has nowhere to go any more goes away. */
async function take({ clock, db }: Context, due: readonly string[]): Promise<Load[]> {
  return transaction(db, async trx => {
    const now = clock.now()
    const known = await trx
      .selectFrom('subscriptions')
      .select('id')
      .where(isAmong(trx, 'id', due))
      .execute()
    const absent = due.filter(id => !known.some(channel => channel.id === id))
    if (absent.length > 0)
      await trx
        .deleteFrom('outbox')
        .where(isAmong(trx, 'channel', absent))
        .execute()
    const channels = await lockFree(
      trx,
      trx
        .selectFrom('subscriptions')
        .selectAll('subscriptions')
        .where(isAmong(trx, 'id', due))
        .orderBy('id'),
      'subscriptions',
    ).execute()
    const loads: Load[] = []
    for (const channel of channels) {
      await dropUnwanted(trx, channel)
      const rows = await takeRows(trx, channel.id, now)
      if (rows.length > 0) loads.push({ channel, rows })
    }
    return loads
  })
}

async function dropUnwanted(trx: Db, { id, state }: ChannelRow): Promise<void> {
  if (state === 'on') return
  await trx
    .deleteFrom('outbox')
    .where('channel', '=', id)
    .$if(state === 'asked', query => query.where('topic', '!=', 'confirm'))
    .execute()
}

/** Some of those that go by themselves, and the oldest digest whole. */
async function takeRows(trx: Db, channel: string, now: number): Promise<OutboxRow[]> {
  const taking = trx
    .updateTable('outbox')
    .set({ due_at: now + lease })
    .where('channel', '=', channel)
  const singles = await taking
    .where('letter', 'in', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('letter')
        .where('channel', '=', channel)
        .where('digest', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('letter')
        .limit(mostOfChannel),
    )
    .returningAll()
    .execute()
  const digest = await taking
    .where('digest', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select(({ fn }) => fn.min('digest').as('digest'))
        .where('channel', '=', channel)
        .where('due_at', '<=', now),
    )
    .returningAll()
    .execute()
  return [...singles, ...digest].sort((a, b) => a.at - b.at || (a.letter < b.letter ? -1 : 1))
}

async function deliver(
  context: Context,
  { channel, rows }: Load,
  stop: AbortSignal,
  internet: Internet | undefined,
): Promise<void> {
  const until = context.clock.elapsed() + turn
  const left = new Set(rows)
  for (const some of groupsOf(rows)) {
    if (stop.aborted || context.clock.elapsed() > until) break
    const outcome = await send(context, channel, some, stop, internet)
    if (stop.aborted && outcome.is !== 'taken') break
    if (outcome.is === 'ours') {
      context.log.warn(
        { err: outcome.error, channel: channel.kind },
        'notifications cannot be sent right now',
      )
      await putOff(context, channel.id, context.clock.now() + outage, [...left])
      return
    }
    if (outcome.is !== 'taken') {
      await noteFailure(context, channel, [...left], outcome)
      return
    }
    await noteTaken(context, channel, some)
    for (const row of some) left.delete(row)
  }
  if (left.size > 0) await putOff(context, channel.id, context.clock.now(), [...left])
}

/** Each by itself, and a digest in one. */
function groupsOf(rows: readonly OutboxRow[]): OutboxRow[][] {
  return [...Map.groupBy(rows, ({ letter, digest }) => digest ?? letter).values()]
}

async function send(
  context: Context,
  channel: ChannelRow,
  rows: readonly OutboxRow[],
  stop: AbortSignal,
  internet: Internet | undefined,
): Promise<Outcome> {
  const target = openTarget(context, channel.target)
  if (target === null) return { is: 'failed', says: 'None of the secrets of this service opens its address.' }
  const [first] = rows as [OutboxRow]
  const id = `${first.digest === null ? first.letter : `digest-${first.digest}`}.${channel.id}`
  if (first.topic === 'confirm')
    return target.kind === 'email' ? mailConfirmation(context, channel, target.address, id) : taken
  const [item, ...items] = await readItems(context, rows)
  // All of it was deleted by its reader.
  if (item === undefined) return taken
  const message: Message = { id, isDigest: first.digest !== null, items: [item, ...items] }
  return target.kind === 'email'
    ? mailMessage(context, channel, target.address, message)
    : postMessage(context, target, message, stop, internet)
}
