import type { Config } from '../../ground/config/config.ts'

type Places = Pick<Config, 'corsOrigins' | 'givenUrl' | 'siweDomains'>

const isLoopback = (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host)

/**
 * Whether a page of this origin may speak to MCP. A page that rebinds its own name to this machine has that name as its
 * origin and its host, so the two being equal proves nothing: the name must be one of the settings', or of the loopback.
 */
export function mayAsk(
  origin: string,
  host: string | undefined,
  { corsOrigins, givenUrl, siweDomains }: Places,
): boolean {
  if (corsOrigins.includes(origin)) return true
  const url = URL.parse(origin)
  if (url === null) return false
  if (givenUrl !== null && URL.parse(givenUrl)?.origin === url.origin) return true
  if (siweDomains !== null) return siweDomains.includes(url.host)
  return url.host === host?.toLowerCase() && isLoopback(url.host)
}
