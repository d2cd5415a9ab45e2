import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequestError } from '../errors.ts'
import { requireCarriableText } from './json-body.ts'

/**
 * How many entries of a list are asked for.
 * @throws BadRequestError where they are none, or more than there may be.
 */
export function readLimit(
  given: string | undefined,
  { most, otherwise = most }: { most: number; otherwise?: number },
): number {
  const limit = given === undefined ? otherwise : Number(given)
  if (limit < 1 || limit > most) throw new BadRequestError(`limit must be from 1 to ${most}.`)
  return limit
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keys of the query that are lists: by commas, or repeated. */
    repeats?: readonly string[]
  }
}

/** A key that is given twice has no one meaning, but where it is a list; and the text rules of bodies hold for paths and queries. */
export function checkAddresses(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // A path that is none of ours leads nowhere, whatever is in it.
    if (!request.is404)
      for (const value of Object.values(request.params as Record<string, string>))
        requireCarriableText(value, 'The path')
    requireCarriableText(decode(queryOf(request.url)), 'The query')
    const query = request.query as Record<string, string | string[]>
    for (const [key, value] of Object.entries(query)) {
      if (!Array.isArray(value)) continue
      if (!request.routeOptions.config.repeats?.includes(key))
        throw new BadRequestError(`The query has ${key} more than once.`)
      query[key] = value.join(',')
    }
    done()
  })
}

/**
 * The address of what is asked for: the schema's fields alone, in its order. What else strangers write into a query makes
 * no other address.
 */
export function urlOf(request: FastifyRequest, { properties }: { properties: object }): string {
  const given = request.query as Readonly<Record<string, string | undefined>>
  const known = Object.keys(properties).flatMap(name => {
    const value = given[name]
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  const [path = ''] = request.url.split('?', 1)
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

/** All after the first question mark: the others are text like any. */
export function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}

/** The parser leaves a percent sequence that is no UTF-8 as it was. */
function decode(query: string): string {
  if (!query.includes('%')) return query
  try {
    return decodeURIComponent(query)
  } catch (error) {
    throw new BadRequestError('The query is not valid percent-encoded UTF-8.', { cause: error })
  }
}
