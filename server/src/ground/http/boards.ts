import type { Revisions } from '@furrow/storage/revisions.ts'
import type { Shown } from '@furrow/storage/writes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { UnavailableError } from '../errors.ts'
import { type Packed, pack, sendPacked } from './packed.ts'

const mebibyte = 1_024 * 1_024
/** Strangers choose what is asked for, so the cache and the builds at one time are bounded. */
const most = { entries: 1_000, bytes: 32 * mebibyte, builds: 4, waiting: 200 }

export type Board = {
  readonly key: string
  /** A small board looked up by key, read in one batch: it never waits for other builds. Read after `readVersion`. */
  readonly isSmall?: boolean
  /** A body is served for as long as its version stays the same. @throws HttpError where there is no such board. */
  readVersion(): Promise<string | number>
  make(): Promise<Content>
}

export type Content = ({ readonly value: unknown } | { readonly bytes: Buffer }) & {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Entry = {
  readonly version: string | number
  readonly packed: Packed
  readonly headers: Readonly<Record<string, string>>
}

/** Builds a body once per change; the version is read before, and at each request: no body is older than a request. */
export function createBoards(readRevisions: () => Promise<Revisions>) {
  const entries = new LRUCache<string, Entry>({
    max: most.entries,
    maxSize: most.bytes,
    // Includes the compressed forms and an entry's own overhead.
    sizeCalculation: ({ packed: { bytes } }) => Math.ceil(bytes.length * 1.5) + 500,
  })
  const building = new Map<string, Promise<Entry>>()
  const limit = pLimit(most.builds)

  async function build(reply: FastifyReply, version: string | number, board: Board): Promise<Entry> {
    const content = await board.make()
    const bytes = 'bytes' in content ? content.bytes : Buffer.from(reply.serialize(content.value) as string)
    const packed = pack(bytes, content.type ?? 'application/json; charset=utf-8')
    return { version, packed, headers: content.headers ?? {} }
  }

  async function rebuild(reply: FastifyReply, version: string | number, board: Board): Promise<Entry> {
    const turn = `${version} ${board.key}`
    const pending = building.get(turn)
    if (pending) return pending
    if (!board.isSmall && limit.pendingCount >= most.waiting)
      throw new UnavailableError('Too many different lists are asked for at once; try again in a moment.', {
        code: 'busy',
      })
    const built = board.isSmall ? build(reply, version, board) : limit(() => build(reply, version, board))
    building.set(turn, built)
    try {
      const entry = await built
      entries.set(board.key, entry)
      return entry
    } finally {
      building.delete(turn)
    }
  }

  return {
    /** Not async: almost every request comes through here, and promises would cost more than the rest of the work. */
    send(request: FastifyRequest, reply: FastifyReply, board: Board): void {
      const fail = (error: Error) => void reply.send(error)
      board.readVersion().then(version => {
        const known = entries.get(board.key)
        if (known?.version === version) sendEntry(request, reply, known)
        else rebuild(reply, version, board).then(entry => sendEntry(request, reply, entry), fail)
      }, fail)
    },

    revisionOf: (shown: Shown): Promise<number> => readRevisions().then(revisions => revisions[shown]),
    readRevisions,
  }
}

export type Boards = ReturnType<typeof createBoards>

function sendEntry(request: FastifyRequest, reply: FastifyReply, { packed, headers }: Entry): void {
  reply.header('cache-control', 'no-cache')
  for (const header in headers) reply.header(header, headers[header])
  sendPacked(request, reply, packed)
}
