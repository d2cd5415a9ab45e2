/** Schemes of programs that take their codes by one without a dot, as RFC 8252 would have it. */
const knownSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:'])
const ownScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/

export const isLoopback = (redirect: string): boolean => loopback.test(redirect)

/** Whether a code may go there: by https, to a program on the same computer, or by a scheme of a program's own. */
export function mayRedirectTo(text: string): boolean {
  if (!/^[\x21-\x7e]{1,500}$/.test(text) || text.includes('#') || text.includes('\\')) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(text)
  return knownSchemes.has(url.protocol) || ownScheme.test(url.protocol)
}

/** To the letter, but for the port of a program on the same computer, which it cannot choose before (RFC 8252, section 7.3). */
export function isAmong(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true
  return isLoopback(asked) && registered.some(one => isLoopback(one) && portless(one) === portless(asked))
}

const portless = (redirect: string) =>
  redirect.replace(loopback, start => start.replace(/(?<=[^:/]):\d{1,5}$/, ''))

export function hostOf(redirect: string): string {
  const { host, protocol } = new URL(redirect)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

export function withParameters(
  redirect: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
