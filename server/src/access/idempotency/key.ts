import type { FastifyRequest } from 'fastify'
import { BadRequestError } from '../../ground/errors.ts'

/** A string of RFC 8941, as the draft has it; and the bare word that most clients send. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
const bare = /^[\x21\x23-\x7e]+$/
const longest = 255

/** @throws BadRequestError for a malformed Idempotency-Key. */
export function readKey({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const given = headers['idempotency-key']
  if (given === undefined) return null
  const text = String(given)
  const key = quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? bare.exec(text)?.[0] ?? ''
  if (key === '' || key.length > longest)
    throw new BadRequestError(
      `Idempotency-Key must be a string of 1 to ${longest} ASCII characters, in quotes: "<key>".`,
      { code: 'idempotency-key-invalid' },
    )
  return key
}
