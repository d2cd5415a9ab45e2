import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  type Kysely,
  PostgresDialect,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Transactions are built with it, and never ask it for a connection. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
})
const unused = { config: { dialect }, dialect, driver: new DummyDriver() }

/** Work that its transaction does not wait for, since the commit goes out with it. */
const lasts = new WeakMap<object, (last: Promise<void>) => void>()

/** Set where a transaction's begin is not waited for. */
export const isHasty = new AsyncLocalStorage<boolean>()
export const begins = new WeakMap<DatabaseConnection, Promise<unknown>>()

/**
 * Statements go out without waiting for earlier answers: those issued at once take one trip to PostgreSQL, which keeps their
 * order. With `readsFirst`, the first of them go out with the begin itself: where that fails, they did nothing, and all fail with it.
 */
export async function pipelined<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
  readsFirst = false,
): Promise<T> {
  let last: Promise<void> | null = null
  const begin = db.transaction()
  const ended = isHasty.run(readsFirst, () =>
    begin.execute(trx =>
      trx.getExecutor().provideConnection(connection => {
        const own = inTurn(connection, readsFirst ? begins.get(connection) : undefined)
        const executor = trx.getExecutor().withConnectionProvider({ provideConnection: act => act(own) })
        const sending = new Transaction<Tables>({ ...unused, executor })
        lasts.set(sending, promise => {
          last = last === null ? promise : last.then(() => promise)
        })
        return isHasty.run(false, () => work(sending))
      }),
    ),
  )
  // Where the last statement failed and undid the transaction, its error says why.
  return ended.finally(() => last)
}

/** Nothing waits for this work, so that the commit goes out with it; the transaction fails with it. */
export async function endWith(trx: Kysely<Tables>, last: Promise<void>): Promise<void> {
  const take = lasts.get(trx)
  if (take === undefined) return last
  // Handled when the transaction has ended.
  last.catch(() => {})
  take(last)
}

/** PostgreSQL refuses statements sent behind a failed one: they fail with the first one's error, which says why. */
function inTurn(
  connection: DatabaseConnection,
  begun: Promise<unknown> = Promise.resolve(),
): DatabaseConnection {
  let earlier = begun
  return {
    executeQuery<R>(query: CompiledQuery, options?: AbortableOperationOptions): Promise<QueryResult<R>> {
      const answer = connection.executeQuery<R>(query, options)
      // Handled below, unless an earlier one failed.
      answer.catch(() => {})
      const answered = earlier.then(() => answer)
      earlier = answered
      return answered
    },
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
  }
}
