import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type JsonHost = {
  readonly url: string
  readonly asked: string[]
  /** The queries of all questions, in the same order. */
  readonly queries: string[]
  /** The bodies that came with `METHOD /path`, in order. */
  readonly sent: { readonly to: string; readonly body: string }[]
  answers: Record<string, unknown>
  /** The headers of every answer. */
  headers: Record<string, string>
}

/**
 * Answers `METHOD /path` (without the query) with its recorded answer, and anything else with 404. A list comes in pages of
 * at most so many, as the query asks for them, with a link to the next one.
 */
export async function startJsonHost(
  answers: Record<string, unknown>,
  { mostItems = 100 }: { mostItems?: number } = {},
): Promise<JsonHost> {
  const host: JsonHost = { url: '', asked: [], queries: [], sent: [], answers, headers: {} }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://host')
    const key = `${request.method} ${url.pathname}`
    host.asked.push(key)
    host.queries.push(url.search)
    let body = ''
    request.setEncoding('utf8').on('data', chunk => (body += chunk))
    request.on('end', () => {
      if (body !== '') host.sent.push({ to: key, body })
    })
    const answer = host.answers[key]
    const { shown, link } = Array.isArray(answer) ? pageOf(answer, url, mostItems) : { shown: answer }
    response.writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
      ...host.headers,
      ...(link !== undefined && { link }),
    })
    response.end(JSON.stringify(shown ?? { message: 'Not Found' }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(host, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function pageOf(items: readonly unknown[], url: URL, mostItems: number): { shown: unknown; link?: string } {
  const query = url.searchParams
  const asked = Number(query.get('per_page') ?? query.get('limit') ?? mostItems)
  const size = Math.min(asked, mostItems)
  const page = Number(query.get('page') ?? 1)
  const shown = items.slice((page - 1) * size, page * size)
  if (page * size >= items.length) return { shown }
  query.set('page', String(page + 1))
  return { shown, link: `<${url}>; rel="next"` }
}
