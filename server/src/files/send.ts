import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findCaller } from '../auth/session.ts'
import { fileStoreOf } from '../clients/file-store/file-store.ts'
import type { Context } from '../context.ts'
import type { FileRow } from '../db/file-tables.ts'
import { NotFoundError, UnauthorizedError, UnavailableError } from '../errors.ts'
import { sendUnchanged } from '../http/etags.ts'
import { securityHeaders } from '../http/headers.ts'
import { maySee } from './place.ts'
import { findFile } from './rows.ts'
import { nameOf } from './show.ts'

const year = 31_536_000

/** Whatever a browser makes of it, it is alone there: without scripts, frames, forms, or this origin's name. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Sends what is in a file. A public one is never another: who has it need not ask again. Evidence is kept by nobody on the
 * way, and who may not see it does not learn that it is there.
 * @throws NotFoundError; UnauthorizedError for evidence without a session.
 */
export async function sendFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const [id = '', ending] = name.split('.', 2)
  const caller = await findCaller(context, request, 'read')
  if (id.endsWith('-private') && caller === null)
    throw new UnauthorizedError('This is for those whom it concerns: Authorization: Bearer <token>.')
  const row = await findFile(context.db, id)
  if (row === null || (ending !== undefined && nameOf(row) !== name) || !maySee(context, row, caller))
    throw new NotFoundError('There is no such file.')

  const headers = headersOf(row)
  if (sendUnchanged(request, reply.headers(headers), headers.etag)) return reply
  try {
    return reply.header('content-length', row.bytes).send(await openBytes(context, row))
  } catch (error) {
    // They are of the file, and not of the failure.
    for (const name of [...Object.keys(headers), 'content-length']) reply.removeHeader(name)
    reply.headers(securityHeaders)
    throw error
  }
}

async function openBytes({ config, log }: Context, { id, hash }: FileRow): Promise<Readable> {
  const bytes = await fileStoreOf(config).open(hash)
  if (bytes !== null) return bytes
  log.error({ file: id, hash }, 'the bytes of a file are missing')
  throw new UnavailableError('What is in this file cannot be read right now.')
}

function headersOf(row: FileRow) {
  const { type, quest_id, hash } = row
  const isPublic = quest_id === null
  return {
    etag: `"${hash.slice(0, 22)}"`,
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-disposition': `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${nameOf(row)}"`,
    'cache-control': isPublic ? `public, max-age=${year}, immutable` : 'private, no-store',
    'content-security-policy': contentSecurityPolicy,
  }
}
