import { traced } from '@furrow/storage/tracing.ts'
import { BadRequestError, UnauthorizedError, UnavailableError } from '../../errors.ts'
import type { QuotaWatch } from './quota.ts'

const timeout = 5_000
const usualBytes = 1_048_576
const maxRedirects = 2

export type Question = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly token?: string | null | undefined
  /** The spender of the service's quota; undefined for a caller's own token. */
  readonly spends?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly mostBytes?: number
}

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

export type Ask = (url: string, question?: Question) => Promise<Answer>

/** Asks one code host. Equal questions that are under way at once share one request. */
export function createAsk({ note }: QuotaWatch): Ask {
  const underWay = new Map<string, Promise<Answer>>()
  return (url, question = {}) => {
    const key = JSON.stringify([url, question])
    const known = underWay.get(key)
    if (known !== undefined) return known
    const answer = follow(url, question, note).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

/**
 * A moved repository answers with a redirect; it is followed within the host's own origin only. One that leads elsewhere, as to
 * a page about maintenance, says nothing of what was asked for.
 */
async function follow(url: string, question: Question, note: QuotaWatch['note']): Promise<Answer> {
  const signal = AbortSignal.timeout(timeout)
  let at = url
  for (let redirects = 0; ; redirects++) {
    const { host, pathname } = new URL(at)
    const asked = { 'server.address': host, 'url.path': withoutCode(pathname) }
    const answer = await traced(`code host ${question.method ?? 'GET'}`, asked, async span => {
      const answer = await send(at, question, signal)
      span.set({ 'http.response.status_code': answer.status })
      return answer
    })
    if (question.spends !== undefined) note(question.spends, answer.headers)
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return answer
    const next = URL.parse(location, at)
    if ((question.method ?? 'GET') !== 'GET') return { ...answer, status: 404 }
    if (redirects === maxRedirects || next === null || next.origin !== new URL(url).origin)
      throw notUnderstood()
    at = next.href
  }
}

/** The code of a new app opens its secrets, once. */
const withoutCode = (path: string) => path.replace(/(\/app-manifests\/)[^/]+/, '$1{code}')

async function send(url: string, question: Question, signal: AbortSignal): Promise<Answer> {
  const { method = 'GET', token = null, json, headers, mostBytes = usualBytes } = question
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'furrow',
        ...headers,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return { status: response.status, headers: response.headers, text: await readText(response, mostBytes) }
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    throw new UnavailableError('The code host cannot be reached right now; try again in a moment.', {
      code: 'codehost-unavailable',
      cause: error,
    })
  }
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes)
      throw new UnavailableError('The code host answered more than can be read.', {
        code: 'codehost-unavailable',
      })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A suspended account or installation is told so instead of an answer: nothing follows for what it asked for. */
export function isRefused({ status, text }: Answer): boolean {
  return status === 401 || (status === 403 && /\bsuspended\b/i.test(text))
}

/** The host's answer as JSON; null if there is nothing, or nothing that may be read. */
export function readAnswer(answer: Answer, whose: 'ours' | 'theirs' = 'ours'): unknown {
  const { status, text } = answer
  if (isRefused(answer) && whose === 'theirs')
    throw new UnauthorizedError('The code host does not accept the token that came with the request.', {
      code: 'codehost-token-refused',
    })
  if (isRefused(answer))
    throw new UnavailableError(
      'The code host does not accept this service; its operator must set a valid CODEHOST_TOKEN, or connect it at /setup.',
      { code: 'codehost-not-configured' },
    )
  if (status === 429 || (status === 403 && isLimited(answer))) throw takesNoMore()
  if (status >= 500) throw inTrouble()
  if (status < 200 || status > 299) return null
  return status === 204 ? {} : parse(text)
}

/** Secondary limits of GitHub may be told in words alone. */
export function isLimited({ headers, text }: Pick<Answer, 'headers' | 'text'>): boolean {
  return (
    headers.get('x-ratelimit-remaining') === '0' ||
    headers.has('retry-after') ||
    /rate limit|abuse detection/i.test(text)
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notUnderstood(error)
  }
}

export function takesNoMore(): UnavailableError {
  return new UnavailableError('The code host takes no more requests for now; try again later.', {
    code: 'codehost-busy',
  })
}

export function inTrouble(): UnavailableError {
  return new UnavailableError('The code host is in trouble; try again in a moment.', {
    code: 'codehost-unavailable',
  })
}

export function notUnderstood(cause?: unknown): UnavailableError {
  return new UnavailableError('The code host answered something that is not understood.', {
    code: 'codehost-unavailable',
    cause,
  })
}

/** Reads a token's answer to "who are you"; the error tells the person who brought the token what is wrong with it. */
export function readAccountAnswer(answer: Answer): unknown {
  if (answer.status === 401 || (answer.status === 403 && !isLimited(answer)))
    throw new BadRequestError('The code host does not accept this access token.', {
      code: 'access-token-refused',
    })
  return readAnswer(answer)
}
