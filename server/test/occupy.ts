import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { onTestFinished } from 'vitest'
import { postgresUrl } from './harness.ts'

/** Settings of a service that is to be occupied: the embedded database in memory has one connection for everything. */
export const occupiable: Record<string, string> = postgresUrl === null ? { DATA_DIR: ':memory:' } : {}

/** Takes all connections to the database until they are freed: every question to it waits. */
export async function occupy(db: Db): Promise<() => Promise<unknown>> {
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  // The pool of PostgreSQL has ten.
  const taken =
    engineOf(db) === 'sqlite'
      ? [db.transaction().execute(() => gate)]
      : Array.from({ length: 10 }, () => db.connection().execute(() => gate))
  const free = () => {
    open()
    return Promise.all(taken)
  }
  onTestFinished(() => free().then(() => {}))
  return free
}
