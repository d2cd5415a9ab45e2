import { expect, test } from 'vitest'
import { native } from '../assets.ts'
import { describeIn } from '../describe-world.ts'
import { expectTable } from '../gas-table.ts'
import { newPerson, startSplits } from './world.ts'

describeIn(startSplits, 'the gas table of the splitter', world => {
  test('is within 5% of what sharing out takes', async () => {
    const { balanceOf, newSplit, pay, share, token } = world()
    async function measure(asset: `0x${string}`, count: number) {
      const people = Array.from({ length: count }, newPerson)
      const split = newSplit(
        people,
        people.map((_, index) => 10n ** 6n + BigInt(index)),
      )
      await pay(asset, split.account, 10n ** 9n)
      const first = await share(split, asset, { gas: 30_000_000n })
      expect(first.error).toBeNull()
      expect(await balanceOf(asset, split.account)).toBe(0n)
      await pay(asset, split.account, 10n ** 9n)
      return { first: first.gasUsed, again: (await share(split, asset, { gas: 30_000_000n })).gasUsed }
    }
    const lines: string[] = []
    for (const count of [2, 10, 500]) {
      const [coin, erc20] = [await measure(native, count), await measure(token, count)]
      lines.push(
        `| ${count} payees, the first time | ${coin.first} | ${erc20.first} |\n`,
        `| ${count} payees, again | ${coin.again} | ${erc20.again} |\n`,
      )
    }
    expectTable(
      'gas of the splitter',
      `| Sharing out to | Coin | ERC-20 |\n|---|---:|---:|\n${lines.join('')}`,
    )
  })
})
