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

/** What a transaction is made of, and never asked for. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('a transaction has its connection')),
})
const unused = { config: { dialect }, dialect, driver: new DummyDriver() }

/** What is not waited for in a transaction, since its end goes out with it. */
const lasts = new WeakMap<object, (last: Promise<void>) => void>()

/**
 * A transaction whose statements go out as they are asked, and not each when the one before was answered: what is asked at
 * once takes one trip to PostgreSQL, which does it in that order.
 */
export async function pipelined<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let last: Promise<void> | null = null
  const ended = db.transaction().execute(trx =>
    trx.getExecutor().provideConnection(connection => {
      const own = inTurn(connection)
      const executor = trx.getExecutor().withConnectionProvider({ provideConnection: act => act(own) })
      const sending = new Transaction<Tables>({ ...unused, executor })
      lasts.set(sending, promise => {
        last = last === null ? promise : last.then(() => promise)
      })
      return work(sending)
    }),
  )
  // Of a transaction that was undone since its last statement failed, that one says why.
  return ended.finally(() => last)
}

/**
 * Ends a transaction with what nothing waits for any more: where it can, its commit goes out together with that. The
 * transaction fails with it.
 */
export async function endWith(trx: Kysely<Tables>, last: Promise<void>): Promise<void> {
  const take = lasts.get(trx)
  if (take === undefined) return last
  // It is heard of when the transaction has ended.
  last.catch(() => {})
  take(last)
}

/**
 * What was sent behind a statement that failed is refused for that alone: it fails with the first one's error, which says
 * why.
 */
function inTurn(connection: DatabaseConnection): DatabaseConnection {
  let earlier: Promise<unknown> = Promise.resolve()
  return {
    executeQuery<R>(query: CompiledQuery, options?: AbortableOperationOptions): Promise<QueryResult<R>> {
      const answer = connection.executeQuery<R>(query, options)
      // It is heard of below, unless an earlier one failed.
      answer.catch(() => {})
      const answered = earlier.then(() => answer)
      earlier = answered
      return answered
    },
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
  }
}
