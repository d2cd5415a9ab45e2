import { describe, expect, test } from 'vitest'
import { hasChain, startChain } from '../../../test/chain.ts'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { instant, minute } from '../../ground/clock.ts'
import { readTreasuryBalances } from './treasury.ts'

describe('the treasury', () => {
  test.skipIf(!hasChain)(
    'has what its chain says, read now and then and never because somebody looks',
    async () => {
      const { env, client, account, mint } = await startChain()
      const { RPC_URLS, TOKENS } = env
      const { clock, context, genesis, user, visitor, ...harness } = await startHarness({
        env: { RPC_URLS, TOKENS },
      })
      const creator = user(genesis).furrow.communityDao
      const treasury = account(5)
      const { address } = treasury
      const onChain = { chainId: 31_337, address }
      const read = () => readTreasuryBalances.round(context)
      const balances = async () => (await visitor.communityDao.get()).treasury.onChain?.balances
      expect((await visitor.communityDao.get()).treasury.onChain).toBeNull()
      await creator.change({ treasury: { onChain, balance: 7 } })
      expect(await balances()).toEqual([])
      await mint(treasury, 2_500_000n)
      await client.setBalance({ address, value: 15n * 10n ** 17n })
      await read()
      const readAt = instant(clock.now())
      const first = await balances()
      expect(first).toContainEqual({ token: 'ETH', amount: '1.5', readAt })
      expect(first).toContainEqual({ token: 'USDC', amount: '2.5', readAt })
      await client.setBalance({ address, value: 10n ** 18n })
      clock.advance(4 * minute)
      await read()
      expect(await balances()).toEqual(first)
      clock.advance(2 * minute)
      await read()
      expect(await balances()).toContainEqual({ token: 'ETH', amount: '1', readAt: instant(clock.now()) })
      expect((await visitor.communityDao.get()).treasury.balance).toBe(7)
      await creator.change({ treasury: { onChain: null } })
      expect((await visitor.communityDao.get()).treasury.onChain).toBeNull()
      expect(harness.logged()).not.toContain('cannot be read')
    },
  )

  test('names no chain that the service cannot ask', async () => {
    const { genesis, user } = await startHarness()
    const onChain = { chainId: 1, address: createWallet().address }
    await expect(user(genesis).furrow.communityDao.change({ treasury: { onChain } })).rejects.toMatchObject({
      status: 400,
    })
  })
})
