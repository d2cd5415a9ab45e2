import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FurrowError } from '@furrow/sdk'

export type Asking = {
  /** The service with its prefix. */
  readonly url: string
  readonly scopes: string
  readonly signal: AbortSignal
  /** Shows the page's address, and opens it where that is possible. */
  open(page: string): void
}

const patience = 10 * 60_000

/**
 * Asks for an API key on a page of the service, where the wallet signs (OAuth 2.1 with PKCE): the code comes back to a server on this
 * computer, which answers once.
 */
export async function askForKey({ url, scopes, signal, open }: Asking): Promise<string> {
  const origin = new URL(url).origin
  const end = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const server = await read<Metadata>(`${origin}/.well-known/oauth-authorization-server`, { signal: end })
  // The endpoints are told by the service itself, and the code must not leave it.
  if (server.issuer !== origin || ![server.token_endpoint, server.registration_endpoint].every(isOf(origin)))
    throw new Error('This service cannot be signed in to by a page; give a key: furrow login --key -')
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const callback = await waitForCallback(state, origin, end)
  try {
    const { client_id } = await read<{ client_id: string }>(server.registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'furrow', redirect_uris: [callback.address] }),
      signal: end,
    })
    const page = new URL('/authorize', origin)
    page.search = String(
      new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: callback.address,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        scope: scopes,
        state,
        resource: url.replace(/\/$/, ''),
      }),
    )
    open(page.href)
    const code = await callback.code
    const { access_token } = await read<{ access_token: string }>(server.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        client_id,
        redirect_uri: callback.address,
        code_verifier: verifier,
      }),
      signal: end,
    })
    return access_token
  } finally {
    callback.close()
  }
}

type Metadata = {
  readonly issuer: string
  readonly token_endpoint: string
  readonly registration_endpoint: string
}

type Refusal = { readonly error?: string; readonly error_description?: string }

const isOf = (origin: string) => (address: string) =>
  URL.canParse(address) && new URL(address).origin === origin

async function read<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, { ...init, redirect: 'manual' }).catch(cause => {
    throw new FurrowError(0, 'The service cannot be reached.', null, { code: 'no-answer', cause })
  })
  const body = (await response.json().catch(() => null)) as Refusal | null
  if (response.ok && body !== null) return body as T
  const { ok, status } = response
  const said =
    body?.error_description ?? body?.error ?? `${address} answered ${status}, and nothing that can be read.`
  throw ok || status === 429 || status >= 500 ? new FurrowError(ok ? 0 : status, said) : new Error(said)
}

/** Listens on a port that the system chooses, for this computer alone. Answers without our state are somebody else's. */
async function waitForCallback(state: string, issuer: string, signal: AbortSignal) {
  let [resolve, reject] = [(_code: string) => {}, (_error: Error) => {}]
  const promise = new Promise<string>((yes, no) => {
    ;[resolve, reject] = [yes, no]
  })
  // Nobody may wait for it yet: its error is for those who do.
  promise.catch(() => {})
  const server = createServer((request, response) => {
    const asked = request.url ?? '/'
    const own = 'http://127.0.0.1'
    const { pathname, searchParams } = new URL(URL.canParse(asked, own) ? asked : '/', own)
    response.setHeader('content-type', 'text/plain; charset=utf-8').setHeader('connection', 'close')
    if (
      pathname !== '/callback' ||
      searchParams.get('state') !== state ||
      searchParams.get('iss') !== issuer
    ) {
      response.writeHead(404).end('There is nothing here.\n')
      return
    }
    const code = searchParams.get('code')
    response.end(
      code === null
        ? 'No key was given. You may close this page.\n'
        : 'Done: go back to your terminal, and close this page.\n',
    )
    if (code === null) reject(new Error('No key was given on the page.'))
    else resolve(code)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const give = () => reject(new Error('Nobody answered on the page.'))
  signal.addEventListener('abort', give, { once: true })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    code: promise,
    close() {
      signal.removeEventListener('abort', give)
      server.close()
    },
  }
}

/** The system's own program for addresses; where there is none, the person opens the page by hand. */
export function openBrowser(page: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler']
        : ['xdg-open']
  const child = spawn(command as string, [...args, page], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
