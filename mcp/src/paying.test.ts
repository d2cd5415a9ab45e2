import { expect, test } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import { release } from '../../server/test/payments.ts'
import { tools } from './tools/all.ts'

test('pay_due makes the transaction of each work whose token the chain is known to have, for the wallet to sign', async () => {
  const { user } = await startHarness({ env: { RPC_URLS: '31337=http://127.0.0.1:9' } })
  const [giver, farmer] = [user(), user()]
  const questId = await release(giver, farmer, { reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' })
  const payDue = tools.find(({ name }) => name === 'pay_due')
  const payee = farmer.account.address
  expect(await payDue?.act(giver.furrow, { chainId: 31337 })).toMatchObject({
    own: {
      transactions: [{ questId, payee, chainId: 31337, to: payee, value: '2000000000000000000', data: '0x' }],
    },
    found: { works: [{ questId }], next: null },
  })
  expect(await payDue?.act(giver.furrow, {})).toMatchObject({ own: { transactions: [] } })
})
