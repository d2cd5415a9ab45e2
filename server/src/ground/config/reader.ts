import { type Address, toAddress } from '../address.ts'

export type Env = Readonly<Record<string, string | undefined>>

export type Fact = {
  readonly fallback: string | null
  readonly bounds: { readonly min: number; readonly max: number } | null
}

/** Reads settings one by one, and collects their problems instead of stopping at the first. */
export type Reader = {
  readonly problems: string[]
  readonly names: ReadonlySet<string>
  readonly facts: ReadonlyMap<string, Fact>
  /** Trimmed; null where it is unset or blank. */
  text(name: string): string | null
  /** Trimmed, and empty where it is blank; null only where it is unset. */
  given(name: string, fallback: string): string | null
  /** Separated by commas; empty where it is unset. */
  list(name: string): readonly string[]
  number(name: string, fallback: number, rule: { min: number; max: number; integer?: boolean }): number
  address(name: string): Address | null
  flag(name: string, fallback: boolean): boolean
  /** An http(s) address without a slash at its end. */
  url(name: string, fallback: string): string
  /** Separated by commas; empty where it is unset. */
  urls(name: string): readonly string[]
}

export function createReader(env: Env): Reader {
  const problems: string[] = []
  const facts = new Map<string, Fact>()
  const names = new Set<string>()
  const text = (name: string) => {
    names.add(name)
    return env[name]?.trim() || null
  }
  const note = (name: string, fallback: string, bounds: Fact['bounds'] = null) => {
    facts.set(name, { fallback, bounds })
    return text(name)
  }
  return {
    problems,
    names,
    facts,
    text,
    given(name, fallback) {
      note(name, fallback)
      return env[name]?.trim() ?? null
    },
    list: name => (text(name) ?? '').split(',').flatMap(item => item.trim() || []),
    number(name, fallback, rule) {
      const given = note(name, String(fallback), rule)
      if (given === null) return fallback
      const value = Number(given)
      if (value >= rule.min && value <= rule.max && (!rule.integer || Number.isInteger(value))) return value
      problems.push(
        `${name} must be ${rule.integer ? 'a whole number' : 'a number'} from ${rule.min} to ${rule.max}; it is "${given}".`,
      )
      return fallback
    },
    address(name) {
      const given = text(name)
      if (given === null) return null
      if (/^0x[0-9a-f]{40}$/i.test(given)) return toAddress(given)
      problems.push(`${name} must be an Ethereum address (0x and 40 hex digits); it is "${given}".`)
      return null
    },
    flag(name, fallback) {
      const given = note(name, String(fallback))
      if (given !== null && given !== 'true' && given !== 'false')
        problems.push(`${name} must be true or false; it is "${given}".`)
      return given === null ? fallback : given === 'true'
    },
    url(name, fallback) {
      const given = note(name, fallback)
      if (given === null) return fallback
      if (!isWebUrl(given))
        problems.push(`${name} must be an http(s) URL; it is "${hideCredentials(given)}".`)
      return given.replace(/\/+$/, '')
    },
    urls(name) {
      const given = (note(name, '') ?? '').split(',').flatMap(item => item.trim() || [])
      for (const one of given)
        if (!isWebUrl(one))
          problems.push(
            `${name} must be http(s) URLs, separated by commas; one is "${hideCredentials(one)}".`,
          )
      return given.map(one => one.replace(/\/+$/, ''))
    },
  }
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}

/** Problems are printed, and kept in logs. */
export function hideCredentials(text: string): string {
  return text.replace(/\/\/.*@/, '//…@')
}
