import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { recordPostings } from './record.ts'

test('the same thing is booked once', async () => {
  const { context, user } = await startHarness()
  const giver = user()
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const writes = createWrites()
  const posting = {
    id: `release:${id}:someone`,
    questId: id,
    token: 'USDC',
    from: { account: 'held', party: giver.address },
    to: { account: 'released', party: giver.address },
    units: 1n,
  } as const
  recordPostings(writes, [posting], [], 0)
  await writeAll(context.db, writes)
  await expect(writeAll(context.db, writes)).rejects.toThrow()
  const shards = await context.db.selectFrom('ledger_sums').select('released').execute()
  expect(shards.reduce((sum, { released }) => sum + BigInt(released), 0n)).toBe(1n)
})
