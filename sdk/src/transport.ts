import type { QuestTermsChange } from './contract/quest-revisions.ts'
import { FurrowError, type FurrowErrorCode } from './errors.ts'
import { everyPage } from './pages.ts'
import { createKey, type RetryOptions, retrying, retryingRead } from './retry.ts'

/** The service's place and the caller. */
export type Connection = {
  /** The service's address with its prefix: `https://furrow.example.org/api`. */
  readonly baseUrl: string
  /** The session's token, once there is one. */
  token: string | null
  /** Replaces the platform's `fetch`, for tests or proxies. */
  readonly fetch?: typeof fetch
  /** How calls are repeated; null where they are not, and changing ones get no keys of their own. */
  readonly retry: RetryOptions | null
  /** The newest page of each list requested, so that repeating costs little while nothing changed. */
  readonly pages: Map<string, { readonly etag: string; readonly page: Page<unknown> }>
}

export type Query = Readonly<Record<string, string | undefined>>

/** Options of a call that changes something. */
export type ChangeOptions = {
  /**
   * A key of your own for this one change, 1 to 255 ASCII characters. With a stored key, a program that was ended in the
   * middle can make the same call again within a day, without a second effect.
   */
  readonly idempotencyKey?: string | undefined
}

type Call = ChangeOptions & {
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly ifNoneMatch?: string | undefined
  readonly lastEventId?: string | null
  readonly signal?: AbortSignal
}

/** One page of a list, and the cursor of the next one. */
export type Page<T> = { readonly items: T; readonly cursor: string | null }

/** A read is repeated. @throws FurrowError for every failure, also where the service cannot be reached or read (status 0). */
export async function request<T>(
  connection: Connection,
  method: string,
  path: string,
  call: Call = {},
): Promise<T> {
  if (method !== 'GET') return ask<T>(connection, method, path, call)
  const asker = { ...connection }
  return retryingRead(connection.retry, () => ask<T>(asker, method, path, call))
}

async function ask<T>(connection: Connection, method: string, path: string, call: Call): Promise<T> {
  return readJson<T>(await send(connection, method, path, call))
}

/** Like `request`, for a call with the same effect however often it comes: it is repeated without a key. */
export async function requestAgain<T>(
  connection: Connection,
  method: string,
  path: string,
  call: Call = {},
): Promise<T> {
  const { retry } = connection
  const asker = { ...connection }
  const once = () => ask<T>(asker, method, path, call)
  return retry === null ? once() : retrying(retry, once)
}

/** For answers other than JSON. @throws FurrowError */
export async function requestBlob(connection: Connection, path: string, query: Query = {}): Promise<Blob> {
  const asker = { ...connection }
  return retryingRead(connection.retry, async () => {
    const response = await send(asker, 'GET', path, { query })
    return response.blob().catch(unreadable)
  })
}

/** Like `request`, for a call with another effect each time: it is repeated with one key. */
export async function requestOnce<T>(
  connection: Connection,
  method: 'POST' | 'PATCH',
  path: string,
  body: unknown,
  { idempotencyKey }: ChangeOptions = {},
): Promise<T> {
  const { retry } = connection
  if (retry === null) return ask<T>(connection, method, path, { body, idempotencyKey })
  const call = { body, idempotencyKey: idempotencyKey ?? createKey() }
  // A copy: a sign-in meanwhile must not change who asks.
  const asker = { ...connection }
  return retrying(retry, () => ask<T>(asker, method, path, call))
}

/** Opens a stream of events; resolves with the head of its answer. */
export function openStream(
  connection: Connection,
  path: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<Response> {
  return send(connection, 'GET', path, { lastEventId, signal })
}

/** Opens a file beside the interface, at the root of the service, for everyone: without the token. @throws FurrowError */
export function openPublic(connection: Connection, path: string): Promise<Response> {
  const { location } = globalThis as { location?: { href: string } }
  const { origin } = new URL(connection.baseUrl, location?.href)
  const asker = { ...connection, baseUrl: origin, token: null }
  return retryingRead(connection.retry, () => send(asker, 'GET', path, {}))
}

const keptPages = 20

/** Like `request`, with the cursor from the `Link` header. An unchanged page is not sent again. */
export function requestPage<T>(connection: Connection, path: string, query: Query): Promise<Page<T>> {
  const asker = { ...connection }
  return retryingRead(connection.retry, () => askForPage<T>(asker, path, query))
}

async function askForPage<T>(connection: Connection, path: string, query: Query): Promise<Page<T>> {
  const key = `${connection.token} ${path} ${JSON.stringify(query)}`
  const kept = connection.pages.get(key)
  const response = await send(connection, 'GET', path, { query, ifNoneMatch: kept?.etag })
  if (response.status === 304 && kept !== undefined) return kept.page as Page<T>
  const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const cursor = next === undefined ? null : new URLSearchParams(next.split('?', 2)[1]).get('cursor')
  const page: Page<T> = { items: await readJson<T>(response), cursor }
  const etag = response.headers.get('etag')
  connection.pages.delete(key)
  if (etag !== null) connection.pages.set(key, { etag, page })
  for (const oldest of connection.pages.keys())
    if (connection.pages.size > keptPages) connection.pages.delete(oldest)
  return page
}

/** All items, page by page. @throws FurrowError */
export async function requestAll<T>(connection: Connection, path: string, query: Query): Promise<T[]> {
  const all: T[] = []
  for await (const items of everyPage(from => requestPage<T>(connection, path, { ...query, ...from })))
    all.push(items)
  return all
}

async function send(
  connection: Connection,
  method: string,
  path: string,
  { query, body, ifNoneMatch, idempotencyKey, lastEventId, signal }: Call,
): Promise<Response> {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  const headers: Record<string, string> = {}
  if (connection.token !== null) headers.authorization = `Bearer ${connection.token}`
  if (ifNoneMatch !== undefined) headers['if-none-match'] = ifNoneMatch
  if (lastEventId) headers['last-event-id'] = lastEventId
  if (idempotencyKey !== undefined)
    headers['idempotency-key'] = `"${idempotencyKey.replace(/["\\]/g, '\\$&')}"`
  // A form sets its own type, with the boundary of its parts.
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  const init = {
    method,
    headers,
    // To follow it makes a GET of a POST: what was to be written would be lost, and the answer be that of another question.
    ...(method !== 'GET' && { redirect: 'manual' as const }),
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const send = connection.fetch ?? fetch
  const response = await send(`${connection.baseUrl}${path}${search}`, init).catch(cause => {
    refuseUnsendable(headers)
    throw unreachable(cause)
  })
  if (!response.ok && response.status !== 304) throw await readFailure(response)
  return response
}

/** `fetch` fails for these as for a connection, and they would be sent again and again. @throws TypeError */
function refuseUnsendable(headers: Readonly<Record<string, string>>): void {
  try {
    new Headers(headers)
  } catch (cause) {
    throw new TypeError('A token or an idempotency key has characters that a header cannot carry.', { cause })
  }
}

/** A connection breaking in the middle, or a page by some proxy, is no answer of the service. */
async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (cause) {
    return unreadable(cause)
  }
}

function unreadable(cause: unknown): never {
  throw new FurrowError(0, 'The answer of the service cannot be read.', null, {
    code: 'unreadable-answer',
    cause,
  })
}

async function readFailure(response: Response): Promise<FurrowError> {
  const moved = sentenceOfMove(response)
  if (moved !== null) return new FurrowError(response.status, moved, null, { code: 'unexplained-answer' })
  const retryAfter = response.headers.get('retry-after') ?? ''
  const body = (await response.json().catch(() => null)) as {
    error?: unknown
    code?: unknown
    changed?: QuestTermsChange
  } | null
  const said = typeof body?.error === 'string' ? body.error : ''
  const message = said || `The service answered with status ${response.status}.`
  // A proxy may send a date; the service gives seconds.
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
  const named = typeof body?.code === 'string' ? (body.code as FurrowErrorCode) : null
  const code = said === '' ? 'unexplained-answer' : named
  return new FurrowError(response.status, message, seconds, { code, changed: body?.changed ?? null })
}

/** For a call that was led to another address, where its body or its token did not go along; null for any other. */
function sentenceOfMove({ type, status, headers, url, redirected }: Response): string | null {
  // A browser does not tell where to.
  if (type === 'opaqueredirect') return 'The service is at another address, which is to be used instead.'
  const to = headers.get('location')
  const isMove = status >= 300 && status < 400 && to !== null && URL.canParse(to, url)
  if (!isMove && !(redirected && status === 401)) return null
  return `The service is at another address, which is to be used instead: ${isMove ? new URL(to, url).href : url}`
}

/** The failure where no answer came. */
export function unreachable(cause: unknown): FurrowError {
  return new FurrowError(0, 'The service cannot be reached.', null, { code: 'no-answer', cause })
}
