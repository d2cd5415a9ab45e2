import { createHash } from 'node:crypto'
import { Client } from 'pg'

const mostNamed = 400
const mostSeen = 4_000

/** Recurring statements are parsed, and planned, once. The server keeps named ones, so one-off ones have no name. */
export class NamingClient extends Client {
  /** Whether the next statement reaches the same session of the server. */
  readonly keepsSession: boolean = true
  #isOutdated = false
  #isHeld = false

  override query(...given: unknown[]): never {
    this.#holdForTurn()
    const [text, values] = given
    const query = super.query as (...given: unknown[]) => Promise<unknown>
    const isNamed =
      this.keepsSession && !this.#isOutdated && typeof text === 'string' && Array.isArray(values)
    const name = isNamed ? nameOf(text) : undefined
    if (name === undefined) return query.apply(this, given) as never
    return query.call(this, { name, text, values }).catch((error: Error & { code?: string }) => {
      if (error.code !== planIsOutdated) throw error
      // A newer version changed the tables under this connection, so its prepared statements are stale.
      this.#isOutdated = true
      if (this.getTransactionStatus() !== 'I') throw error
      return query.apply(this, given)
    }) as never
  }

  /** Statements of one turn go out in one write: waking the server for each costs more than most of them. */
  #holdForTurn(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isHeld = false
      stream.uncork()
    })
  }
}

/** PostgreSQL's feature_not_supported: "cached plan must not change result type". */
export const planIsOutdated = '0A000'

const names = new Map<string, string>()
let seen = new Set<string>()

/** A statement gets a name the second time it is seen. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNamed) return known
  if (seen.has(text)) names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 20))
  if (seen.size >= mostSeen) seen = new Set()
  seen.add(text)
  return names.get(text)
}
