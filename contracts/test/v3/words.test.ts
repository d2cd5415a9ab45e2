import { encodeAbiParameters, type Hex, hexToBigInt, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { native } from '../assets.ts'
import { testTokenAbi, testTokenBytecode } from '../fixtures.ts'
import { describeThird, type World } from '../v2/world.ts'

const wide = 1n << 255n

describeThird('a deposit in storage', world => {
  test.each([
    ['of the coin', {}, 1],
    ['of a usual token', { usual: true }, 1],
    ['of another token', { other: true }, 2],
    ['of 31 places', { slots: 31 }, 1],
    ['of 32 places', { slots: 32 }, 2],
    ['of the largest amount for one word', { usual: true, amountEach: 2n ** 74n - 1n }, 1],
    ['of a larger one', { usual: true, amountEach: 2n ** 74n }, 2],
  ] as const)('%s takes as few words as it can, and every number is kept', async (_, given, words) => {
    const { act, allow, deploy, escrow, farmer, fundQuest, giver, operator, otherFarmer } = world()
    const { usual, other, ...rest } = { usual: false, other: false, amountEach: 70n, slots: 3, ...given }
    const token = usual
      ? world().token
      : other
        ? await deploy(testTokenAbi, testTokenBytecode, ['Other', 'OTH', 18])
        : native
    if (token !== native) await allow(token, giver, 10n ** 40n)
    const id = await fundQuest({ token, ...rest })
    const { amountEach, slots } = rest
    const expected = { giver, endsAt: 0n, slots, token, closed: false, amountEach }
    expect(await escrow(id)).toEqual({ ...expected, free: slots, held: slots })
    expect(await wordsOf(world(), id)).toBe(words)
    for (const each of [farmer, otherFarmer])
      expect((await act(operator, 'propose', [id, each, false])).error).toBeNull()
    expect((await act(giver, 'approve', [id, farmer])).error).toBeNull()
    expect(await escrow(id)).toEqual({ ...expected, free: slots - 2, held: slots - 1 })
    expect(await wordsOf(world(), id)).toBe(words)
    expect((await act(giver, 'giveNotice', [id])).error).toBeNull()
    expect(await wordsOf(world(), id)).toBe(2)
    expect((await act(giver, 'approve', [id, otherFarmer])).error).toBeNull()
    expect(await escrow(id)).toMatchObject({
      giver,
      slots,
      token,
      amountEach,
      free: slots - 2,
      held: slots - 2,
    })
  })
})

/** How many words a deposit has, by the bit that tells it; the mapping is found by its giver. */
async function wordsOf({ address, client, giver }: World, id: Hex): Promise<number> {
  for (let slot = 0n; slot < 16n; slot++) {
    const place = encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [id, slot])
    const read = await client.getStorageAt({ address, slot: keccak256(place) })
    const word = hexToBigInt(read ?? '0x0')
    if ((word & ((1n << 160n) - 1n)) === hexToBigInt(giver)) return (word & wide) === 0n ? 1 : 2
  }
  throw new Error('the deposit is not found')
}
