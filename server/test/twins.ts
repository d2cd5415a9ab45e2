import { type Harness, startHarness, takeSharedDatabase } from './harness.ts'

/** Two services on one database, with one clock. */
export async function startTwins(
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly [Harness, Harness]> {
  const env = { ...settings, ...(await takeSharedDatabase()) }
  const one = await startHarness({ env })
  return [one, await startHarness({ env: { ...one.env, ...env }, clock: one.clock })]
}
