/** Somebody whom a commit names beside its author. The id and the login are known where the host's own address tells them. */
export type CoAuthor = { readonly name: string; readonly login: string | null; readonly id: string | null }

/** The addresses that a host gives to people who keep theirs to themselves. */
export type NoReply = {
  readonly hostname: string
  readonly separator: '+' | '-'
}

const mostShown = 10
const longestName = 100

/**
 * The `Co-authored-by` trailers of commits, each person once, at most ten. Anybody may write anything there: it is shown, and
 * decides nothing. An e-mail address is read for the account that it tells of, and never kept.
 */
export function readCoAuthors(
  messages: readonly string[],
  noReply: NoReply,
  authorId: string | null,
): readonly CoAuthor[] {
  const people = new Map<string, CoAuthor>()
  for (const [, said = '', email = ''] of messages.flatMap(trailersOf)) {
    const account = accountOf(email, noReply)
    if (account?.id != null && account.id === authorId) continue
    const name = nameOf(said) ?? account?.login
    if (name === undefined) continue
    const key = account?.id ?? account?.login.toLowerCase() ?? email.toLowerCase()
    if (!people.has(key)) people.set(key, { name, login: account?.login ?? null, id: account?.id ?? null })
    if (people.size === mostShown) break
  }
  return [...people.values()]
}

/** Trailers are in the last paragraph of a message. */
function trailersOf(message: string): RegExpMatchArray[] {
  const last =
    message
      .replaceAll('\r', '')
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  return [...last.matchAll(/^co-authored-by:[ \t]*([^<>\n]*)<([^<>\s]+)>[ \t]*$/gim)]
}

/** Without signs that nobody sees; undefined where nothing is left, or it is an address itself. */
function nameOf(said: string): string | undefined {
  const name = said
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (name === '' || /\S@\S/.test(name)) return undefined
  return [...name].slice(0, longestName).join('')
}

function accountOf(
  email: string,
  { hostname, separator }: NoReply,
): { readonly id: string | null; readonly login: string } | null {
  const [local = '', domain = ''] = email.split('@')
  if (![`users.noreply.${hostname}`, `noreply.${hostname}`].includes(domain.toLowerCase())) return null
  const at = local.indexOf(separator)
  const id = at > 0 && /^\d{1,20}$/.test(local.slice(0, at)) ? local.slice(0, at) : null
  const login = id === null ? local : local.slice(at + 1)
  return /^[\w.-]{1,100}(?:\[bot\])?$/.test(login) ? { id, login } : null
}
