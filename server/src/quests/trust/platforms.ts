import type { CodehostConfig } from '../../ground/config/codehost.ts'

/** The words before a colon that mean this service's code host; a line without one means it, too. */
export function platformsOf(config: CodehostConfig | null): ReadonlySet<string> {
  if (config === null) return new Set()
  const host = new URL(config.url).hostname.toLowerCase()
  return new Set([
    config.kind,
    host,
    ...(config.kind === 'gitea' ? ['forgejo'] : []),
    ...(shortNames[host] ?? []),
  ])
}

const shortNames: Readonly<Record<string, readonly string[]>> = { 'codeberg.org': ['codeberg'] }
