import type { Reader } from './reader.ts'

/** The place of /metrics: beside the interface, at an address of its own, or nowhere. */
export type Figures = 'beside' | { readonly host: string; readonly port: number } | null

/** `on`, `off`, a port, or `host:port`. */
export function readFigures({ text, problems }: Reader, host: string): Figures {
  const given = text('METRICS') ?? 'on'
  if (given === 'on') return 'beside'
  if (given === 'off') return null
  const [, named, bracketed, port] = /^(?:([\w.-]+):|\[([\da-f:.]+)\]:)?(\d{1,5})$/i.exec(given) ?? []
  if (port === undefined || Number(port) > 65_535) {
    problems.push(`METRICS must be on, off, a port, or an address such as 127.0.0.1:9090; it is "${given}".`)
    return null
  }
  return { host: named ?? bracketed ?? host, port: Number(port) }
}

export function readSwitch({ text, problems }: Reader, name: string, otherwise = 'on'): boolean {
  const given = text(name) ?? otherwise
  if (given !== 'on' && given !== 'off') problems.push(`${name} must be on or off; it is "${given}".`)
  return given === 'on'
}
