import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { sampleQuest } from '../../../../test/harness.ts'
import { startRail } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { minute } from '../../../ground/clock.ts'
import { reconcileEscrow } from './reconcile.ts'

const ether = 10n ** 18n
const coin = { reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' }

type Rail = Awaited<ReturnType<typeof startDisputed>>

/** Work about the chain's coin that is disputed, of which this side's wallet became one that takes no coin. */
async function startDisputed(refuses: 'farmer' | 'giver') {
  const rail = await startRail({}, 2)
  const { chain, keep, user } = rail
  const [giver, farmer] = [user(), user()]
  const { id, funding } = await giver.furrow.quests.post({ ...sampleQuest, ...coin })
  await chain.fund(giver.account, id, 2n * ether, 1)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await keep()
  await keep()
  const escrowId = funding.escrowId as Hex
  await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
  await keep()
  const { address } = (refuses === 'farmer' ? farmer : giver).account
  // A key with code (EIP-7702), which refuses every payment.
  await chain.client.setCode({ address, bytecode: '0x60006000fd' })
  return { ...rail, giver, farmer, id, escrowId }
}

const read = async ({ visitor, id }: Rail) => visitor.quests.get(id)

const subjectsOf = async ({ user }: Rail, who: Rail['farmer']) =>
  (await user(who).furrow.mail.list()).items.map(({ subject }) => subject)

async function resolve({ chain, escrowId, farmer, keep }: Rail, functionName: string, decision: unknown) {
  await chain.call(2, functionName, [escrowId, farmer.account.address, decision])
  await keep()
}

describe.skipIf(!hasChain)('a decision whose receiver refuses the money', () => {
  test('is what the contract says: the farmer won, is told so, and takes it to another address', async () => {
    const rail = await startDisputed('farmer')
    const { chain, escrowId, farmer, keep } = rail
    await resolve(rail, 'resolve', true)
    const { farmers, funding, status } = await read(rail)
    expect(status).toBe('completed')
    expect(farmers).toMatchObject([
      {
        status: 'released',
        unpaid: 'farmer',
        holdReason: 'receiver-refused',
        decision: { outcome: 'pay' },
        payment: { status: 'recorded', paidAt: null },
      },
    ])
    expect(funding.transactions?.map(({ kind }) => kind)).toContain('wait')
    expect((await subjectsOf(rail, farmer))[0]).toMatch(/^Decided, and waiting for its receiver/)
    const { items } = await rail.visitor.quests.events(rail.id)
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['released', 'credit-kept']))

    const other = chain.account(9).address
    await chain.client.setBalance({ address: farmer.account.address, value: ether })
    const before = await chain.client.getBalance({ address: other })
    await chain.call(farmer.account, 'releaseTo', [escrowId, other])
    await keep()
    expect(await chain.client.getBalance({ address: other })).toBe(before + 2n * ether)
    const [taken] = (await read(rail)).farmers
    expect(taken).toMatchObject({ status: 'released', holdReason: null, payment: { status: 'paid' } })
    expect(taken).not.toHaveProperty('unpaid')
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test('for a giver, and of a split, it waits for that side alone, until takeBackTo', async () => {
    const rail = await startDisputed('giver')
    const { chain, escrowId, farmer, giver, keep } = rail
    await resolve(rail, 'split', 2_500)
    expect((await read(rail)).farmers).toMatchObject([
      { status: 'released', unpaid: 'giver', holdReason: null, paid: '0.5', decision: { outcome: 'split' } },
    ])
    expect((await read(rail)).funding).toMatchObject({ released: '0.5', refunded: '1.5' })
    const other = chain.account(9).address
    await chain.call(giver.account, 'takeBackTo', [escrowId, farmer.account.address, other])
    await keep()
    expect((await read(rail)).farmers[0]).not.toHaveProperty('unpaid')
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test('is found in the state of the contract, where no log told of it', async () => {
    const rail = await startDisputed('giver')
    rail.proxy.before = ({ method }: RpcCall) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
    await resolve(rail, 'resolve', false)
    expect((await read(rail)).farmers).toMatchObject([{ status: 'disputed' }])
    rail.clock.advance(5 * minute)
    while ((await reconcileEscrow.round(rail.context)) > 0);
    expect((await read(rail)).farmers).toMatchObject([
      { status: 'refunded', unpaid: 'giver', decision: { outcome: 'refund' } },
    ])
    // What the node tells later changes nothing any more.
    rail.proxy.before = () => 'pass'
    await rail.chain.client.mine({ blocks: 2 })
    await rail.keep()
    expect((await read(rail)).farmers).toMatchObject([{ status: 'refunded', unpaid: 'giver' }])
    expect((await subjectsOf(rail, rail.giver)).filter(one => one.startsWith('Decided'))).toHaveLength(1)
  })
})
