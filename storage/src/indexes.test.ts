import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import { startGithub } from '../../server/test/github.ts'
import { type Harness, startHarness, takeSharedDatabase } from '../../server/test/harness.ts'
import { startRail } from '../../server/test/rail.ts'
import { watchDatabase } from '../../server/test/statements.ts'
import { fill } from '../../server/test/usage/fill.ts'
import { queriesOf, scansOf } from '../../server/test/usage/plans.ts'
import { useChain } from '../../server/test/usage/use-chain.ts'
import { useCodeHost } from '../../server/test/usage/use-codehost.ts'
import { useLedger } from '../../server/test/usage/use-ledger.ts'
import { somewhere, usePayments } from '../../server/test/usage/use-payments.ts'

/** The full scans among all statements run meanwhile. */
async function scansWhile(
  { context }: Harness,
  use: () => Promise<void>,
): Promise<{ queries: number; scans: string[] }> {
  const watched = watchDatabase()
  await use()
  watched.stop()
  const queries = queriesOf(watched.statements)
  const scans = await Promise.all(queries.map(query => scansOf(context.db, query)))
  return { queries: queries.length, scans: scans.flat() }
}

describe('every query of the service uses an index on tables that have been used for a while', () => {
  test('on the ledger, with a code host and without', { timeout: 300_000 }, async () => {
    const env = { ...(await takeSharedDatabase()), LOG_LEVEL: 'silent' }
    const alone = await startHarness({ env })
    await fill(alone)
    const github = await startGithub()
    const hosted = await startHarness({ env: { ...alone.env, ...github.env } })
    const paying = await startHarness({ env: { ...alone.env, ...somewhere } })
    const { queries, scans } = await scansWhile(alone, async () => {
      await useLedger(alone)
      await useCodeHost(hosted, github)
      await usePayments(paying)
    })
    expect(queries).toBeGreaterThan(100)
    expect(scans).toEqual([])
  })

  test.skipIf(!hasChain)('on chain', async () => {
    const rail = await startRail({ LOG_LEVEL: 'silent' })
    await fill(rail)
    const { queries, scans } = await scansWhile(rail, () => useChain(rail))
    expect(queries).toBeGreaterThan(50)
    expect(scans).toEqual([])
  })
})
