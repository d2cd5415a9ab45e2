import { createSharedDatabase, type Harness, startHarness } from './harness.ts'

/** Two services on one database, with one clock. */
export async function startTwins(): Promise<readonly [Harness, Harness]> {
  const env = await createSharedDatabase()
  const one = await startHarness({ env })
  return [one, await startHarness({ env: { ...one.env, ...env }, clock: one.clock })]
}
