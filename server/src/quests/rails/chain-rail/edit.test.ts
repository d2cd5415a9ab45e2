import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { paid, startRail } from '../../../../test/rail.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { day } from '../../../ground/clock.ts'

describe.skipIf(!hasChain)('an edit on the chain rail', () => {
  test('changes reward and places until there is a deposit, and then texts and deadline alone', async () => {
    const { chain, clock, context, read, user } = await startRail()
    const [giver, farmer] = [user(), user()]
    const key = { idempotencyKey: 'posted' }
    const posted = await giver.furrow.quests.post(paid, key)
    const { id } = posted
    const edit = async (changes: object) => giver.furrow.quests.edit(id, changes, (await read(id)).updatedAt)
    expect(await edit({ rewardAmount: 3.5, maxFarmers: 2 })).toMatchObject({
      reward: '3.5 USDC',
      funding: { amount: '7', amountEach: '3500000', status: 'unfunded' },
    })
    await expect(edit({ rewardAmount: 0 })).rejects.toMatchObject({ status: 400 })
    await expect(edit({ rewardToken: 'DAI' })).rejects.toMatchObject({ status: 400 })
    expect(await giver.furrow.quests.post(paid, key)).toEqual(posted)

    await chain.fund(giver.account, id, 3_500_000n, 2, chain.token)
    const refused = { status: 400, message: expect.stringContaining('the contract cannot change them') }
    // It is there, and nobody has said so to the service yet.
    await expect(edit({ rewardAmount: 4 })).rejects.toMatchObject(refused)
    expect((await giver.furrow.quests.fund(id)).funding).toMatchObject({ status: 'funded', amount: '7' })
    await expect(edit({ maxFarmers: 3 })).rejects.toMatchObject(refused)
    await farmer.furrow.quests.accept(id)
    await expect(edit({ rewardAmount: 4 })).rejects.toMatchObject(refused)
    const deadline = new Date(clock.now() + day).toISOString()
    await expect(edit({ deadline })).rejects.toMatchObject({ status: 400 })
    expect((await edit({ clarification: 'Mind the dog.' })).description).toContain('Mind the dog.')
    await requireSound(context)
  })
})
