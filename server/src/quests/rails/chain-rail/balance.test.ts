import { expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { startRail } from '../../../../test/rail.ts'
import { day, minute } from '../../../ground/clock.ts'

test.skipIf(!hasChain)(
  "the operator's coins are told in days of work, and the cursor's lag in blocks",
  async () => {
    const rail = await startRail()
    const { chain, clock, operator, proxy } = rail
    const figure = async (name: string) => {
      // An answer of a moment ago is given again.
      clock.advance(10_000)
      const text = await (await fetch(new URL('/metrics', rail.baseUrl))).text()
      return Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1])
    }
    expect(await figure('furrow_escrow_balance_days')).toBeNaN()
    const quest = await rail.startQuest()
    await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
    await rail.keep()
    await rail.keep()
    expect(await figure('furrow_escrow_cursor_lag_blocks')).toBe(0)
    clock.advance(6 * minute)
    const few = await figure('furrow_escrow_balance_days')
    expect(few).toBeGreaterThan(0)
    await chain.client.setBalance({
      address: operator,
      value: 10n * (await chain.client.getBalance({ address: operator })),
    })
    clock.advance(6 * minute)
    expect((await figure('furrow_escrow_balance_days')) / few).toBeCloseTo(10, 3)
    clock.advance(3 * day)
    expect((await figure('furrow_escrow_balance_days')) / few).toBeCloseTo(30, 0)

    await chain.client.mine({ blocks: 40 })
    proxy.before = ({ method }) => (method === 'eth_getLogs' ? 'down' : 'pass')
    await expect(rail.keep()).rejects.toThrow()
    clock.advance(10_000)
    expect(await figure('furrow_escrow_cursor_lag_blocks')).toBe(40)
  },
)
