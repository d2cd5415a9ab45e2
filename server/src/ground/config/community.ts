import { hideCredentials, type Reader } from './reader.ts'

/** The community's name and looks; null for Furrow's own. */
export type CommunityConfig = {
  readonly name: string | null
  readonly text: string | null
  readonly logo: string | null
  /** `#rrggbb`, in lower case. */
  readonly accent: string | null
}

const longest = { name: 40, text: 200 }

export function readCommunity({ text, problems }: Reader): CommunityConfig {
  const line = (setting: string, most: number) => {
    const given = text(setting)
    if (given !== null && ([...given].length > most || /\p{Cc}/u.test(given)))
      problems.push(`${setting} must be one line of at most ${most} characters; it is "${given}".`)
    return given
  }
  const name = line('COMMUNITY_NAME', longest.name)
  const sentence = line('COMMUNITY_TEXT', longest.text)

  const logo = text('COMMUNITY_LOGO')
  // The pages' policy allows no pictures from elsewhere.
  const url = logo === null ? null : URL.parse(logo)
  if (logo !== null && (url?.protocol !== 'https:' || url.username !== ''))
    problems.push(`COMMUNITY_LOGO must be the https address of a picture; it is "${hideCredentials(logo)}".`)

  const accent = text('COMMUNITY_ACCENT')?.toLowerCase() ?? null
  if (accent !== null && !/^#[0-9a-f]{6}$/.test(accent))
    problems.push(`COMMUNITY_ACCENT must be a colour such as #1d4ed8; it is "${accent}".`)
  return { name, text: sentence, logo: url?.href ?? null, accent }
}

/** The contact for security reports, served as `/.well-known/security.txt`; null for none. */
export function readSecurityContact({ text, problems }: Reader): string | null {
  const given = text('SECURITY_CONTACT')
  if (given === null || /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(given)) return given
  problems.push(
    `SECURITY_CONTACT must be such as mailto:security@example.org or an https address; it is "${given}".`,
  )
  return null
}

export function communityName({ community }: { readonly community: CommunityConfig }): string {
  return community.name ?? 'Furrow'
}
