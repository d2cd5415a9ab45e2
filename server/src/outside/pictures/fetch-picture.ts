import { mostFileBytes } from '@furrow/sdk/contract'
import {
  fetchBytes,
  type GuardedBytes,
  type Internet,
  RefusedUrlError,
} from '../../ground/clients/guarded-fetch.ts'
import { second } from '../../ground/clock.ts'
import { ProblemError } from './problem-error.ts'

const mostRedirects = 3
const usualLongest = 6 * second

/** Tests replace the internet, and the time for the whole fetch, redirects included. */
export type Fetching = { is?: Internet; longest?: number }

/**
 * The bytes of a picture at an address that somebody else chose: over the guarded fetch, as is each address that a redirect
 * leads to. Their declared type is ignored. The host learns nothing of who wants to see the picture.
 * @throws ProblemError
 */
export async function fetchPicture(
  url: string,
  { is: internet, longest = usualLongest }: Fetching = {},
): Promise<Buffer> {
  const signal = AbortSignal.timeout(longest)
  let next = url
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const { bytes, location, status } = await ask(next, signal, internet)
    if (status === 200) return bytes
    if (![301, 302, 303, 307, 308].includes(status) || location === null)
      throw new ProblemError(`Its host answered ${status}.`, { isPassing: status === 429 || status >= 500 })
    const target = URL.parse(location, next)
    if (target === null) throw new ProblemError('Its host leads to nowhere.')
    next = target.href
  }
  throw new ProblemError(`Its host redirects more than ${mostRedirects} times.`)
}

async function ask(url: string, signal: AbortSignal, internet?: Internet): Promise<GuardedBytes> {
  const headers = { accept: 'image/webp,image/png,image/jpeg,image/gif', 'user-agent': 'Furrow' }
  const request = { url, headers, signal, timeout: usualLongest, mostBytes: mostFileBytes }
  try {
    return await fetchBytes(request, internet)
  } catch (cause) {
    if (cause instanceof RefusedUrlError) throw new ProblemError(cause.message, { cause })
    throw new ProblemError('Its host cannot be reached, or takes too long.', { isPassing: true, cause })
  }
}
