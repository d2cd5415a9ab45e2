import { createParser } from 'eventsource-parser'
import type { LiveEvent } from './contract/events.ts'
import { FurrowError } from './errors.ts'
import { type Connection, openStream, unreachable } from './transport.ts'

export type EventOptions = {
  /** Ends the stream: the loop ends without an error. */
  readonly signal?: AbortSignal | undefined
  /** Called each time a connection is lost, before the next try. */
  readonly onLost?: (() => void) | undefined
}

const firstPause = 1_000
const longestPause = 60_000
/** A timer of more than 24 days ends at once. */
const longestNamed = 24 * 60 * 60_000
/** The service writes something every 20 seconds. */
const silence = 50_000

/** Yields all events, reconnecting as often as needed. @throws FurrowError where reconnecting would not help. */
export async function* listen(
  connection: Connection,
  { signal, onLost }: EventOptions = {},
): AsyncGenerator<LiveEvent, void> {
  let lastId: string | null = null
  const takeId = (id: string) => {
    lastId = id
  }
  for (let failures = 0; ; failures++) {
    let named = 0
    try {
      for await (const event of readOnce(connection, lastId, signal, takeId)) {
        failures = 0
        yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!(error instanceof FurrowError) || !isPassing(error)) throw error
      named = Math.min((error.retryAfter ?? 0) * 1_000, longestNamed)
    }
    if (signal?.aborted) return
    onLost?.()
    // Spread out: a restarted service has enough to do.
    const own = Math.min(firstPause * 2 ** failures, longestPause) * (0.5 + Math.random())
    const delay = connection.retry?.delay ?? ((pause: number) => sleep(pause, signal))
    await delay(Math.max(own, named))
    if (signal?.aborted) return
  }
}

function isPassing({ status }: FurrowError): boolean {
  return status === 0 || status === 429 || status >= 500
}

async function* readOnce(
  connection: Connection,
  lastId: string | null,
  signal: AbortSignal | undefined,
  takeId: (id: string) => void,
): AsyncGenerator<LiveEvent, void> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal?.addEventListener('abort', abort)
  let timer = setTimeout(abort, silence)
  const events: LiveEvent[] = []
  const parser = createParser({
    onEvent({ event, data, id }) {
      const parsed = parseData(data)
      if (event === undefined || parsed === null) return
      events.push({ ...parsed, type: event } as LiveEvent)
      if (id !== undefined) takeId(id)
    },
    maxBufferSize: 65_536,
  })
  try {
    if (signal?.aborted) return
    const response = await openStream(connection, '/events', lastId, stop.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || value === undefined) return
      clearTimeout(timer)
      timer = setTimeout(abort, silence)
      parser.feed(value)
      yield* events.splice(0)
    }
  } catch (cause) {
    if (cause instanceof FurrowError) throw cause
    throw unreachable(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    abort()
  }
}

/** Only objects are events of ours. */
function parseData(data: string): object | null {
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

function sleep(pause: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pause)
    signal?.addEventListener('abort', end)
  })
}
