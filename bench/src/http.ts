import { Pool } from 'undici'

export type Request = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type Asks = {
  /** The text of the answer. @throws where the status is no success. */
  ask(request: Request): Promise<string>
}
export type Client = Asks & AsyncDisposable

/**
 * Kept connections to a server, with one request under way on each. It uses undici, because the client shares the cores
 * with the measured server.
 */
export function connect(origin: string, connections: number): Client {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  return {
    async ask({ method, path, token, headers, body }) {
      const answer = await pool.request({
        method,
        path,
        headers: {
          ...headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.body.text()
      if (answer.statusCode < 200 || answer.statusCode > 299)
        throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
      return text
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
