import { Resolver } from 'node:dns/promises'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLocalName, isPublicAddress } from '../public-address.ts'

/** The service does not fetch from this address, whatever the answer would be. */
export class RefusedUrlError extends Error {
  override readonly name = 'RefusedUrlError'
}

export type GuardedRequest = {
  readonly url: string
  readonly json?: string
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string | number>>
  readonly statusOnly?: boolean
  /** Bound on the answer; 64 KB by default. */
  readonly mostBytes?: number
  /** Milliseconds; 3 seconds by default. */
  readonly timeout?: number
  readonly signal: AbortSignal
}

export type GuardedAnswer = { readonly status: number; readonly body: string }

export type GuardedBytes = {
  readonly status: number
  readonly bytes: Buffer
  readonly location: string | null
}

/** Tests replace it. */
export type Internet = {
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  isAllowed(address: string): boolean
  readonly ca?: string
  readonly port?: string
}

const internet: Internet = { resolve: resolveHost, isAllowed: isPublicAddress }

const usualTimeout = 3_000
const lookUpTime = 1_500
const maxBytes = 65_536

/**
 * Fetches an address that somebody else chose: https on its own port, public hosts, bounds on time and bytes, no
 * redirect. It connects to the very IP addresses that were checked, so a name that resolves anew gains nothing.
 * @throws RefusedUrlError if the address is not safe to fetch; another Error if it gives no answer.
 */
export async function guardedFetch(request: GuardedRequest, net?: Internet): Promise<GuardedAnswer> {
  const { status, bytes } = await fetchBytes(request, net)
  return { status, body: bytes.toString() }
}

export async function fetchBytes(request: GuardedRequest, net: Internet = internet): Promise<GuardedBytes> {
  const url = URL.parse(request.url)
  if (url?.protocol !== 'https:') throw new RefusedUrlError('Only https is fetched.')
  // Services on other ports, of a public host too, do not expect strangers.
  if (url.port !== '' && url.port !== net.port) throw new RefusedUrlError('Only port 443 is fetched from.')
  if (url.username !== '' || url.password !== '') throw new RefusedUrlError('The URL has credentials.')
  if (Buffer.byteLength(url.href) + Buffer.byteLength(bodyOf(request) ?? '') > maxBytes)
    throw new RefusedUrlError('The request is too large.')

  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeout ?? usualTimeout)])
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await net.resolve(host, signal)
  if (addresses.length === 0 || !addresses.every(address => net.isAllowed(address)))
    throw new RefusedUrlError('The host is not on the public internet.')
  return send(url, { ...request, signal }, pinTo(addresses), net.ca)
}

/**
 * Checks an address when somebody enters it, so that they hear at once. A name that cannot be looked up right now passes: each
 * fetch looks it up again.
 * @throws RefusedUrlError if its host is known not to be on the public internet.
 */
export async function requirePublicHost(url: string, net: Internet = internet): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [host]
    : await net.resolve(host, AbortSignal.timeout(lookUpTime)).catch(() => [])
  if (isLocalName(host) || !addresses.every(address => net.isAllowed(address)))
    throw new RefusedUrlError('The host is not on the public internet.')
}

function bodyOf({ json, bytes }: GuardedRequest): string | Buffer | undefined {
  return bytes ?? json
}

/** A look-up with one fixed answer. Node asks it once for a connection, and never for a literal IP. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map(address => ({ address, family: isIP(address) }))
  const [first] = found
  return (_host, options, callback) => {
    if (options.all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

function send(
  url: URL,
  asked: GuardedRequest,
  lookup: LookupFunction,
  ca: string | undefined,
): Promise<GuardedBytes> {
  const { promise, resolve, reject } = Promise.withResolvers<GuardedBytes>()
  const most = asked.mostBytes ?? maxBytes
  const request = httpsRequest(url, {
    method: bodyOf(asked) === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(asked.json !== undefined && { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    // No pool: a kept connection would skip the look-up.
    agent: false,
    lookup,
    signal: asked.signal,
    ...(ca !== undefined && { ca }),
  })
  request.on('error', reject)
  // Nobody asked for another protocol. Without a listener, Node would close the connection and say nothing, not even in time.
  request.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve({ status: response.statusCode ?? 0, location: null, bytes: Buffer.alloc(0) })
  })
  request.on('response', response => {
    const head = { status: response.statusCode ?? 0, location: response.headers.location ?? null }
    if (asked.statusOnly) {
      resolve({ ...head, bytes: Buffer.alloc(0) })
      response.on('error', () => {}).destroy()
      return
    }
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('error', reject)
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else request.destroy(new RefusedUrlError('The answer is too large.'))
    })
    response.on('end', () => resolve({ ...head, bytes: Buffer.concat(chunks) }))
  })
  request.end(bodyOf(asked))
  return promise
}

/** Asks DNS alone: no hosts file, and no thread of the pool that a slow name server could hold. */
async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  if (isLocalName(host)) return []
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const families = [resolver.resolve4(host), resolver.resolve6(host)]
    return (await Promise.all(families.map(family => family.catch(noneWhereAbsent)))).flat()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function noneWhereAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
  throw error
}
