import { expect, test } from 'vitest'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../server/test/harness.ts'
import { requireSound } from '../../server/test/soundness.ts'
import { watchDatabase } from '../../server/test/statements.ts'
import { again } from './transaction.ts'

/** PostgreSQL then refuses, as CockroachDB does, what no order of the transactions one after the other would give. */
async function startStrict(): Promise<[Harness, Harness]> {
  const env: Record<string, string> = await takeSharedDatabase()
  if (env.DATABASE_URL !== undefined) {
    const url = new URL(env.DATABASE_URL)
    const options = `${url.searchParams.get('options')} -c default_transaction_isolation=serializable`
    url.searchParams.set('options', options)
    env.DATABASE_URL = url.href
  }
  const first = await startHarness({ env })
  return [first, await startHarness({ env: { ...first.env, ...env }, clock: first.clock })]
}

test('what the database undoes for the sake of another transaction runs again, and nobody hears of it', async () => {
  const [one, other] = await startStrict()
  const { failures } = watchDatabase()
  const giver = one.user()
  const farmers = Array.from({ length: 6 }, () => one.user())
  const quests = await Promise.all(
    farmers.map(() => giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })),
  )
  await Promise.all(
    farmers.flatMap((farmer, index) => {
      const id = quests[index]?.id as string
      const there = other.user(farmer)
      const work = async ({ furrow }: typeof farmer) => {
        await furrow.profile.change({ farmerProfile: { guild: `Weeders ${index % 3}` } })
        await furrow.mail.send({ to: giver.address, subject: 'The gate', body: 'It closes.' })
      }
      const take = async () => {
        await there.furrow.quests.accept(id)
        await there.furrow.quests.submit(id, { note: 'done' })
        await other.user(giver).furrow.quests.approve(id, farmer.address)
      }
      return [work(farmer), work(there), take()]
    }),
  )
  for (const { id } of quests) expect((await giver.furrow.quests.get(id)).farmers[0]?.status).toBe('released')
  if (engine === 'postgres')
    expect(failures.map(({ error }) => (error as { code?: string }).code)).toContain('40001')
  await requireSound(one.context)
})

test('of what fails, only that runs again which the database undid for another one, or for a stale plan', async () => {
  const triesOf = async (code: string) => {
    let tries = 0
    await again(async () => {
      if (++tries === 1) throw Object.assign(new Error('undone'), { code })
    }).catch(() => {})
    return tries
  }
  const codes = ['40001', '40P01', '0A000', '23505', '57014']
  expect(await Promise.all(codes.map(triesOf))).toEqual([2, 2, 2, 1, 1])
})
