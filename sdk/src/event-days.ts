import type { DayEvent, EventDay } from './contract/index.ts'
import { FurrowError } from './errors.ts'
import { type Connection, openPublic } from './transport.ts'

export type OpenedDay = EventDay & {
  /** The events in the order of the log, decompressed as they arrive: to be read once. */
  readonly items: AsyncIterable<DayEvent>
}

export async function openDay(connection: Connection, day: string): Promise<OpenedDay> {
  const response = await openPublic(connection, `/data/events-${day}.ndjson.gz`)
  const lines = readLines(response)
  const first = await lines.next()
  if (first.done) throw unreadable()
  const head = parse<EventDay>(first.value)
  return { ...head, items: readEvents(lines, head.events) }
}

/** @throws FurrowError where fewer events arrive than were told: an answer that broke off is no day. */
async function* readEvents(lines: AsyncGenerator<string>, told: number): AsyncGenerator<DayEvent> {
  let count = 0
  for await (const line of lines) {
    count++
    yield parse<DayEvent>(line)
  }
  if (count !== told) throw unreadable()
}

async function* readLines({ body }: Response): AsyncGenerator<string> {
  if (body === null) throw unreadable()
  // The type of a Uint8Array's buffer differs between the platforms, its bytes do not.
  const gunzip = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>
  const reader = body.pipeThrough(gunzip).getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cause => {
        throw unreadable(cause)
      })
      if (done) break
      const lines = (text + decoder.decode(value, { stream: true })).split('\n')
      text = lines.pop() as string
      yield* lines
    }
  } finally {
    // Also where the reader left before the end: nothing more is sent then.
    await reader.cancel().catch(() => {})
  }
  if (text !== '') throw unreadable()
}

function parse<T>(line: string): T {
  try {
    return JSON.parse(line) as T
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): FurrowError {
  return new FurrowError(0, 'The events of this day cannot be read to their end.', null, {
    code: 'unreadable-answer',
    cause,
  })
}
