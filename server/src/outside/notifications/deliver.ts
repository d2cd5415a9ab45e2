import { setTimeout as sleep } from 'node:timers/promises'
import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import type { Internet } from '../../ground/clients/guarded-fetch.ts'
import { minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { oneFor } from '../../ground/one-for.ts'
import { hostOf, openTarget } from '../../people/mail/channel-target.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { askTarget } from './ask-target.ts'
import type { ChannelRow } from './channels.ts'
import { endTurn, noteFailure, noteTaken, pause, setAside } from './fate.ts'
import { isOfHour } from './fold.ts'
import { type OutboxRow, readItems } from './items.ts'
import type { Message } from './message.ts'
import { type Failure, type Outcome, taken } from './outcome.ts'
import { createPool, type Pool } from './pool.ts'
import { mailMessage } from './send-email.ts'
import { postMessage } from './send-web.ts'
import { findDue, type Load, take, type Way } from './take.ts'
import { outsideWords } from './words.ts'

/** A slow receiver gets its next turn after the others. */
const turn = 15 * second
const outage = minute
/** So many refusals in a turn show that the message is not the cause; each failed turn allows one more, so that every message gets tried. */
const mostRefusals = 3
/** How often due messages are looked for again while something is being sent, and how many times in one round. */
const look = second
const mostLooks = 10

/** Sends the messages of the outbox, each until it was taken: so one may be sent twice, and never not at all. */
export const deliverOutbox = createDelivery()

/** Tests replace `internet`. */
export function createDelivery(internet?: Internet): Duty {
  const poolOf = oneFor((context: Context) => createPool(context.clock))
  return {
    name: 'send notifications',
    soonest: (
      _,
      until,
    ) => sql`(select due_at from outbox left join subscriptions on subscriptions.id = outbox.channel
      where due_at <= ${until} and (paused_until is null or paused_until <= ${until}) order by due_at limit 1)`,
    async round(context, stop = new AbortController().signal) {
      const pool = poolOf(context)
      let done = 0
      try {
        for (let looks = 0; looks < mostLooks && !stop.aborted; ) {
          done += await refill(context, pool, stop, internet)
          if (pool.size === 0) return done
          if (await isQuiet(pool, stop)) looks++
        }
        if (stop.aborted) await Promise.all(pool.done())
        return done + pool.size
      } catch (error) {
        await Promise.all(pool.done())
        throw error
      }
    },
  }
}

async function isQuiet(pool: Pool, stop: AbortSignal): Promise<boolean> {
  const waiting = new AbortController()
  const signal = AbortSignal.any([waiting.signal, stop])
  const late = sleep(look, true, { signal }).catch(() => true)
  const quiet = await Promise.race([late, ...pool.done().map(done => done.then(() => false))])
  waiting.abort()
  return quiet
}

async function refill(
  context: Context,
  pool: Pool,
  stop: AbortSignal,
  internet: Internet | undefined,
): Promise<number> {
  const due = (await Promise.all([findDue(context, 'mail'), findDue(context, 'web')])).flat()
  const chosen = pool.choose(
    due.map(({ id: channel, address, isSound, kind, target }) => {
      const way: Way = kind === 'email' ? 'mail' : 'web'
      return { channel, address, isSound, way, host: hostOf(openTarget(context, target)) }
    }),
  )
  if (chosen.length === 0) return 0
  const loads = await take(
    context,
    chosen.map(({ channel }) => channel),
  )
  for (const load of loads) {
    const sending = chosen.find(({ channel }) => channel === load.channel.id)
    if (sending === undefined) continue
    const work = deliver(context, load, stop, internet).catch(error =>
      context.log.error(
        toLog(error),
        'what came of a notification could not be written; it may be sent again',
      ),
    )
    pool.add(sending, work)
  }
  return loads.length
}

async function deliver(
  context: Context,
  { channel, rows }: Load,
  stop: AbortSignal,
  internet: Internet | undefined,
): Promise<void> {
  const until = context.clock.elapsed() + turn
  const left = new Set(rows)
  const refused: OutboxRow[][] = []
  let refusal: Failure = { is: 'refused', says: '' }
  let tookSome = false
  for (const some of groupsOf(rows)) {
    if (stop.aborted || context.clock.elapsed() > until) break
    if (!tookSome && refused.length >= mostRefusals + channel.tries) break
    const outcome = await send(context, channel, some, stop, internet)
    if (stop.aborted && outcome.is !== 'taken') break
    switch (outcome.is) {
      case 'ours':
        context.log.warn(
          { ...toLog(outcome.error), channel: channel.kind },
          'notifications cannot be sent right now',
        )
        return pause(context, channel.id, context.clock.now() + outage, [...left])
      case 'failed':
      case 'gone':
        return noteFailure(context, channel, [...left], outcome)
      case 'refused':
        refused.push(some)
        refusal = outcome
        break
      case 'taken':
        await noteTaken(context, channel, some)
        tookSome = true
        for (const row of some) left.delete(row)
    }
  }
  // The message is to blame if the channel took another, now or before.
  const poison = refused.filter(([first]) => tookSome || (first as OutboxRow).refusals > 0).flat()
  if (poison.length > 0) await setAside(context, channel, poison, refusal.says)
  for (const row of poison) left.delete(row)
  if (refused.flat().length > poison.length) await noteFailure(context, channel, [...left], refusal)
  else await endTurn(context, channel.id, [...left])
}

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
  const language = (await readLanguages(context.db, [channel.address])).get(channel.address)
  const words = outsideWords(language)
  if (first.topic === 'confirm')
    return channel.state === 'asked'
      ? askTarget(context, { channel, target, id, words }, stop, internet)
      : taken
  const [item, ...items] = await readItems(context, rows, language)
  // Its reader deleted all of it.
  if (item === undefined) return taken
  const message: Message = {
    id,
    isDigest: first.digest !== null,
    isOfHour: isOfHour(first.digest),
    items: [item, ...items],
    words,
  }
  return target.kind === 'email'
    ? mailMessage(context, channel, target.address, message)
    : postMessage(context, target, message, stop, internet)
}
