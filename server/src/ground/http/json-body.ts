import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../errors.ts'
import { hasBody } from './gentle-close.ts'
import { maxDepth, maxValues, requireSmallShape } from './json-shape.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Accepts JSON bodies alone, and refuses those that a database or a later step could not carry unharmed. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers, is404, raw }, _reply, done) => {
    // Every body here is JSON, so a missing content type means that; a path without a route reads none.
    if (headers['content-type'] === undefined && !is404 && hasBody(raw))
      headers['content-type'] = 'application/json'
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : parseJson(bytes)),
  )
}

/** @throws BadRequestError for bad UTF-8, malformed JSON, NUL, lone surrogates, or too much nesting. */
function parseJson(bytes: Buffer): unknown {
  requireSmallShape(bytes)
  const value = parseRaw(bytes)
  requireCarriable(value)
  return value
}

/** As `parseJson`, of any size and depth, for signed bodies. @throws BadRequestError for bad UTF-8 or malformed JSON. */
export function parseRaw(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (error) {
    const what = error instanceof SyntaxError ? 'well-formed JSON' : 'valid UTF-8'
    throw new BadRequestError(`The body is not ${what}.`, { code: 'malformed-body', cause: error })
  }
}

/** Walks without recursion: a body of brackets alone must not overflow the stack. */
function requireCarriable(root: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let nodes = 0; waiting.length > 0; nodes++) {
    if (nodes > maxValues)
      throw new BadRequestError(`The body has more than ${maxValues} values.`, { code: 'malformed-body' })
    const { value, depth } = waiting.pop() as { value: unknown; depth: number }
    if (typeof value === 'string') requireCarriableText(value, 'The body')
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new BadRequestError('The body has a number that is too large.', { code: 'malformed-body' })
    if (typeof value !== 'object' || value === null) continue
    if (depth === maxDepth)
      throw new BadRequestError(`The body is nested deeper than ${maxDepth} levels.`, {
        code: 'malformed-body',
      })
    for (const [key, child] of Object.entries(value)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype')
        throw new BadRequestError(`The body has a key named ${key}.`, { code: 'malformed-body' })
      requireCarriableText(key, 'The body')
      waiting.push({ value: child, depth: depth + 1 })
    }
  }
}

/** PostgreSQL refuses NUL and lone surrogates and SQLite does not: neither gets them. */
export function requireCarriableText(text: string, where: string): void {
  if (text.includes('\0'))
    throw new BadRequestError(`${where} has a NUL character.`, { code: 'malformed-request' })
  if (!text.isWellFormed())
    throw new BadRequestError(`${where} has half of a surrogate pair.`, { code: 'malformed-request' })
}
