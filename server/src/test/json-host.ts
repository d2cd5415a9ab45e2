import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type JsonHost = { readonly url: string; readonly asked: string[]; answers: Record<string, unknown> }

/** Answers `METHOD /path` (without the query) with what is recorded for it, and anything else with 404. */
export async function startJsonHost(answers: Record<string, unknown>): Promise<JsonHost> {
  const host: JsonHost = { url: '', asked: [], answers }
  const server = createServer((request, response) => {
    request.resume()
    const key = `${request.method} ${request.url?.split('?')[0]}`
    host.asked.push(key)
    const answer = host.answers[key]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { message: 'Not Found' }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(host, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
