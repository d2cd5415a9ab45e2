import { toLog } from '@furrow/storage/outage.ts'
import type { Revisions } from '@furrow/storage/revisions.ts'
import { findEnded } from '../../access/auth/held.ts'
import { checksum } from '../../ground/address.ts'
import { second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { createLook, type State } from './look.ts'
import { digestOf, nothing, type Seen, toEventId } from './seen.ts'
import type { Stream } from './stream.ts'

const lookEvery = second
/** Shorter than the patience of proxies, and than the server's own bound on silent connections. */
const beatEvery = 20 * second

export type Hub = {
  readonly isOver: boolean
  join(stream: Stream): void
  end(): void
}

/**
 * All streams of this process. One loop looks for all of them, once a second while there are any, and tells each stream what
 * differs from what it was last told. So nothing is kept for a client, and nothing sent twice.
 */
export function createHub(context: Context, readRevisions: () => Promise<Revisions>): Hub {
  const { clock, log } = context
  const streams = new Set<Stream>()
  const look = createLook(context, readRevisions)
  let isRunning = false
  let isOver = false
  let hasFailed = false
  let turnAt = 0
  let wake = () => {}

  async function run(): Promise<void> {
    isRunning = true
    while (streams.size > 0) {
      const isTurn = performance.now() >= turnAt
      if (isTurn) turnAt = performance.now() + lookEvery
      // A client that joins between two turns waits for none, and costs no look at all the others.
      const there = [...streams].filter(({ isReady }) => isTurn || !isReady)
      try {
        tell(there, await lookFor(there, isTurn))
        hasFailed = false
      } catch (error) {
        // Once for an outage, not each second of it.
        if (!hasFailed) log.warn(toLog(error), 'streams of events cannot be told what changed right now')
        hasFailed = true
      }
      for (const stream of streams) if (clock.elapsed() - stream.wroteAt >= beatEvery) write(stream, ':\n\n')
      if (hasFailed || [...streams].every(({ isReady }) => isReady)) await pause()
    }
    isRunning = false
  }
  function pause(): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, Math.max(0, turnAt - performance.now()))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function lookFor(there: readonly Stream[], areAll: boolean): Promise<State> {
    const holders = there.flatMap(stream => (stream.held === null ? [] : { ...stream.held, stream }))
    for (const { stream } of await findEnded(context, holders)) leave(stream)
    const still = there.filter(stream => streams.has(stream))
    const addressesOf = (some: readonly Stream[]) => new Set(some.flatMap(({ held }) => held?.address ?? []))
    return look({
      mail: addressesOf(still.filter(({ hearsMail }) => hearsMail)),
      tasks: addressesOf(still.filter(({ hearsTasks }) => hearsTasks)),
      areAll,
    })
  }

  function tell(there: readonly Stream[], state: State): void {
    for (const stream of there) {
      if (!streams.has(stream)) continue
      const now = seenBy(stream, state)
      const unread = unreadOf(stream, state)
      const events: object[] = []
      if (!stream.isReady) {
        const address = stream.held && checksum(stream.held.address)
        events.push({ type: 'ready', address, resumed: stream.seen !== null, unread })
      }
      const before = stream.seen ?? now
      for (const type of ['quests', 'leaderboard', 'community-dao'] as const)
        if (now[type] !== before[type]) events.push({ type, revision: Number(now[type]) })
      if (now.mail !== before.mail && unread !== null) events.push({ type: 'mail', unread })
      if (now.tasks !== before.tasks && now.tasks !== nothing) events.push({ type: 'tasks' })
      stream.seen = now
      stream.isReady = true
      if (events.length > 0) write(stream, toText(events, toEventId(now)))
    }
  }

  function write(stream: Stream, text: string): void {
    stream.wroteAt = clock.elapsed()
    stream.write(text)
  }
  function leave(stream: Stream): void {
    streams.delete(stream)
    stream.end()
  }

  return {
    get isOver() {
      return isOver
    },
    join(stream) {
      streams.add(stream)
      stream.body.once('close', () => {
        streams.delete(stream)
        if (streams.size === 0) wake()
      })
      // Proxies that wait for a first byte get one at once.
      write(stream, ':\n\n')
      if (isRunning) wake()
      else void run()
    },
    end() {
      isOver = true
      for (const stream of [...streams]) leave(stream)
      wake()
    },
  }
}

function seenBy({ held, hearsMail, hearsTasks }: Stream, { revisions, mailboxes, tasks }: State): Seen {
  const address = held?.address
  const privately = (stamp: string | undefined) =>
    address === undefined || stamp === undefined ? nothing : digestOf(address, stamp)
  return {
    quests: String(revisions.quests),
    leaderboard: String(revisions.leaderboard),
    'community-dao': String(revisions.community_dao + revisions.obligations),
    mail: privately(hearsMail && address ? mailboxes.get(address)?.stamp : undefined),
    tasks: privately(hearsTasks && address ? tasks.get(address)?.stamp : undefined),
  }
}

function unreadOf({ held, hearsMail }: Stream, { mailboxes }: State): number | null {
  return held !== null && hearsMail ? (mailboxes.get(held.address)?.unread ?? null) : null
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html; the id covers all events, so the last one has it. */
function toText(events: readonly object[], id: string): string {
  return events
    .map((event, index) => {
      const { type, ...data } = event as { type: string }
      const last = index === events.length - 1 ? `id: ${id}\n` : ''
      return `${last}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
    })
    .join('')
}
