import type { PostgresConfig } from '@furrow/storage/postgres.ts'
import { Client } from 'pg'
import type { Reader } from './reader.ts'

/** The values of libpq that suit a client that writes. */
const attributes: Readonly<Record<string, boolean>> = { any: false, 'read-write': true, primary: true }

/** A name, an address, or a socket's folder as %2Fvar%2Frun; with a port or not. */
const hostForm = /^(\[[\da-f:.]+\]|[^\s:[\]]*)(:\d+)?$/i

/** `postgres://user@h1:5432,h2:5432/db?target_session_attrs=read-write`, as libpq has it; null where it is unset. */
export function readPostgres({ text, problems }: Reader): PostgresConfig | null {
  const given = text('DATABASE_URL')
  if (given === null) return null
  // It may hold a password, so it is not repeated.
  const [, start, hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/.exec(given) ?? []
  if (start === undefined) {
    problems.push('DATABASE_URL must begin with postgres:// (leave it unset for the embedded database).')
    return null
  }
  const [first, ...others] = hosts.split(',').map(host => `${start}${host}${rest}`) as [string, ...string[]]
  const [, wanted = others.length === 0 ? 'any' : 'read-write'] =
    /[?&]target_session_attrs=([^&#]*)/.exec(rest) ?? []
  const writable = attributes[wanted]
  if (writable === undefined)
    problems.push(
      `DATABASE_URL must have ${Object.keys(attributes).join(', ')} as its target_session_attrs: the service writes.`,
    )
  const areHosts = hosts.split(',').every(host => hostForm.test(host) && (host !== '' || others.length === 0))
  if (!areHosts || ![first, ...others].every(isReadable))
    problems.push(
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database, or with several hosts: host1:5432,host2:5432. What is special in a password is written as %40 and the like.',
    )
  const pooler = text('DATABASE_POOLER') ?? 'session'
  if (pooler !== 'session' && pooler !== 'transaction')
    problems.push(
      `DATABASE_POOLER must be session or transaction, as the pooler in front of PostgreSQL is; it is "${pooler}".`,
    )
  return { urls: [first, ...others], writable: writable ?? true, pooled: pooler === 'transaction' }
}

function isReadable(url: string): boolean {
  try {
    const { host, port } = new Client({ connectionString: url })
    return host !== undefined && port > 0 && port <= 65_535
  } catch {
    return false
  }
}
