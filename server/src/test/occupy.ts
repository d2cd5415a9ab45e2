import { onTestFinished } from 'vitest'
import type { Db } from '../db/db.ts'

/** Takes all connections to the database that there are, until they are freed: whoever asks it waits. */
export async function occupy(db: Db): Promise<() => Promise<unknown>> {
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  // The embedded database has one, the pool of the other ten.
  const taken = Array.from({ length: 10 }, () => db.connection().execute(() => gate))
  const free = () => {
    open()
    return Promise.all(taken)
  }
  onTestFinished(() => free().then(() => {}))
  return free
}
