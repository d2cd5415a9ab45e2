import { FurrowError } from './errors.ts'

/** Where the service is and who is asking. */
export type Connection = {
  /** The service's address with its prefix: `https://furrow.example.org/api`. */
  readonly baseUrl: string
  /** The session's token, once there is one. */
  token: string | null
  /** Another `fetch` than the platform's, for tests or proxies. */
  readonly fetch?: typeof fetch
}

export type Query = Readonly<Record<string, string | undefined>>

type Call = { readonly query?: Query | undefined; readonly body?: unknown }

/** One page of a list, and the cursor of the next one. */
export type Page<T> = { readonly items: T; readonly cursor: string | null }

/** @throws FurrowError for every failure, also where the service cannot be reached (status 0). */
export async function request<T>(
  connection: Connection,
  method: string,
  path: string,
  call: Call = {},
): Promise<T> {
  return (await (await send(connection, method, path, call)).json()) as T
}

/** As `request`, with the cursor from the `Link` header. */
export async function requestPage<T>(connection: Connection, path: string, query: Query): Promise<Page<T>> {
  const response = await send(connection, 'GET', path, { query })
  const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const cursor = next === undefined ? null : new URLSearchParams(next.split('?', 2)[1]).get('cursor')
  return { items: (await response.json()) as T, cursor }
}

async function send(
  connection: Connection,
  method: string,
  path: string,
  { query, body }: Call,
): Promise<Response> {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  const headers: Record<string, string> = {}
  if (connection.token !== null) headers.authorization = `Bearer ${connection.token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const send = connection.fetch ?? fetch
  const response = await send(`${connection.baseUrl}${path}${search}`, init).catch(cause => {
    throw new FurrowError(0, 'The service cannot be reached.', null, { cause })
  })
  if (!response.ok) throw await readFailure(response)
  return response
}

async function readFailure(response: Response): Promise<FurrowError> {
  const retryAfter = response.headers.get('retry-after')
  const body = (await response.json().catch(() => ({}))) as { error?: string }
  const message = body.error ?? `The service answered with status ${response.status}.`
  return new FurrowError(response.status, message, retryAfter === null ? null : Number(retryAfter))
}
