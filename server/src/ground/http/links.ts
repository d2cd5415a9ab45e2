import { queryOf } from './queries.ts'

/** A `Link: rel="next"` value (RFC 8288): the same request with that cursor. */
export function nextLink(url: string, cursor: string): string {
  const [path = ''] = url.split('?', 1)
  const parameters = new URLSearchParams(queryOf(url))
  parameters.set('cursor', cursor)
  return `<${path}?${parameters}>; rel="next"`
}
