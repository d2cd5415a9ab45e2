import { createFurrow } from '@furrow/sdk'
import { approvalTypedData } from '@furrow/sdk/approval'
import { type Abi, type Hex, hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { createWallet } from '../../../../test/harness.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { deploySafe, deploySafes } from '../../../../test/safe.ts'
import { createAccessToken } from '../../../access/auth/tokens.ts'
import { type Address, toAddress } from '../../../ground/address.ts'
import { day, hour, minute, second } from '../../../ground/clock.ts'

type Rail = Awaited<ReturnType<typeof startRail>>
type Started = Awaited<ReturnType<Rail['startQuest']>>

const start = (env: Record<string, string> = {}) => startRail(env, 2)

/** Work that was handed in, which the contract does not know yet. */
async function handIn(rail: Rail) {
  const quest = await rail.startQuest()
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  return quest
}

const sign = (rail: Rail, { id, giver, farmer }: Started, more: { deadline?: number } = {}) => {
  const { account } = giver
  const signer = { account, signTypedData: (words: never) => account.signTypedData(words) }
  return rail.user(giver).furrow.quests.signApproval(signer, id, farmer.address, more)
}

const kindsOf = async (rail: Rail, { id }: Started) =>
  (await rail.read(id)).funding.transactions?.map(({ kind }) => kind)

/** Why the one payment was made. */
async function becauseOf(rail: Rail, { id }: Started): Promise<unknown> {
  const { items } = await rail.visitor.quests.events(id)
  const [event, ...more] = items.filter(({ kind }) => kind === 'released')
  expect(more).toEqual([])
  return event?.details.because
}

/** Paid once, whatever happens for as long as everything could. */
async function expectPaid(rail: Rail, quest: Started) {
  for (let round = 0; round < 3; round++) await rail.keep()
  await rail.later(50 * hour)
  for (let round = 0; round < 3; round++) await rail.keep()
  expect(await rail.read(quest.id)).toMatchObject({
    status: 'completed',
    farmers: [{ status: 'released', paid: '2' }],
    funding: { released: '2', refunded: '0' },
  })
  expect(await becauseOf(rail, quest)).toBe('approved')
  expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
  const left = await rail.context.db
    .selectFrom('escrow_calls')
    .select(['kind', 'state', 'problem'])
    .where('state', '!=', 'done')
    .execute()
  expect(left).toEqual([])
}

describe.skipIf(!hasChain)('an approval that the giver signs', () => {
  test('is proposed and paid in one transaction, where the contract does not know the work yet', async () => {
    const rail = await start()
    const quest = await handIn(rail)
    const { farmers } = await sign(rail, quest)
    expect(farmers).toMatchObject([{ status: 'in-review', holdReason: 'approving' }])
    expect(Date.parse(farmers[0]?.approvalEndsAt ?? '')).toBe(
      Math.floor((rail.clock.now() + day) / second) * second,
    )
    const before = await rail.chain.client.getTransactionCount({ address: rail.operator })
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await rail.chain.client.getTransactionCount({ address: rail.operator })).toBe(before + 1)
    expect(await kindsOf(rail, quest)).toEqual(['fund', 'propose', 'approve', 'release'])
    await expectPaid(rail, quest)
  })

  test('is carried alone where the work is proposed already, and costs the giver nothing', async () => {
    const rail = await start()
    const quest = await handIn(rail)
    for (let round = 0; round < 2; round++) await rail.keep()
    const address = quest.giver.account.address
    const coin = await rail.chain.client.getBalance({ address })
    await sign(rail, quest)
    await expectPaid(rail, quest)
    expect(await kindsOf(rail, quest)).toEqual(['fund', 'propose', 'approve', 'release'])
    expect(await rail.chain.client.getBalance({ address })).toBe(coin)
  })

  test('drops a dispute of the giver; one from before it is refused', async () => {
    const rail = await start()
    const quest = await handIn(rail)
    for (let round = 0; round < 2; round++) await rail.keep()
    const { chain, id, giver, farmer, escrowId } = { ...rail, ...quest }
    const early = await rail.user(giver).furrow.quests.approval(id, farmer.address)
    await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    const signature = await giver.account.signTypedData(approvalTypedData(early) as never)
    const { deadline } = early
    const send = rail.user(giver).furrow.quests.sendApproval(id, farmer.address, { deadline, signature })
    expect(await problemWith(send)).toMatch(/^401 The signature is not .* after a return or a dispute/)
    await rail.keep()
    await sign(rail, quest)
    await expectPaid(rail, quest)
  })

  test('of somebody else, for other work, or of another time is not kept', async () => {
    const rail = await start()
    const [quest, other] = [await handIn(rail), await handIn(rail)]
    const { giver, farmer, id } = quest
    const terms = await rail.user(giver).furrow.quests.approval(id, farmer.address)
    const stranger = createWallet()
    const words = approvalTypedData(terms) as never
    const [own, theirs] = await Promise.all([
      giver.account.signTypedData(words),
      stranger.account.signTypedData(words),
    ])
    const { deadline } = terms
    const calls = rail.user(giver).furrow.quests
    expect(
      await problemWith(calls.sendApproval(id, farmer.address, { deadline, signature: theirs })),
    ).toMatch(/^401 /)
    expect(
      await problemWith(calls.sendApproval(id, farmer.address, { deadline: deadline + 1, signature: own })),
    ).toMatch(/^401 /)
    expect(await problemWith(calls.sendApproval(id, farmer.address, { deadline, signature: '0x' }))).toMatch(
      /^400 /,
    )
    expect(await problemWith(rail.user(stranger).furrow.quests.approval(id, farmer.address))).toMatch(/^403 /)
    expect(
      await problemWith(
        rail.user(stranger).furrow.quests.sendApproval(id, farmer.address, { deadline, signature: theirs }),
      ),
    ).toMatch(/^403 /)
    expect(
      await problemWith(
        rail
          .user(other.giver)
          .furrow.quests.sendApproval(other.id, other.farmer.address, { deadline, signature: own }),
      ),
    ).toMatch(/^401 /)
    expect(await problemWith(sign(rail, quest, { deadline: deadline + 8 * 24 * 3_600 }))).toMatch(
      /^400 .*7 days at most/,
    )
    expect(
      await problemWith(sign(rail, quest, { deadline: Math.floor(rail.clock.now() / second) - 1 })),
    ).toMatch(/^400 .*5 minutes at least/)
    const kept = await rail.context.db
      .selectFrom('escrow_calls')
      .select('id')
      .where('kind', '=', 'approve')
      .execute()
    expect(kept).toEqual([])
  })

  test('is kept once, however often it comes; and a used one pays nothing more', async () => {
    const rail = await start()
    const quest = await rail.startQuest({ ...paid, maxFarmers: 2 })
    const { giver, farmer, id } = quest
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    const calls = rail.user(giver).furrow.quests
    const terms = await calls.approval(id, farmer.address)
    const signature = await giver.account.signTypedData(approvalTypedData(terms) as never)
    const send = () => calls.sendApproval(id, farmer.address, { deadline: terms.deadline, signature })
    await Promise.all([send(), send(), send()])
    expect(await problemWith(sign(rail, quest, { deadline: terms.deadline + 60 }))).toMatch(
      /^400 You signed an approval of this work already/,
    )
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(await problemWith(send())).toMatch(/^400 /)
    expect(await rail.chain.balanceOf(farmer.account.address)).toBe(two)
    expect((await rail.read(id)).funding).toMatchObject({ released: '2' })
  })

  test('that cannot be sent before its end is over, and the work is paid as without it', async () => {
    const rail = await start()
    const quest = await handIn(rail)
    for (let round = 0; round < 2; round++) await rail.keep()
    await sign(rail, quest, { deadline: Math.floor((rail.clock.now() + 10 * minute) / second) })
    await rail.later(11 * minute)
    await rail.keep()
    const calls = await rail.context.db
      .selectFrom('escrow_calls')
      .select(['state', 'problem'])
      .where('kind', '=', 'approve')
      .execute()
    expect(calls).toEqual([{ state: 'done', problem: 'the signature expired' }])
    expect((await rail.read(quest.id)).farmers).toMatchObject([
      { status: 'in-review', holdReason: 'in-review' },
    ])
    await rail.later(48 * hour)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(await becauseOf(rail, quest)).toBe('window-over')
    expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
  })

  test('is not sent after the giver returned the work, disputed it, or approved it by themselves', async () => {
    const rail = await start()
    const { chain } = rail
    for (const own of ['returnWork', 'dispute', 'approve'] as const) {
      const quest = await handIn(rail)
      for (let round = 0; round < 2; round++) await rail.keep()
      await sign(rail, quest)
      await chain.call(quest.giver.account, own, [quest.escrowId, quest.farmer.account.address])
      for (let round = 0; round < 3; round++) await rail.keep()
      const [work] = (await rail.read(quest.id)).farmers
      const status = { returnWork: 'accepted', dispute: 'disputed', approve: 'released' }[own]
      expect(work).toMatchObject({ status })
      expect(work?.approvalEndsAt).toBeUndefined()
      expect(await chain.balanceOf(quest.farmer.account.address)).toBe(own === 'approve' ? two : 0n)
      const open = await rail.context.db
        .selectFrom('escrow_calls')
        .select('id')
        .where('quest_id', '=', quest.id)
        .where('kind', '=', 'approve')
        .where('state', '!=', 'done')
        .execute()
      expect(open).toEqual([])
    }
  })

  test('waits for a chain that does not answer, and is refused where the service has no coin', async () => {
    const rail = await start()
    const quest = await handIn(rail)
    rail.proxy.before = () => 'down'
    expect(await problemWith(sign(rail, quest))).toMatch(/^503 /)
    rail.proxy.before = () => 'pass'
    await sign(rail, quest)
    rail.proxy.before = ({ method }: RpcCall) => (method === 'eth_sendRawTransaction' ? 'down' : 'pass')
    await rail.keep()
    rail.proxy.before = () => 'pass'
    rail.clock.advance(minute)
    await expectPaid(rail, quest)

    const poor = await handIn(rail)
    await rail.chain.client.setBalance({ address: rail.operator, value: 0n })
    rail.clock.advance(minute)
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await problemWith(sign(rail, poor))).toMatch(/^400 The service cannot carry .* too little coin/)
  })

  test('is refused once the gas for the quests of its giver is spent for the day', async () => {
    const rail = await start({ ESCROW_GAS_BUDGET: '0.00000001' })
    const quest = await handIn(rail)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(await problemWith(sign(rail, quest))).toMatch(/^429 The service has spent its gas/)
    await rail.later(25 * hour)
    await sign(rail, quest)
    await expectPaid(rail, quest)
  })

  test('of a Safe is taken as the contract takes it: by the wallet itself, and not by the key of its owner', async () => {
    const rail = await start()
    const { chain, context, baseUrl } = rail
    const { client } = chain
    const safeOf = await deploySafes(({ abi, bytecode }) => deployFrom(chain, abi, bytecode))
    const owner = createWallet()
    const safe = safeOf(owner, 31_337)
    await deploySafe(chain, safe)
    const { address } = safe
    const giver = createFurrow({ baseUrl, token: createAccessToken(context, address) })
    const quest = await giver.quests.post(paid)
    await client.impersonateAccount({ address })
    await chain.fund({ address, type: 'json-rpc' } as never, quest.id, two, 1, chain.token)
    await giver.quests.fund(quest.id)
    const farmer = rail.user()
    await farmer.furrow.quests.accept(quest.id)
    await farmer.furrow.quests.submit(quest.id, { note: 'done' })
    const terms = await giver.quests.approval(quest.id, farmer.address)
    const hash = hashTypedData(approvalTypedData(terms) as never)
    const { deadline } = terms
    const send = (signature: string) =>
      giver.quests.sendApproval(quest.id, farmer.address, { deadline, signature })
    expect(await problemWith(send(await owner.account.sign({ hash })))).toMatch(/^401 /)
    await send(await safe.signHash(hash))
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
  })
})

async function deployFrom({ client, account }: Rail['chain'], abi: Abi, bytecode: Hex): Promise<Address> {
  const hash = await client.deployContract({ abi, bytecode, account: account(0) } as never)
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  return toAddress(contractAddress as Hex)
}
