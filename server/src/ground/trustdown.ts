/** The format of trust lists, as https://github.com/mitchellh/vouch reads and writes them. */

export const mostTrustLines = 2_000
export const mostTrustBytes = 65_536

export type TrustEntry = {
  readonly kind: 'entry'
  readonly denounced: boolean
  /** In lower case; null where the line names none. */
  readonly platform: string | null
  /** In the letter case of its line. */
  readonly login: string
  readonly details: string | null
}
export type TrustLine =
  | TrustEntry
  | { readonly kind: 'blank' }
  | { readonly kind: 'comment'; readonly text: string }
  /** A line that names nobody: it is kept as it is. */
  | { readonly kind: 'unread'; readonly text: string }

const entryLine =
  /^(?<minus>-?)(?:(?<platform>[a-z0-9][a-z0-9.-]{0,99}):)?(?<login>[a-z0-9_][a-z0-9_.-]{0,99}(?:\[bot\])?)(?:\s+(?<details>\S.*))?$/i

/** Null where it is longer than a list may be. */
export function parseTrustdown(text: string): readonly TrustLine[] | null {
  if (text.length > mostTrustBytes || Buffer.byteLength(text) > mostTrustBytes) return null
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  // The end of the last line begins none.
  if (lines.at(-1) === '') lines.pop()
  return lines.length > mostTrustLines ? null : lines.map(parseLine)
}

function parseLine(line: string): TrustLine {
  const text = line.trim()
  if (text === '') return { kind: 'blank' }
  if (text.startsWith('#')) return { kind: 'comment', text }
  const { minus, platform, login, details } = entryLine.exec(text)?.groups ?? {}
  if (login === undefined) return { kind: 'unread', text }
  return {
    kind: 'entry',
    denounced: minus === '-',
    platform: platform?.toLowerCase() ?? null,
    login,
    details: details ?? null,
  }
}

export function writeTrustdown(lines: readonly TrustLine[]): string {
  return lines.map(line => `${writeLine(line)}\n`).join('')
}

function writeLine(line: TrustLine): string {
  if (line.kind === 'blank') return ''
  if (line.kind !== 'entry') return line.text
  const { denounced, platform, login, details } = line
  return `${denounced ? '-' : ''}${platform === null ? '' : `${platform}:`}${login}${details === null ? '' : ` ${details}`}`
}

export type Verdict = { readonly login: string; readonly denounced: boolean }

/** Logins in lower case, in the order of the lines. As in Vouch, the first line about somebody counts. */
export function verdictsOf(lines: readonly TrustLine[], platforms: ReadonlySet<string>): Verdict[] {
  const verdicts = new Map<string, Verdict>()
  for (const line of lines) {
    if (line.kind !== 'entry') continue
    if (line.platform !== null && !platforms.has(line.platform)) continue
    const login = line.login.toLowerCase()
    if (!verdicts.has(login)) verdicts.set(login, { login, denounced: line.denounced })
  }
  return [...verdicts.values()]
}
