import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Revisions } from '../db/revisions.ts'
import type { Shown } from '../db/writes.ts'
import { sendUnchanged } from './etags.ts'

const maxEntries = 200
const maxBytes = 32 * 1024 * 1024

/** What a board answers with: the value (its route's schema serialises it) and further headers. */
export type Board = { readonly value: unknown; readonly headers?: Readonly<Record<string, string>> }

type Entry = {
  readonly revision: number
  readonly bytes: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Bodies that many ask for, built once per change. The revision is read before the body is built and compared at each
 * request, so a body is never older than the request it answers, whichever process wrote.
 */
export function createBoards(readRevisions: () => Promise<Revisions>) {
  const entries = new Map<string, Entry>()
  const building = new Map<string, Promise<Entry>>()
  let bytes = 0

  function keep(key: string, entry: Entry): void {
    bytes += entry.bytes.length - (entries.get(key)?.bytes.length ?? 0)
    entries.delete(key)
    entries.set(key, entry)
    for (const [oldest, { bytes: old }] of entries) {
      if (entries.size <= maxEntries && bytes <= maxBytes) break
      entries.delete(oldest)
      bytes -= old.length
    }
  }

  async function build(reply: FastifyReply, revision: number, make: () => Promise<Board>): Promise<Entry> {
    const { value, headers = {} } = await make()
    const body = Buffer.from(reply.serialize(value) as string)
    // Of the bytes, not of the revision: a database restored from a backup counts the same revisions again.
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    return { revision, bytes: body, etag, headers }
  }

  /** One build for all who ask for the same board at the same revision. */
  async function rebuild(key: string, reply: FastifyReply, revision: number, make: () => Promise<Board>) {
    const turn = `${revision} ${key}`
    const pending = building.get(turn)
    if (pending) return pending
    const built = build(reply, revision, make)
    building.set(turn, built)
    try {
      const entry = await built
      keep(key, entry)
      return entry
    } finally {
      building.delete(turn)
    }
  }

  /**
   * Sends the board of that name, or 304 to who has it already. It is no async function: on the path that almost every
   * request takes, promises of its own would cost more than all that is done there.
   */
  return function sendBoard(
    request: FastifyRequest,
    reply: FastifyReply,
    shown: Shown,
    name: string,
    make: () => Promise<Board>,
  ): void {
    const key = `${shown} ${name}`
    const fail = (error: Error) => void reply.send(error)
    readRevisions().then(revisions => {
      const known = entries.get(key)
      if (known?.revision === revisions[shown]) sendEntry(request, reply, known)
      else rebuild(key, reply, revisions[shown], make).then(entry => sendEntry(request, reply, entry), fail)
    }, fail)
  }
}

function sendEntry(request: FastifyRequest, reply: FastifyReply, entry: Entry): void {
  reply.header('cache-control', 'no-cache')
  for (const header in entry.headers) reply.header(header, entry.headers[header])
  if (!sendUnchanged(request, reply, entry.etag))
    reply.header('content-type', 'application/json; charset=utf-8').send(entry.bytes)
}

export type SendBoard = ReturnType<typeof createBoards>
