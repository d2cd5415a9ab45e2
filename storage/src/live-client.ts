import type { ClientBase, PoolClient, QueryResult } from 'pg'
import { NamingClient } from './named-statements.ts'
import { isOutage, isReadOnly, isSilence } from './outage.ts'

/** A connection silent for longer is checked before it is relied on. */
const trusted = 1_000
/** Any server that lives has answered by then. */
const patience = 2_000

/** A connection that ends itself where no answer comes, or where its server takes no writes any more. */
export class LiveClient extends NamingClient {
  readonly madeAt = performance.now()
  heardAt = this.madeAt
  overAt = Number.NEGATIVE_INFINITY
  #broke: Error | null = null

  constructor(...given: ConstructorParameters<typeof NamingClient>) {
    super(...given)
    this.on('error', error => {
      this.#broke ??= error
    })
  }

  override query(...given: unknown[]): never {
    const answer: unknown = (super.query as (...given: unknown[]) => unknown)(...given)
    if (!(answer instanceof Promise)) return answer as never
    return answer.then(
      result => {
        this.heardAt = performance.now()
        return result
      },
      error => {
        this.#endAfter(error)
        throw this.#causeOf(error)
      },
    ) as never
  }

  /** A connection that broke between two statements refuses the next one, and would not say why. */
  #causeOf(error: Error): Error {
    const isRefused = error.message.endsWith('is not queryable')
    return isRefused && this.#broke !== null && isOutage(this.#broke) ? this.#broke : error
  }

  #endAfter(error: Error): void {
    if (isReadOnly(error)) this.overAt = performance.now()
    // Later statements would wait behind this one, as long again.
    if (isSilence(error)) this.connection.stream.destroy(error)
  }
}

export class PooledClient extends LiveClient {
  override readonly keepsSession = false
}

export function askBriefly(client: ClientBase, text: string): Promise<QueryResult> {
  const query = { text, query_timeout: patience }
  return client.query(query)
}

/**
 * A firewall or a host may vanish without a word: once one connection is silent, all that have been idle since before count
 * as dead too; once one takes no writes any more, all that were made before.
 */
export function onlyLiving(connect: () => Promise<PoolClient>): () => Promise<PoolClient> {
  let silentSince = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY

  async function lives(client: PoolClient & LiveClient): Promise<boolean> {
    const now = performance.now()
    changedAt = Math.max(changedAt, client.overAt)
    if (client.madeAt <= changedAt || client.heardAt <= silentSince) return false
    if (now - client.heardAt < trusted) return true
    try {
      await askBriefly(client, 'select 1')
      return true
    } catch {
      silentSince = now
      return false
    }
  }

  return async () => {
    for (;;) {
      const client = await connect()
      if (await lives(client as PoolClient & LiveClient)) return client
      client.release(true)
    }
  }
}
