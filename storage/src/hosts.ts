import type { ClientBase, Pool, PoolClient } from 'pg'
import { askBriefly } from './live-client.ts'
import { isOutage } from './outage.ts'

class NoHostError extends Error {
  override readonly name = 'NoHostError'
  readonly code = '08001'
}

class ReadOnlyHostError extends Error {
  override readonly name = 'ReadOnlyHostError'
  readonly code = '25006'
}

/** Checks a new connection: its server must take writes, and not be a copy of one that does. */
export async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await askBriefly(client, 'show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyHostError('it takes no writes')
}

/** Begins with the host that succeeded last: after a failover, later connections go to the new one. */
export function createConnector(hosts: readonly Pool[]): () => Promise<PoolClient> {
  let preferred = 0
  return async () => {
    const reasons: string[] = []
    for (let index = 0; index < hosts.length; index++) {
      const tried = (preferred + index) % hosts.length
      const pool = hosts[tried] as Pool
      try {
        const client = await pool.connect()
        preferred = tried
        return client
      } catch (error) {
        // Where all connections are in use, the host is not to blame.
        const isFull = pool.totalCount >= (pool.options.max ?? 0)
        if (hosts.length === 1 || isFull || !isOutage(error)) throw error
        const { message, code } = error as NodeJS.ErrnoException
        reasons.push(`${nameOf(pool)}: ${message || code}`)
      }
    }
    throw new NoHostError(`no host of DATABASE_URL can be used (${reasons.join('; ')})`)
  }
}

function nameOf({ options }: Pool): string {
  return URL.parse(options.connectionString ?? '')?.host || 'localhost'
}
