import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import pLimit from 'p-limit'
import type { Context } from '../context.ts'
import { UnavailableError } from '../errors.ts'
import { oneFor } from '../one-for.ts'

export type Spooled = { readonly bytes: number; readonly stream: Readable }

/** The database must not find its disk full because somebody takes his things along. */
const reserve = 500_000_000
const most = { atOnce: 2, waiting: 20 }
const limitOf = oneFor((_: Context) => pLimit(most.atOnce))

/**
 * Writes it aside, and gives it to be read when all of it is there: so a slow reader holds no snapshot of the database, and what
 * fails in the middle is told as a failure. The file has no name from the beginning: a process that is killed leaves nothing.
 * @throws UnavailableError where there is no room, or too many ask at once.
 */
export async function spool(context: Context, write: (to: Writable) => Promise<void>): Promise<Spooled> {
  const limit = limitOf(context)
  if (limit.pendingCount >= most.waiting)
    throw new UnavailableError('Too many take their things along at once; try again in a moment.')
  return limit(() => writeAside(context, write))
}

async function writeAside(
  { config: { dataDir } }: Context,
  write: (to: Writable) => Promise<void>,
): Promise<Spooled> {
  const folder = dataDir === ':memory:' ? tmpdir() : dataDir
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < reserve) throw full()
  const name = join(folder, `.aside-${randomUUID()}`)
  const written = await open(name, 'wx', 0o600)
  const read = await open(name, 'r')
  try {
    await rm(name)
    await write(written.createWriteStream())
    const { size } = await read.stat()
    return { bytes: size, stream: read.createReadStream() }
  } catch (error) {
    await Promise.all([written.close(), read.close()])
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? full(error) : error
  }
}

function full(cause?: unknown): UnavailableError {
  return new UnavailableError('There is no room to put it together right now.', { cause })
}
