import type { Readable } from 'node:stream'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findCaller } from '../../access/auth/session.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError, UnauthorizedError, UnavailableError } from '../../ground/errors.ts'
import { sendUnchanged } from '../../ground/http/etags.ts'
import { securityHeaders } from '../../ground/http/headers.ts'
import { isForAll, maySee } from './readers.ts'
import { findFile } from './rows.ts'
import { nameOf } from './show.ts'

/** A browser shows the file on its own: without scripts, frames, forms, or this origin's name. */
const contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Caches ask about public files each time, and keep no others. @throws NotFoundError; UnauthorizedError (evidence). */
export async function sendFile(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const [id = '', ending] = name.split('.', 2)
  const row = await findFile(context.db, id)
  const isPublic = row !== null && isForAll(row)
  if (!isPublic) await requireReader(context, request, id, row)
  if (row === null || (ending !== undefined && nameOf(row) !== name)) throw noSuchFile()

  const headers = headersOf(row, isPublic)
  if (sendUnchanged(request, reply.headers(headers), headers.etag)) return reply
  try {
    return reply.header('content-length', row.bytes).send(await openBytes(context, row))
  } catch (error) {
    // These headers belong to the file, and not to the failure.
    for (const name of [...Object.keys(headers), 'content-length']) reply.removeHeader(name)
    reply.headers(securityHeaders)
    throw error
  }
}

/** @throws UnauthorizedError for evidence without a session; NotFoundError for readers who may not see the file. */
async function requireReader(
  context: Context,
  request: FastifyRequest,
  id: string,
  row: FileRow | null,
): Promise<void> {
  const reader = await findCaller(context, request, 'read')
  if (reader === null && id.endsWith('-private'))
    throw new UnauthorizedError('This is for those whom it concerns: Authorization: Bearer <token>.', {
      code: 'token-missing',
    })
  if (reader === null || row === null || !(await maySee(context, row, reader))) throw noSuchFile()
}

function noSuchFile(): NotFoundError {
  return new NotFoundError('There is no such file.', { code: 'file-not-found' })
}

async function openBytes({ config, log }: Context, { id, hash }: FileRow): Promise<Readable> {
  const bytes = await fileStoreOf(config).open(hash)
  if (bytes !== null) return bytes
  log.error({ file: id, hash }, 'the bytes of a file are missing')
  throw new UnavailableError('What is in this file cannot be read right now.')
}

function headersOf(row: FileRow, isPublic: boolean) {
  const { type, hash } = row
  return {
    etag: `"${hash.slice(0, 22)}"`,
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-disposition': `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename="${nameOf(row)}"`,
    'cache-control': isPublic ? 'public, no-cache' : 'private, no-store',
    'content-security-policy': contentSecurityPolicy,
  }
}
