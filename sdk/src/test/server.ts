import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Asked = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Strings go out as they are, anything else as JSON. */
  readonly body?: unknown
  /** Announces more than it sends, and hangs up. */
  readonly cut?: boolean
  /** Hangs up without an answer. */
  readonly gone?: boolean
}

/** A real server with one answer for every request; it ends with the test. */
export async function startServer(answer: (asked: Asked) => Answer) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(one)
    const { status = 200, headers = {}, body, cut = false, gone = false } = answer(one)
    if (gone) {
      response.destroy()
      return
    }
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { ...headers, ...(cut && { 'content-length': text.length + 10 }) })
    if (cut) response.write(text, () => response.destroy())
    else response.end(text)
  })
  return { ...(await listen(server)), asked }
}

/** A server that takes what it is asked, and says nothing. `asked` resolves with the first question. */
export async function startSilent() {
  const server = createServer()
  return { ...(await listen(server)), asked: once(server, 'request') }
}

async function listen(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/api`, stop }
}
