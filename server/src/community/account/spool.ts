import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { Config } from '../../ground/config/config.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { createTurns, type Turns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'

export type Spooling = {
  readonly ip: string
  /** Turns of its own; otherwise those of people who take their things along. */
  readonly turns?: Turns
  write(to: Writable): Promise<void>
  /** Runs before the reader learns that this was all. */
  atEnd?(): Promise<void>
}

/** An export must not fill the disk of the database. */
const reserve = 500_000_000
const most = { atOnce: 2, waiting: 20 }
const largest = 64 * 1_024

const turnsOf = oneFor((_: Context) =>
  createTurns({ ...most, busy: 'Too many take their things along at once; try again in a moment.' }),
)

/**
 * Streams the data from its first byte through a nameless file: a slow reader holds neither snapshot nor memory, and a
 * killed process leaves nothing. @throws UnavailableError without room, or for too many; any error before the first
 * byte.
 */
export async function spool(
  context: Context,
  { ip, write, atEnd, turns = turnsOf(context) }: Spooling,
): Promise<Readable> {
  const endTurn = await turns.begin(ip)
  try {
    const file = await openAside(context)
    const { begun, over, stream } = readWhile(file, write, atEnd)
    void over.then(endTurn)
    // Nobody gets the stream then, so it is destroyed here, or its file would stay open.
    await begun.catch(error => {
      stream.destroy()
      throw error
    })
    return stream
  } catch (error) {
    endTurn()
    throw error
  }
}

export function folderAside({ dataDir }: Pick<Config, 'dataDir'>): string {
  return dataDir === ':memory:' ? tmpdir() : dataDir
}

async function openAside({ config }: Context): Promise<FileHandle> {
  const folder = folderAside(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reserve) throw full()
  const name = join(folder, `.aside-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await rm(name)
  return file
}

/** `begun` fails where nothing was written; `over` ends once nothing more will be. */
function readWhile(file: FileHandle, write: Spooling['write'], atEnd?: Spooling['atEnd']) {
  const { promise: begun, resolve: begin, reject: fail } = Promise.withResolvers<void>()
  const state = { read: 0, written: 0, over: false, failure: null as Error | null, wake: () => {} }

  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      file.appendFile(chunk).then(() => {
        state.written += chunk.length
        begin()
        state.wake()
        done()
      }, done)
    },
  })
  // A writer at work sees the error in its own write; after the end it must not end the process.
  to.on('error', () => {})
  const over = write(to).then(
    () => {},
    error => {
      state.failure = error.code === 'ENOSPC' ? full(error) : error
      fail(state.failure)
    },
  )
  void over.then(() => {
    begin()
    state.over = true
    state.wake()
    if (stream.destroyed) void file.close()
  })

  async function next(): Promise<void> {
    while (state.read === state.written && !state.over)
      await new Promise<void>(resolve => {
        state.wake = resolve
      })
    if (stream.destroyed) return
    if (state.read === state.written) {
      if (state.failure !== null) throw state.failure
      await atEnd?.()
      stream.push(null)
      return
    }
    const length = Math.min(largest, state.written - state.read)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, state.read)
    state.read += bytesRead
    stream.push(buffer.subarray(0, bytesRead))
  }
  const stream = new Readable({
    highWaterMark: largest,
    read: () => void next().catch(error => stream.destroy(error)),
    destroy(error, done) {
      to.destroy(error ?? new Error('Nobody reads it any more.'))
      state.wake()
      if (state.over) void file.close()
      done(error)
    },
  })
  return { begun, over, stream }
}

function full(cause?: unknown): UnavailableError {
  return new UnavailableError('There is no room to put it together right now.', { cause })
}
