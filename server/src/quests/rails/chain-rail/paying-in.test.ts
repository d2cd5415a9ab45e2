import { courtArbiterAbi, questEscrowV3Abi } from '@furrow/contracts'
import {
  bringCall,
  type Call,
  type EscrowWallet,
  type Node,
  type PayIn,
  payInOf,
  readCourt,
  readPlan,
  sendPayIn,
  sponsoredPayIn,
  sponsorshipTypedData,
} from '@furrow/sdk/escrow'
import { type Abi, type AbiFunction, type Hex, toFunctionSelector, toFunctionSignature } from 'viem'
import { describe, expect, test } from 'vitest'
// The SDK is published without the contract's own ABI.
import { courtAbi, escrowAbi } from '../../../../../sdk/src/escrow/abi.ts'
import { hasChain } from '../../../../test/chain.ts'
import type { User } from '../../../../test/harness.ts'
import { paid, startRail } from '../../../../test/rail.ts'
import { hour } from '../../../ground/clock.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

const ether = 10n ** 18n
const nodeOf =
  ({ chain }: Rail): Node =>
  (method, params = []) =>
    chain.client.request({ method, params } as never)

/** A program's wallet over its own key, with the transactions that it sent. */
function walletOf({ chain }: Rail, { account }: User, signs = true) {
  const sent: Call[] = []
  const wallet: EscrowWallet = {
    address: account.address,
    async send(call) {
      sent.push(call)
      const { to, data, value } = call
      return chain.client.sendTransaction({
        account,
        chain: chain.client.chain,
        to,
        data,
        value: BigInt(value),
      })
    },
    ...(signs && { signTypedData: (words: object) => account.signTypedData(words as never) }),
  }
  return { wallet, sent }
}

async function startGiver(rail: Rail, tokens = 100n * ether) {
  const giver = rail.user()
  await rail.chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
  await rail.chain.mint(giver.account, tokens)
  return giver
}

const pay = (rail: Rail, user: User, payIn: PayIn, signs = true) => {
  const { wallet, sent } = walletOf(rail, user, signs)
  return sendPayIn({ node: nodeOf(rail), wallet }, payIn).then(hash => ({ hash, sent }))
}

const statusOf = async (rail: Rail, user: User, id: string) =>
  (await rail.user(user).furrow.quests.fund(id)).funding.status

describe.skipIf(!hasChain)('paying in by the SDK', () => {
  test.each([
    ['a token with permits takes a signature and one transaction', { permits: true }, true, 1],
    ['a wallet that signs nothing allows, and then pays', { permits: true }, false, 2],
    ['a token without permits is allowed, and then paid', {}, true, 2],
  ])('%s', async (_what, token, signs, transactions) => {
    const rail = await startRail({}, 2, undefined, token)
    const giver = await startGiver(rail)
    const quest = await giver.furrow.quests.post(paid)
    const { sent } = await pay(rail, giver, payInOf([quest]), signs)
    expect(sent).toHaveLength(transactions)
    expect(await statusOf(rail, giver, quest.id)).toBe('funded')
    expect(await pay(rail, giver, payInOf([quest]))).toEqual({ hash: null, sent: [] })
  })

  test('a token without permits takes a signature by way of Permit2 where the wallet lets it take the sum already', async () => {
    const rail = await startRail({}, 2)
    const giver = await startGiver(rail)
    await rail.chain.openToPermit2(giver.account, 3_000_000n)
    const [first, second] = [await giver.furrow.quests.post(paid), await giver.furrow.quests.post(paid)]
    const plan = await readPlan(nodeOf(rail), giver.account.address, payInOf([first]), {
      batches: false,
      permits: true,
    })
    expect(plan).toMatchObject({ steps: ['permit2', 'deposit'], isEnough: true })
    const { sent, hash } = await pay(rail, giver, payInOf([first]))
    expect(sent).toHaveLength(1)
    expect(await statusOf(rail, giver, first.id)).toBe('funded')
    const { gasUsed } = await rail.chain.client.getTransactionReceipt({ hash: hash as Hex })
    expect(Number(gasUsed)).toBeLessThan(plan.gas)
    // The rest that Permit2 may take is too little for the second.
    expect((await pay(rail, giver, payInOf([second]))).sent).toHaveLength(2)
    expect(await statusOf(rail, giver, second.id)).toBe('funded')
  })

  test('one transaction pays in for several quests of a giver, and leaves out those that are paid already', async () => {
    const rail = await startRail({}, 2)
    const giver = await startGiver(rail)
    const quests = await Promise.all(
      [1, 2, 3].map(count =>
        giver.furrow.quests.post({ ...paid, maxFarmers: count, title: `Gate ${count}` }),
      ),
    )
    const [first, ...others] = quests
    await pay(rail, giver, payInOf(quests.slice(0, 1)))
    const plan = await readPlan(nodeOf(rail), giver.account.address, payInOf(quests), {
      batches: false,
      permits: true,
    })
    expect(plan).toMatchObject({ steps: ['allow', 'deposit'], left: { total: 10_000_000n } })
    const { sent, hash } = await pay(rail, giver, payInOf(quests))
    expect(sent).toHaveLength(2)
    const { gasUsed } = await rail.chain.client.getTransactionReceipt({ hash: hash as Hex })
    expect(Number(gasUsed) + 30_000).toBeLessThan(plan.gas)
    for (const quest of [first, ...others])
      expect(await statusOf(rail, giver, quest?.id ?? '')).toBe('funded')
    for (const { id } of others) {
      const farmer = rail.user()
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
    }
    await rail.keep()
    await rail.later(50 * hour)
    for (let round = 0; round < 3; round++) await rail.keep()
    for (const { id } of others)
      expect(await rail.read(id)).toMatchObject({ farmers: [{ status: 'released', paid: '2' }] })
  })

  test('a friend pays in with the signature of the giver, who decides, and gets back what nobody earned', async () => {
    const rail = await startRail({}, 2, undefined, { permits: true })
    const [giver, friend] = [rail.user(), await startGiver(rail)]
    const quest = await giver.furrow.quests.post({ ...paid, maxFarmers: 2 })
    const deadline = Number((await rail.chain.client.getBlock()).timestamp) + 3_600
    const words = sponsorshipTypedData(payInOf([quest]), { payer: friend.account.address, deadline })
    const signature = await giver.account.signTypedData(words as never)
    const sponsored = sponsoredPayIn(payInOf([quest]), { giver: giver.account.address, deadline, signature })
    const stranger = await startGiver(rail)
    await expect(pay(rail, stranger, sponsored)).rejects.toThrow()
    const before = await rail.chain.balanceOf(friend.account.address)
    const { sent } = await pay(rail, friend, sponsored)
    expect(sent).toHaveLength(2)
    expect(await statusOf(rail, giver, quest.id)).toBe('funded')
    await rail.user(giver).furrow.quests.cancel(quest.id)
    for (let round = 0; round < 3; round++) await rail.keep()
    await rail.chain.call(friend.account, 'refund', [quest.funding.escrowId])
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await rail.chain.balanceOf(friend.account.address)).toBe(before)
    expect(await rail.read(quest.id)).toMatchObject({ funding: { refunded: '4' } })
  })

  test('a dispute is brought before the court, once, by anybody who pays its fee', async () => {
    const rail = await startRail({}, 2, undefined, { court: true })
    const { giver, farmer, id, escrowId } = await rail.startQuest()
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    for (let round = 0; round < 2; round++) await rail.keep()
    await rail.chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    const dispute = { escrow: rail.chain.escrow, escrowId, farmer: farmer.account.address }
    const court = await readCourt(nodeOf(rail), dispute)
    expect(court).toMatchObject({ fee: 1_000n, isBrought: false })
    if (court === null) return
    const { wallet } = walletOf(rail, await startGiver(rail))
    await wallet.send(bringCall(court, dispute))
    expect(await readCourt(nodeOf(rail), dispute)).toMatchObject({ isBrought: true })
    const plain = await startRail({}, 2)
    expect(await readCourt(nodeOf(plain), { ...dispute, escrow: plain.chain.escrow })).toBeNull()
  })

  test('a node of another chain, and a transaction that fails, are told', async () => {
    const rail = await startRail({}, 2)
    const giver = await startGiver(rail, 1n)
    const quest = await giver.furrow.quests.post(paid)
    const { chain } = rail
    await expect(pay(rail, giver, { ...payInOf([quest]), chainId: 1 })).rejects.toThrow(/another chain/)
    const { wallet } = walletOf(rail, giver)
    const send = ({ to, data }: Call) =>
      chain.client.sendTransaction({
        account: giver.account,
        chain: chain.client.chain,
        to,
        data,
        gas: 200_000n,
      })
    await expect(
      sendPayIn({ node: nodeOf(rail), wallet: { ...wallet, send } }, payInOf([quest])),
    ).rejects.toThrow(/failed in the chain/)
  })
})

describe('what pays in', () => {
  const quest = {
    id: 'quest-1',
    giver: `0x${'a1'.repeat(20)}`,
    maxFarmers: 2,
    funding: {
      chainId: 1,
      escrow: `0x${'c0'.repeat(20)}`,
      tokenAddress: `0x${'d0'.repeat(20)}`,
      amountEach: '50',
      contractVersion: 2,
      escrowId: '0xa26de3e1ee0e8efb1c4d9e5d5ee2a1f1bbfa3bd3f16ef9d4c15d0d1d3f7a5b5c',
    },
  }

  test.each([
    ['no quest', []],
    ['a quest of the ledger', [{ ...quest, funding: {} }]],
    ['a deposit that is not of the quest', [quest]],
    ['quests of two tokens', [quest, { ...quest, funding: { ...quest.funding, tokenAddress: quest.giver } }]],
    ['quests of two givers', [quest, { ...quest, giver: quest.funding.escrow }]],
    [
      'several in the first version',
      [1, 2].map(() => ({ ...quest, funding: { ...quest.funding, contractVersion: 1 } })),
    ],
  ])('is refused for %s', (_what, quests) => {
    expect(() => payInOf(quests)).toThrow(TypeError)
  })

  test('speaks to the contract by its own ABI', () => {
    const shapesOf = (abi: Abi) =>
      abi
        .filter((item): item is AbiFunction => item.type === 'function')
        .map(item => ({
          selector: toFunctionSelector(item),
          signature: toFunctionSignature(item),
          mutability: item.stateMutability,
          outputs: item.outputs.map(({ type }) => type),
        }))
    const known = [...shapesOf(questEscrowV3Abi), ...shapesOf(courtArbiterAbi)]
    for (const shape of [...shapesOf(escrowAbi), ...shapesOf(courtAbi)]) expect(known).toContainEqual(shape)
  })
})
