import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Compressed, chooseEncoding, compress, varyByEncoding } from './compression.ts'
import { digestOfBody, sendUnchanged } from './etags.ts'

export type Packed = {
  readonly bytes: Buffer
  readonly type: string
  /** A digest of the bytes, since a database restored from a backup counts the same versions again. */
  readonly digest: string
  readonly compressed: Compressed
}

export function pack(bytes: Buffer, type: string): Packed {
  return { bytes, type, digest: digestOfBody(bytes), compressed: new Map() }
}

/** Sends it, or 304. Not async: promises would cost boards more than the rest of the work. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed): void {
  const { bytes, type, digest, compressed } = packed
  varyByEncoding(reply)
  const encoding = chooseEncoding(request, bytes)
  if (sendUnchanged(request, reply, encoding === null ? `"${digest}"` : `"${digest}-${encoding}"`)) return
  reply.header('content-type', type)
  if (encoding === null) reply.send(bytes)
  else
    compress(bytes, encoding, compressed).then(
      bytes => reply.header('content-encoding', encoding).send(bytes),
      (error: Error) => reply.send(error),
    )
}
