import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequestError } from '../errors.ts'
import { requireCarriableText } from './json-body.ts'

/** @throws BadRequestError where the limit is below 1 or above `most`. */
export function readLimit(
  given: string | undefined,
  { most, otherwise = most }: { most: number; otherwise?: number },
): number {
  const limit = given === undefined ? otherwise : Number(given)
  if (limit < 1 || limit > most) throw new BadRequestError(`limit must be from 1 to ${most}.`)
  return limit
}

/** A cursor's named parts: `readCursor<'at'>(cursor, /^(?<at>\d+)$/)`. @throws BadRequestError for any other cursor. */
export function readCursor<Part extends string, Maybe extends string = never>(
  cursor: string,
  shape: RegExp,
): Readonly<Record<Part, string> & Partial<Record<Maybe, string>>> {
  const found = shape.exec(cursor)
  if (found === null) throw wrongCursor()
  return found.groups as Record<Part, string> & Partial<Record<Maybe, string>>
}

export function wrongCursor(): BadRequestError {
  return new BadRequestError('cursor must come from a Link header.', { code: 'invalid-cursor' })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Query keys that are lists: separated by commas, or repeated. */
    repeats?: readonly string[]
  }
}

/** Refuses repeated query keys that are no lists, and applies the text rules of bodies to paths and queries. */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // An unknown path is answered 404, whatever is in it.
    if (!request.is404)
      for (const value of Object.values(request.params as Record<string, string>))
        requireCarriableText(value, 'The path')
    requireCarriableText(decode(queryOf(request.url)), 'The query')
    const query = request.query as Record<string, string | string[]>
    for (const [key, value] of Object.entries(query)) {
      if (!Array.isArray(value)) continue
      if (!request.routeOptions.config.repeats?.includes(key))
        throw new BadRequestError(`The query has ${key} more than once.`, { code: 'malformed-query' })
      query[key] = value.join(',')
    }
    done()
  })
}

/** The canonical URL of a request: the schema's fields alone, in its order. Other query keys make no other address. */
export function urlOf(request: FastifyRequest, { properties }: { properties: object }): string {
  const given = request.query as Readonly<Record<string, string | undefined>>
  const known = Object.keys(properties).flatMap(name => {
    const value = given[name]
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  const [path = ''] = request.url.split('?', 1)
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

export function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}

/** The parser leaves percent sequences alone that are no UTF-8. */
function decode(query: string): string {
  if (!query.includes('%')) return query
  try {
    return decodeURIComponent(query)
  } catch (error) {
    throw new BadRequestError('The query is not valid percent-encoded UTF-8.', {
      code: 'malformed-query',
      cause: error,
    })
  }
}
