import { createRequire } from 'node:module'
import {
  type Abi,
  concat,
  encodeFunctionData,
  type Hex,
  type Address as Hex40,
  numberToHex,
  pad,
  size,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain } from '../../../test/chain.ts'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { pointsOf, release, startPayments, transfer, unit } from '../../../test/payments.ts'
import { deploySafe, deploySafes } from '../../../test/safe.ts'
import { signerOf } from '../../../test/signer.ts'
import { requireSound } from '../../../test/soundness.ts'
import { unzip } from '../../../test/unzip.ts'
import { hour, instant, minute } from '../../ground/clock.ts'

const require = createRequire(import.meta.url)
const artifacts = '@safe-global/safe-contracts/build/artifacts/contracts'
const read = (path: string): { abi: Abi; bytecode: Hex } => require(`${artifacts}/${path}.json`)
const draft = { title: 'Pay the helpers', description: 'From our treasury.', category: 'money' }

/** A community whose treasury is a Safe that has tokens, with one member beside its creator. */
async function startTreasury() {
  const started = await startPayments({ PAYMENT_CONFIRMATIONS: '2', QUOTA_PAYMENTS_A_DAY: '50' })
  const { chain, harness } = started
  const { client } = chain
  const [owner, member] = [harness.user(), harness.user()]
  await client.setBalance({ address: owner.address, value: 10n ** 20n })
  const deploy = async ({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: unknown[] = []) => {
    const hash = await client.deployContract({ abi, bytecode, args, account: chain.account(0) } as never)
    return (await client.waitForTransactionReceipt({ hash })).contractAddress as Hex40
  }
  const safe = (await deploySafes(deploy as never))(owner, 31_337)
  await deploySafe(chain, safe)
  await chain.mint(owner.account, 10_000n * unit)
  await transfer(chain, owner, safe.address as Hex40, 10_000n * unit)
  const multiSend = read('libraries/MultiSend.sol/MultiSend')
  const batcher = await deploy(multiSend)
  /** The calls that the Transaction Builder makes of the file: one transaction of the Safe. */
  const execute = async (calls: readonly { to: string; value: string; data: string }[]) => {
    const packed = calls.map(({ to, value, data }) =>
      concat([
        '0x00',
        to as Hex,
        numberToHex(BigInt(value), { size: 32 }),
        numberToHex(size(data as Hex), { size: 32 }),
        data as Hex,
      ]),
    )
    const data = encodeFunctionData({ abi: multiSend.abi, functionName: 'multiSend', args: [concat(packed)] })
    const approved = concat([pad(owner.account.address), pad('0x'), '0x01'])
    const hash = await client.writeContract({
      abi: read('Safe.sol/Safe').abi,
      address: safe.address,
      functionName: 'execTransaction',
      args: [batcher, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, approved],
      account: owner.account,
      chain: client.chain,
      gas: 5_000_000n,
    } as never)
    const { status } = await client.waitForTransactionReceipt({ hash })
    expect(status).toBe('success')
    return hash
  }
  await harness.user(harness.genesis).furrow.communityDao.change({
    members: [{ address: member.address, title: 'Mender' }],
    settings: { quorum: 0, vetoHours: 4 },
    treasury: { onChain: { chainId: 31_337, address: safe.address } },
  })
  /** A proposal that the member votes on, until its vote is over. */
  const decide = async (works: Works, choice: 'Yes' | 'No' = 'Yes') => {
    const endsAt = instant(harness.clock.now() + 2 * hour)
    const { id } = await member.furrow.communityDao.propose({ ...draft, endsAt, pay: { works: [...works] } })
    await member.furrow.communityDao.vote(signerOf(member), id, choice)
    await later(harness, 2 * hour)
    return id
  }
  return { ...started, safe, member, execute, decide }
}

type Works = readonly { questId: string; farmer: string }[]
type Started = Awaited<ReturnType<typeof startTreasury>>

async function later({ clock, runDue }: Started['harness'], time: number): Promise<void> {
  clock.advance(time)
  for (let round = 0; round < 6; round++) await runDue()
}

const workOf = (questId: string, { account }: User) => ({ questId, farmer: account.address as string })
const states = async ({ harness }: Started, id: string) =>
  (await harness.visitor.communityDao.proposal(id)).payout?.works.map(({ state }) => state)
const paymentOf = async ({ harness }: Started, id: string) =>
  (await harness.visitor.quests.get(id)).farmers[0]?.payment

describe.skipIf(!hasChain)(
  `a proposal that pays works${hasChain ? '' : ' (skipped: there is no anvil)'}`,
  () => {
    test('makes the file of the treasury, whose transaction is the payment, once, also after a reorganisation', async () => {
      const started = await startTreasury()
      const { chain, decide, execute, farmer, giver, harness, safe } = started
      const other = harness.user()
      const [first, second, third, unnamed] = [
        await release(giver, farmer),
        await release(giver, farmer, { reward: '50 USDC', rewardAmount: 50 }),
        await release(giver, other),
        await release(giver, farmer),
      ]
      const works = [workOf(first, farmer), workOf(second, farmer), workOf(third, other)]
      const id = await decide(works)
      const { visitor } = harness
      const { pay, ballot, payout } = await visitor.communityDao.proposal(id)
      expect(pay).toEqual({
        ...{ chainId: 31_337, treasury: expect.any(String), token: 'USDC', sum: '250' },
        works: [
          { ...works[0], amount: '100' },
          { ...works[1], amount: '50' },
          { ...works[2], amount: '100' },
        ],
      })
      expect(ballot?.actionState?.state).toBe('waiting')
      expect(payout?.isPassed).toBe(false)
      await expect(visitor.communityDao.safeFile(id)).rejects.toMatchObject({ code: 'proposal-not-passed' })

      await later(harness, 4 * hour)
      expect((await visitor.communityDao.proposal(id)).ballot?.actionState?.state).toBe('done')
      // Paid by its giver meanwhile.
      await giver.furrow.quests.paid(
        third,
        other.address,
        await transfer(chain, giver, other.account.address, 100n * unit),
      )
      await chain.client.mine({ blocks: 1 })
      await later(harness, minute)
      const file = await visitor.communityDao.safeFile(id)
      expect(file.meta.createdFromSafeAddress.toLowerCase()).toBe(safe.address)
      expect(file.transactions).toHaveLength(2)
      const hash = await execute(file.transactions)

      const stranger = harness.user()
      const shown = await stranger.furrow.communityDao.showPaid(id, hash)
      expect(shown.map(({ status, code }) => [status, code])).toEqual([
        ['confirming', null],
        ['confirming', null],
        ['refused', 'payment-shown'],
      ])
      await chain.client.mine({ blocks: 1 })
      await later(harness, minute)
      expect(await states(started, id)).toEqual(['paid', 'paid', 'paid-otherwise'])
      expect(await paymentOf(started, first)).toMatchObject({ status: 'paid', proposal: id, txHash: hash })
      expect(await paymentOf(started, third)).not.toHaveProperty('proposal')
      expect((await giver.furrow.payouts.due()).items.works).toMatchObject([{ questId: unnamed }])
      const points = await pointsOf(harness, farmer)
      expect(points).toBeGreaterThan(0)
      // Work that no proposal names takes nothing of it, by whichever way.
      await expect(giver.furrow.quests.paid(unnamed, farmer.address, hash)).rejects.toMatchObject({
        code: 'not-a-payment',
      })
      expect((await stranger.furrow.communityDao.showPaid(id, hash)).map(({ status }) => status)).toEqual([
        'paid',
        'paid',
        'refused',
      ])
      await expect(visitor.communityDao.safeFile(id)).rejects.toMatchObject({ code: 'nothing-to-pay' })
      await requireSound(harness.context)

      const raw = (await chain.client.request({
        method: 'eth_getRawTransactionByHash',
        params: [hash],
      } as never)) as Hex
      await chain.client.request({ method: 'anvil_reorg', params: [2, []] } as never)
      await later(harness, hour)
      expect(await states(started, id)).toEqual(['confirming', 'confirming', 'paid-otherwise'])
      expect(await pointsOf(harness, farmer)).toBe(0)
      if ((await chain.client.getTransaction({ hash }).catch(() => null)) === null)
        await chain.client.sendRawTransaction({ serializedTransaction: raw })
      await chain.client.mine({ blocks: 2 })
      await later(harness, hour)
      expect(await states(started, id)).toEqual(['paid', 'paid', 'paid-otherwise'])
      expect(await pointsOf(harness, farmer)).toBe(points)
      await requireSound(harness.context)
    })

    test('gives no right where it was declined or vetoed, or for money of anybody else', async () => {
      const started = await startTreasury()
      const { chain, decide, execute, farmer, giver, harness } = started
      const questId = await release(giver, farmer)
      const works = [workOf(questId, farmer)]
      const declined = await decide(works, 'No')
      const vetoed = await decide(works)
      await harness.user(harness.genesis).furrow.communityDao.veto(vetoed, 'Not this year.')
      await later(harness, 4 * hour)
      const dao = harness.user().furrow.communityDao
      const call = encodeFunctionData({
        abi: [
          {
            type: 'function',
            name: 'transfer',
            inputs: [{ type: 'address' }, { type: 'uint256' }],
            outputs: [],
          },
        ],
        functionName: 'transfer',
        args: [farmer.account.address, 100n * unit],
      } as never)
      const hash = await execute([{ to: chain.token, value: '0', data: call }])
      await chain.client.mine({ blocks: 1 })
      for (const id of [declined, vetoed]) {
        await expect(dao.showPaid(id, hash)).rejects.toMatchObject({ code: 'proposal-not-passed' })
        await expect(dao.safeFile(id)).rejects.toMatchObject({ code: 'proposal-not-passed' })
      }
      // The giver shows it: it waits for the farmer, as money of any other wallet does.
      await giver.furrow.quests.paid(questId, farmer.address, hash)
      expect(await paymentOf(started, questId)).toMatchObject({ status: 'recorded', waitsForFarmer: true })
      await expect(decide(works)).rejects.toMatchObject({ code: 'work-not-owed' })

      const other = await release(giver, harness.user(farmer))
      const id = await decide([workOf(other, farmer)])
      await later(harness, 4 * hour)
      const foreign = await transfer(chain, giver, farmer.account.address, 100n * unit)
      await chain.client.mine({ blocks: 1 })
      expect(await dao.showPaid(id, foreign)).toMatchObject([{ status: 'refused', code: 'not-a-payment' }])
      expect(await states(started, id)).toEqual(['due'])
    })

    test('shows a work that giver and treasury both paid, and counts what the treasury moved for it no more', async () => {
      const started = await startTreasury()
      const { chain, decide, execute, farmer, giver, harness } = started
      const [first, second] = [await release(giver, farmer), await release(giver, farmer)]
      const id = await decide([workOf(first, farmer)])
      const other = await decide([workOf(second, farmer)])
      await later(harness, 4 * hour)
      const file = await harness.visitor.communityDao.safeFile(id)
      await giver.furrow.quests.paid(
        first,
        farmer.address,
        await transfer(chain, giver, farmer.account.address, 100n * unit),
      )
      const hash = await execute(file.transactions)
      await chain.client.mine({ blocks: 2 })
      await later(harness, minute)
      const dao = harness.user().furrow.communityDao
      expect(await dao.showPaid(id, hash)).toMatchObject([{ status: 'refused', code: 'paid-twice' }])
      const { payout } = await harness.visitor.communityDao.proposal(id)
      expect(payout?.works).toMatchObject([{ state: 'paid-otherwise', alsoPaid: hash }])
      expect(await dao.showPaid(other, hash)).toMatchObject([{ status: 'refused', code: 'not-a-payment' }])
      await requireSound(harness.context)
    })

    test('takes another payment of the giver for none of the treasury', async () => {
      const started = await startTreasury()
      const { chain, decide, farmer, giver, harness } = started
      const questId = await release(giver, farmer)
      const id = await decide([workOf(questId, farmer)])
      await later(harness, 4 * hour)
      const pay = () => transfer(chain, giver, farmer.account.address, 100n * unit)
      await giver.furrow.quests.paid(questId, farmer.address, await pay())
      const another = await pay()
      await chain.client.mine({ blocks: 2 })
      const dao = harness.user().furrow.communityDao
      expect(await dao.showPaid(id, another)).toMatchObject([{ status: 'refused', code: 'payment-shown' }])
      const { payout } = await harness.visitor.communityDao.proposal(id)
      expect(payout?.works).toMatchObject([{ alsoPaid: null }])
    })

    test('takes what was paid twice from no payment in another token of the same transaction', async () => {
      const started = await startTreasury()
      const { chain, decide, execute, farmer, giver, harness, safe } = started
      await chain.client.setBalance({ address: safe.address as Hex40, value: 10n ** 18n })
      const coin = { reward: '0.5 ETH', rewardAmount: 0.5, rewardToken: 'ETH' }
      const [first, second] = [await release(giver, farmer), await release(giver, farmer, coin)]
      const id = await decide([workOf(first, farmer)])
      const other = await decide([workOf(second, farmer)])
      await later(harness, 4 * hour)
      const files = [id, other].map(proposal => harness.visitor.communityDao.safeFile(proposal))
      const calls = (await Promise.all(files)).flatMap(({ transactions }) => transactions)
      await giver.furrow.quests.paid(
        first,
        farmer.address,
        await transfer(chain, giver, farmer.account.address, 100n * unit),
      )
      const hash = await execute(calls)
      await chain.client.mine({ blocks: 2 })
      const dao = harness.user().furrow.communityDao
      expect(await dao.showPaid(id, hash)).toMatchObject([{ status: 'refused', code: 'paid-twice' }])
      expect(await dao.showPaid(other, hash)).toMatchObject([{ status: 'paid' }])
    })

    test('gives its right on the chain of the treasury alone, whose address may be anybody’s on another one', async () => {
      const [home, away] = [await startChain(), await startChain({ chainId: 31_338 })]
      const env = {
        RPC_URLS: `31337=${home.rpcUrl},31338=${away.rpcUrl}`,
        TOKENS: `USDC@31337=${home.token},USDC@31338=${away.token}`,
        PAYMENT_CONFIRMATIONS: '1',
      }
      const harness = await startHarness({ env, clock: await clockOf(home) })
      const [giver, farmer, member, purse] = [harness.user(), harness.user(), harness.user(), harness.user()]
      await harness.user(harness.genesis).furrow.communityDao.change({
        members: [{ address: member.address, title: 'Mender' }],
        settings: { quorum: 0, vetoHours: 0 },
        treasury: { onChain: { chainId: 31_337, address: purse.address } },
      })
      const questId = await release(giver, farmer)
      const endsAt = instant(harness.clock.now() + 2 * hour)
      const pay = { works: [workOf(questId, farmer)] }
      const { id } = await member.furrow.communityDao.propose({ ...draft, endsAt, pay })
      await member.furrow.communityDao.vote(signerOf(member), id, 'Yes')
      await later(harness, 2 * hour)
      await away.client.setBalance({ address: purse.address, value: 10n ** 18n })
      await away.mint(purse.account, 100n * unit)
      await away.later(60)
      const hash = await transfer(away, purse, farmer.account.address, 100n * unit)
      await giver.furrow.quests.paid(questId, farmer.address, hash, 31_338)
      const [part] = (await harness.visitor.quests.get(questId)).farmers
      expect(part?.payment).toMatchObject({ status: 'recorded', waitsForFarmer: true })
      expect(part?.payment).not.toHaveProperty('proposal', id)
    })

    test('counts a transaction that was shown before the members had accepted it', async () => {
      const started = await startTreasury()
      const { chain, decide, execute, farmer, giver, harness } = started
      const questId = await release(giver, farmer)
      const id = await decide([workOf(questId, farmer)])
      const call = encodeFunctionData({
        abi: [
          {
            type: 'function',
            name: 'transfer',
            inputs: [{ type: 'address' }, { type: 'uint256' }],
            outputs: [],
          },
        ],
        functionName: 'transfer',
        args: [farmer.account.address, 100n * unit],
      } as never)
      const hash = await execute([{ to: chain.token, value: '0', data: call }])
      await chain.client.mine({ blocks: 2 })
      await giver.furrow.quests.paid(questId, farmer.address, hash)
      expect(await paymentOf(started, questId)).toMatchObject({ waitsForFarmer: true })
      await later(harness, 4 * hour)
      expect(await giver.furrow.communityDao.showPaid(id, hash)).toMatchObject([{ status: 'paid' }])
      expect(await paymentOf(started, questId)).toMatchObject({ status: 'paid', proposal: id })
    })
  },
)

describe('a proposal that is to pay works', () => {
  const token = `0x${'12'.repeat(20)}`
  const env = { RPC_URLS: '31337=http://127.0.0.1:9', TOKENS: `USDC=${token}` }

  async function startTyped() {
    const harness = await startHarness({ env })
    const [giver, farmer] = [harness.user(), harness.user()]
    const creator = harness.user(harness.genesis)
    const endsAt = instant(harness.clock.now() + 2 * hour)
    const propose = (works: Works, more: object = { endsAt }) =>
      creator.furrow.communityDao.propose({ ...draft, ...more, pay: { works: [...works] } })
    const name = () =>
      creator.furrow.communityDao.change({
        treasury: { onChain: { chainId: 31_337, address: `0x${'ab'.repeat(20)}` } },
        settings: { quorum: 0, vetoHours: 0 },
      })
    return { harness, giver, farmer, creator, propose, name, endsAt }
  }

  test('names released work that is owed, in one known token, of a treasury that is named', async () => {
    const { harness, giver, farmer, propose, name, endsAt } = await startTyped()
    const owed = workOf(await release(giver, farmer), farmer)
    await expect(propose([owed])).rejects.toMatchObject({ code: 'treasury-unknown' })
    await name()
    await expect(propose([owed], {})).rejects.toMatchObject({ code: 'vote-terms-invalid' })
    const action = { kind: 'remove-member', address: giver.address }
    await expect(propose([owed], { endsAt, action })).rejects.toMatchObject({ code: 'vote-terms-invalid' })
    await expect(propose([owed, owed])).rejects.toMatchObject({ code: 'vote-terms-invalid' })
    const dai = { reward: '3 DAI', rewardAmount: 3, rewardToken: 'DAI' }
    const foreign = workOf(await release(giver, farmer, dai), farmer)
    await expect(propose([foreign])).rejects.toMatchObject({ code: 'token-unsearchable' })
    await expect(propose([owed, foreign])).rejects.toMatchObject({ code: 'vote-terms-invalid' })
    const { id: open } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(open)
    for (const work of [
      workOf(open, farmer),
      workOf('quest-none', farmer),
      { ...owed, farmer: giver.address },
    ])
      await expect(propose([work])).rejects.toMatchObject({ code: 'work-not-owed' })
    const said = workOf(await release(giver, farmer), farmer)
    await giver.furrow.quests.sayPaid(said.questId, farmer.address)
    await expect(propose([said])).rejects.toMatchObject({ code: 'work-not-owed' })
    const { id } = await propose([owed])
    expect((await harness.visitor.communityDao.proposal(id)).payout?.works).toMatchObject([{ state: 'due' }])
    await expect(harness.visitor.communityDao.safeFile('proposal-none')).rejects.toMatchObject({
      status: 404,
    })
    const plain = await harness.user().furrow.communityDao.propose(draft)
    await expect(harness.visitor.communityDao.safeFile(plain.id)).rejects.toMatchObject({
      code: 'proposal-pays-nothing',
    })
  })

  test('names no work of a quest that moderators have hidden', async () => {
    const { harness, giver, farmer, name, propose } = await startTyped()
    await name()
    const questId = await release(giver, farmer)
    const platform = harness.user(harness.platform).furrow
    await platform.moderation.act({
      action: 'hide',
      kind: 'quest',
      id: questId,
      reason: 'It names a neighbour.',
    })
    await expect(propose([workOf(questId, farmer)])).rejects.toMatchObject({ code: 'work-not-owed' })
  })

  test('leaves out a farmer who has left, under whose pseudonym it names the work', async () => {
    const { harness, giver, farmer, creator, propose, name } = await startTyped()
    await name()
    const questId = await release(giver, farmer)
    const { id } = await propose([workOf(questId, farmer)])
    await creator.furrow.communityDao.vote(signerOf(creator), id, 'Yes')
    for (const one of [giver, farmer]) {
      const zip = unzip(Buffer.from(await (await one.furrow.account.export()).arrayBuffer()))
      expect(JSON.parse(String(zip.get('payments-by-proposals.json')))).toMatchObject([
        { proposalId: id, questId, farmer: farmer.account.address },
      ])
    }
    await later(harness as never, 2 * hour)
    await farmer.furrow.account.delete({
      account: farmer.account,
      signMessage: ({ message }) => farmer.account.signMessage({ message }),
    })
    const proposal = await harness.visitor.communityDao.proposal(id)
    expect(JSON.stringify(proposal).toLowerCase()).not.toContain(farmer.address.slice(2))
    expect(proposal).toMatchObject({ ballot: { erased: true }, payout: { works: [{ state: 'left' }] } })
    await expect(harness.visitor.communityDao.safeFile(id)).rejects.toMatchObject({ code: 'nothing-to-pay' })
    const { rows } = await harness.context.db
      .selectFrom('proposal_works')
      .select('farmer')
      .execute()
      .then(rows => ({ rows }))
    expect(rows.map(row => String(row.farmer))).not.toContain(farmer.address)
  })

  test('waits for a chain that cannot say how many decimals its token has', async () => {
    const { harness, giver, farmer, creator, propose, name } = await startTyped()
    await name()
    const { id } = await propose([workOf(await release(giver, farmer), farmer)])
    await creator.furrow.communityDao.vote(signerOf(creator), id, 'Yes')
    await later(harness as never, 2 * hour)
    await expect(harness.visitor.communityDao.safeFile(id)).rejects.toMatchObject({
      status: 503,
      code: 'chain-unavailable',
    })
  })
})
