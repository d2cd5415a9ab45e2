import { unlimited } from './quotas.ts'
import type { Reader } from './reader.ts'

const codehostKinds = ['github', 'gitea', 'gitlab'] as const
export type CodehostKind = (typeof codehostKinds)[number]

/** The host where accounts are linked and merges are looked up. `gitea` is Forgejo too. */
export type CodehostConfig = {
  readonly kind: CodehostKind
  readonly url: string
  readonly apiUrl: string
  /** Without a client, accounts cannot be linked by OAuth. */
  readonly client: { readonly id: string; readonly secret: string } | null
  /** The service's own: reads pull requests, and private repositories where it may. */
  readonly token: string | null
  readonly webhookSecret: string | null
  readonly scope: string
  readonly oidcAudience: string
  /** The unsigned hints looked up per minute, for one network and for one repository. */
  readonly lookupsAMinute: number
  /** The share of the host's quota that unsigned hints must leave free. */
  readonly reserve: number
  /** Whether it reads commands in issues and reports a quest's state there; null for neither. */
  readonly bot: { readonly label: string | null } | null
}

const hosts: Readonly<Record<CodehostKind, { url: string; api(url: string): string; scope: string }>> = {
  github: {
    url: 'https://github.com',
    api: url => (url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`),
    scope: 'read:user,repo,read:org',
  },
  // OAuth separates scopes with spaces (RFC 6749, section 3.3); GitHub takes commas too, and the interface document has
  // them.
  gitea: { url: 'https://codeberg.org', api: url => `${url}/api/v1`, scope: 'read:user read:repository' },
  gitlab: { url: 'https://gitlab.com', api: url => `${url}/api/v4`, scope: 'read_user read_api' },
}

/** null where no CODEHOST_ setting is given: in development, hints are then believed. */
export function readCodehost(read: Reader): CodehostConfig | null {
  const names = ['KIND', 'URL', 'API_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'TOKEN', 'WEBHOOK_SECRET', 'SCOPE']
  if (names.every(name => read.text(`CODEHOST_${name}`) === null)) return null

  const given = read.text('CODEHOST_KIND') ?? 'github'
  const kind = codehostKinds.find(kind => kind === given) ?? 'github'
  if (kind !== given)
    read.problems.push(`CODEHOST_KIND must be one of ${codehostKinds.join(', ')}; it is "${given}".`)
  const id = read.text('CODEHOST_CLIENT_ID')
  const secret = read.text('CODEHOST_CLIENT_SECRET')
  if ((id === null) !== (secret === null))
    read.problems.push('CODEHOST_CLIENT_ID and CODEHOST_CLIENT_SECRET must be set together.')

  const [token, webhookSecret] = [read.text('CODEHOST_TOKEN'), read.text('CODEHOST_WEBHOOK_SECRET')]
  const hasBot = read.flag('CODEHOST_BOT', false)
  // An app of GitHub that is connected later brings both.
  if (hasBot && kind !== 'github' && (token === null || webhookSecret === null))
    read.problems.push(
      'CODEHOST_BOT needs CODEHOST_TOKEN, to write with, and CODEHOST_WEBHOOK_SECRET, to be told.',
    )

  const host = hosts[kind]
  const url = read.url('CODEHOST_URL', host.url)
  return {
    kind,
    url,
    apiUrl: read.url('CODEHOST_API_URL', host.api(url)),
    client: id !== null && secret !== null ? { id, secret } : null,
    token,
    webhookSecret,
    scope: read.text('CODEHOST_SCOPE') ?? host.scope,
    oidcAudience: read.text('CODEHOST_OIDC_AUDIENCE') ?? 'furrow',
    lookupsAMinute:
      read.number('CODEHOST_LOOKUPS_A_MINUTE', 30, { min: 0, max: 1e9, integer: true }) || unlimited,
    reserve: read.number('CODEHOST_RESERVE_PERCENT', 25, { min: 0, max: 100 }) / 100,
    bot: hasBot ? { label: read.text('CODEHOST_BOT_LABEL') } : null,
  }
}
