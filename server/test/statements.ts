import { type SQLInputValue, StatementSync } from 'node:sqlite'
import { NamingClient } from '@furrow/storage/named-statements.ts'
import { onTestFinished, vi } from 'vitest'
import { engine } from './harness.ts'

export type Statement = { readonly sql: string; readonly parameters: readonly unknown[] }

export type Watched = {
  /** In order, of all services of this process. */
  readonly statements: Statement[]
  /** Statements that the database refused. */
  readonly failures: { readonly sql: string; readonly error: unknown }[]
  /** How often PostgreSQL was waited for: what goes out while something is under way is the same trip. SQLite makes none. */
  trips: number
  stop(): void
}

/** Every statement of this process's services, from here to the end of the test. */
export function watchDatabase(): Watched {
  const watched: Watched = {
    statements: [],
    failures: [],
    trips: 0,
    stop() {
      for (const stop of stops) stop()
    },
  }
  const stops = engine === 'sqlite' ? watchSqlite(watched) : watchPostgres(watched)
  onTestFinished(watched.stop)
  return watched
}

function watchSqlite({ statements, failures }: Watched): (() => void)[] {
  return (['run', 'all'] as const).map(method => {
    const original: (...values: SQLInputValue[]) => unknown = StatementSync.prototype[method]
    const spy = vi.spyOn(StatementSync.prototype, method)
    spy.mockImplementation(function (this: StatementSync, ...values: unknown[]) {
      const sql = this.sourceSQL
      statements.push({ sql, parameters: values })
      try {
        return original.apply(this, values as SQLInputValue[]) as never
      } catch (error) {
        failures.push({ sql, error })
        throw error
      }
    })
    return () => spy.mockRestore()
  })
}

function watchPostgres(watched: Watched): (() => void)[] {
  const { statements, failures } = watched
  let underWay = 0
  const original = NamingClient.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(NamingClient.prototype, 'query')
  spy.mockImplementation(function (this: NamingClient, ...args: unknown[]) {
    const [sql, parameters] = args
    const answer = original.apply(this, args)
    if (typeof sql !== 'string') return answer as never
    statements.push({ sql, parameters: (parameters as unknown[]) ?? [] })
    if (answer instanceof Promise) {
      if (underWay++ === 0) watched.trips++
      const ended = () => void underWay--
      answer.then(ended, error => {
        ended()
        failures.push({ sql, error })
      })
    }
    return answer as never
  })
  return [() => spy.mockRestore()]
}
