import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest, startHarness } from '../../../test/harness.ts'

describe('a dispute that nobody can decide, where no platform wallet is set', () => {
  test.each([
    ['a link that shows it', { url: 'https://example.org/gate' }, 'released'],
    ['a note alone', { note: 'done' }, 'refunded'],
  ])('over work that was handed in with %s ends: %s %s', async (_what, work, status) => {
    const { clock, runDue, user, visitor } = await startHarness({ env: { PLATFORM_WALLET: '' } })
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, work)
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    clock.advance(14 * 24 * 60 * 60 * 1_000 - 1)
    expect(await runDue()).toBe(0)
    clock.advance(1)
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).farmers[0]?.status).toBe(status)
    const letters = (await user(farmer).furrow.mail.list()).items
    const told = letters.find(({ subject }) => subject.startsWith('Disputed'))?.body
    expect(told).toContain(
      status === 'released' ? 'the work is released: nobody can decide here' : 'the giver is refunded',
    )
  })

  test('counts against the giver only if they began it', async () => {
    const { clock, runDue, user, visitor } = await startHarness({ env: { PLATFORM_WALLET: '' } })
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { url: 'https://example.org/gate' })
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    clock.advance(reviewWindow + 14 * 24 * 60 * 60 * 1_000)
    await runDue()
    const { giverProfile } = await visitor.profile.get(giver.address, { init: true })
    expect(giverProfile.disputesLost).toBe(1)
    const { reputation } = await visitor.reputation(giver.address)
    expect(reputation.benevolenceScore).toBe(45)
  })
})
