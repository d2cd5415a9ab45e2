import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../ground/context.ts'
import { sendUnchanged } from '../../ground/http/etags.ts'
import { securityHeaders } from '../../ground/http/headers.ts'
import { findKept, type Kept, readBytes, type Size, type Subject } from './kept.ts'
import { isForNow, type Order, renew } from './renew.ts'

/** Confines whatever a browser makes of it; any page may show it, since it is for everyone. */
const headers = {
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** The stored picture, made now if this version has none, or none of late; null if there is none. */
export async function readPicture(context: Context, ip: string, order: Order): Promise<Kept | null> {
  const { subject, source } = order
  const known = await findKept(context, subject, source)
  if (known !== null && context.clock.now() < known.next_at) return known
  try {
    await renew(context, ip, order, known)
  } catch (error) {
    // A slightly old picture is better than nothing.
    if (isForNow(error) && known?.hash != null) return known
    throw error
  }
  return findKept(context, subject, source)
}

type Picture = {
  readonly subject: Subject
  readonly hash: string
  readonly size: Size
  readonly type: string
  readonly keptFor: string
}

/** Sends it, or 304 to a client that has it; false if it went away meanwhile. */
export async function sendPicture(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  picture: Picture,
): Promise<boolean> {
  const { hash, size, subject, type, keptFor } = picture
  const own = { ...headers, 'cache-control': keptFor }
  if (sendUnchanged(request, reply.headers(own), `"${hash}-${size}"`)) return true
  const bytes = await readBytes(context, subject, hash, size)
  if (bytes === null) {
    // These headers are for the picture, and not for the answer in its place.
    for (const name of [...Object.keys(own), 'etag']) reply.removeHeader(name)
    reply.headers(securityHeaders)
    return false
  }
  reply.type(type).send(bytes)
  return true
}
