import { approvalTypedData } from '@furrow/sdk/approval'
import { type Call, type Node, payInOf, readPlan, sendPayIn, sponsoredPayIn } from '@furrow/sdk/escrow'
import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain } from '../../../../test/chain.ts'
import { createWallet, type Harness, takeSharedDatabase } from '../../../../test/harness.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { at, keep as keepAll, startSeveral, startWork } from '../../../../test/several-rails.ts'
import { day, hour, minute, second } from '../../../ground/clock.ts'
import { contract as contractCheck } from '../../../operate/doctor/contract.ts'
import { reconcileEscrow } from './reconcile.ts'

const [arbiter, owner, nextArbiter] = [2, 5, 7]

const start = () => startRail({}, 3, async () => {}, { owner })
type Rail = Awaited<ReturnType<typeof start>>
type Started = Awaited<ReturnType<Rail['startQuest']>>

async function keep(rail: Rail, rounds = 3) {
  for (let round = 0; round < rounds; round++) await rail.keep()
}

async function propose(rail: Rail, quest: Started) {
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  await keep(rail, 2)
}

/** Work in a dispute that the contract knows of. */
async function dispute(rail: Rail) {
  const quest = await rail.startQuest()
  await propose(rail, quest)
  await rail.chain.call(quest.giver.account, 'dispute', [quest.escrowId, quest.farmer.account.address])
  await keep(rail, 1)
  return { ...quest, place: [quest.escrowId, quest.farmer.account.address] as const }
}

const workOf = async (rail: Rail, { id }: { id: string }) => (await rail.read(id)).farmers[0]

/** The call that the service owes the contract to end this dispute. */
const callOf = (rail: Rail, { id }: { id: string }) =>
  rail.context.db
    .selectFrom('escrow_calls')
    .select(['state', 'not_before', 'tries'])
    .where('quest_id', '=', id)
    .where('kind', '=', 'settle')
    .executeTakeFirst()

async function reconcile(rail: Rail) {
  rail.clock.advance(5 * minute)
  while ((await reconcileEscrow.round(rail.context)) > 0);
}

const noLogs = ({ method }: RpcCall) =>
  method === 'eth_getLogs' ? ({ answered: [] } as const) : ('pass' as const)

/** Leaves the contract's events of earlier blocks out. */
async function logsFrom({ chain: { client, escrow } }: Rail, fromBlock: bigint) {
  const logs = await client.request({
    method: 'eth_getLogs',
    params: [{ address: escrow, fromBlock: `0x${fromBlock.toString(16)}`, toBlock: 'latest' }],
  } as never)
  return ({ method }: RpcCall) =>
    method === 'eth_getLogs' ? ({ answered: logs } as const) : ('pass' as const)
}

describe.skipIf(!hasChain)('the third version of the contract', () => {
  test('is paid in, proposed to and pays as the ones before', async () => {
    const rail = await start()
    const quest = await rail.startQuest()
    await propose(rail, quest)
    expect(await workOf(rail, quest)).toMatchObject({ status: 'in-review', holdReason: 'in-review' })
    await rail.later(49 * hour)
    await keep(rail)
    expect(await rail.read(quest.id)).toMatchObject({
      status: 'completed',
      farmers: [{ status: 'released' }],
      funding: { contractVersion: 3, released: '2', refunded: '0' },
    })
    expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
  })

  test('takes several proposals and payments in one transaction each', async () => {
    const rail = await start()
    const quests = [await rail.startQuest(), await rail.startQuest(), await rail.startQuest()]
    for (const { farmer, id } of quests) await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    await keep(rail, 2)
    await rail.later(49 * hour)
    await keep(rail)
    for (const { farmer } of quests) expect(await rail.chain.balanceOf(farmer.account.address)).toBe(two)
    expect(await rail.chain.client.getTransactionCount({ address: rail.operator })).toBe(2)
  })

  test('a ruling is shown as decided, and paid a day later', async () => {
    const rail = await start()
    const quest = await dispute(rail)
    await rail.chain.call(arbiter, 'resolve', [...quest.place, true])
    await keep(rail)
    const decided = await workOf(rail, quest)
    expect(decided).toMatchObject({
      status: 'disputed',
      ruling: { share: 1, paid: '2', refunded: '0', paused: false },
      disputeOtherwise: expect.stringMatching(/^The arbiter has ruled: then the contract pays 2 USDC/),
      otherwise: { code: 'ruled', paid: '2', refunded: '0', token: 'USDC' },
    })
    const payableAt = Date.parse(decided?.ruling?.payableAt ?? '')
    expect(decided?.disputeEndsAt).toBe(decided?.ruling?.payableAt)
    expect(payableAt - rail.clock.now()).toBeGreaterThan(23 * hour)
    const subjects = (await rail.user(quest.farmer).furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects.some(subject => subject.startsWith('The arbiter has ruled'))).toBe(true)

    await rail.later(23 * hour)
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({ status: 'disputed' })
    expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(0n)
    await rail.later(2 * hour)
    await keep(rail)
    expect(await rail.read(quest.id)).toMatchObject({
      farmers: [{ status: 'released', paid: '2', decision: { outcome: 'pay', because: 'resolved' } }],
      funding: { released: '2' },
    })
    expect(await workOf(rail, quest)).not.toHaveProperty('ruling')
    expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
    const { items } = await rail.visitor.quests.events(quest.id)
    expect(items.find(({ kind }) => kind === 'ruled')?.details).toMatchObject({ share: 1, paused: false })
  })

  test('a ruling for the giver, and one that gives each a part, are carried out too', async () => {
    const rail = await start()
    const [lost, divided] = [await dispute(rail), await dispute(rail)]
    await rail.chain.call(arbiter, 'resolve', [...lost.place, false])
    await rail.chain.call(arbiter, 'split', [...divided.place, 3_333])
    await keep(rail, 1)
    expect(await workOf(rail, divided)).toMatchObject({
      ruling: { share: 0.3333, paid: '0.6666', refunded: '1.3334' },
    })
    await rail.later(25 * hour)
    await keep(rail)
    expect(await workOf(rail, lost)).toMatchObject({
      status: 'refunded',
      decision: { outcome: 'refund', because: 'resolved' },
    })
    expect(await workOf(rail, divided)).toMatchObject({
      status: 'released',
      paid: '0.6666',
      decision: { outcome: 'split', share: 0.3333 },
    })
    expect(await rail.chain.balanceOf(divided.farmer.account.address)).toBe(parseUnits('0.6666', 6))
    expect(await rail.chain.balanceOf(divided.giver.account.address)).toBe(parseUnits('1.3334', 6))
  })

  test('a ruling that the owner paused waits for a week, and the arbiter may rule anew', async () => {
    const rail = await start()
    const [stands, anew] = [await dispute(rail), await dispute(rail)]
    for (const { place } of [stands, anew]) {
      await rail.chain.call(arbiter, 'resolve', [...place, false])
      await rail.chain.call(owner, 'pauseRuling', [...place])
    }
    await keep(rail, 1)
    expect(await workOf(rail, anew)).toMatchObject({
      ruling: { share: 0, paused: true },
      disputeOtherwise: expect.stringContaining('may rule anew'),
      otherwise: { code: 'ruled-paused', paid: '0', refunded: '2', token: 'USDC' },
    })
    await rail.later(2 * day)
    await keep(rail)
    expect(await workOf(rail, stands)).toMatchObject({ status: 'disputed', ruling: { paused: true } })
    await rail.chain.call(arbiter, 'resolve', [...anew.place, true])
    await keep(rail, 1)
    expect(await workOf(rail, anew)).toMatchObject({ ruling: { share: 1, paused: false } })
    await rail.later(25 * hour)
    await keep(rail)
    expect(await workOf(rail, anew)).toMatchObject({ status: 'released', paid: '2' })
    expect(await workOf(rail, stands)).toMatchObject({ status: 'disputed' })
    await rail.later(6 * day)
    await keep(rail)
    expect(await workOf(rail, stands)).toMatchObject({
      status: 'refunded',
      decision: { because: 'resolved' },
    })
  })

  test('a ruling whose report had to wait does not come over the newer one', async () => {
    const rail = await start()
    const quest = await rail.startQuest()
    await propose(rail, quest)
    const place = [quest.escrowId, quest.farmer.account.address] as const
    await rail.chain.call(quest.giver.account, 'dispute', [...place])
    const { number } = await rail.chain.client.getBlock()
    await rail.chain.call(arbiter, 'resolve', [...place, false])
    await rail.chain.call(owner, 'pauseRuling', [...place])
    // A node tells of the ruling, and not of the dispute that it is about.
    rail.proxy.before = await logsFrom(rail, number + 1n)
    await keep(rail, 1)
    const parked = () => rail.context.db.selectFrom('escrow_parked').select('tries').execute()
    expect(await parked()).toEqual([{ tries: 0 }, { tries: 0 }])
    rail.proxy.before = () => 'pass'
    await rail.chain.call(arbiter, 'resolve', [...place, true])
    await keep(rail, 1)
    const stands = { share: 1, paused: false }
    expect(await workOf(rail, quest)).toMatchObject({ ruling: stands })
    await rail.later(2 * minute)
    await keep(rail, 1)
    expect(await parked()).toEqual([])
    expect(await workOf(rail, quest)).toMatchObject({ ruling: stands })
    await reconcile(rail)
    const { items } = await rail.visitor.quests.events(quest.id)
    expect(items.filter(({ kind }) => kind === 'ruled')).toHaveLength(1)
    await rail.later(25 * hour)
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({ status: 'released', paid: '2' })
  })

  /** The service's clock says that a ruling is payable, and the chain does not yet: the call is owed, and refused. */
  async function startEarly(rail: Rail) {
    const quest = await dispute(rail)
    await rail.chain.call(arbiter, 'resolve', [...quest.place, true])
    await keep(rail, 1)
    await rail.later(day - 30 * second)
    rail.clock.advance(minute)
    await keep(rail)
    expect(await callOf(rail, quest)).toMatchObject({ state: 'queued', tries: expect.any(Number) })
    return quest
  }

  test('a ruling that is paused when its call is owed already is carried out on time all the same', async () => {
    const rail = await start()
    const quest = await startEarly(rail)
    await rail.chain.call(owner, 'pauseRuling', [...quest.place])
    await keep(rail, 1)
    const payableAt = Date.parse((await workOf(rail, quest))?.ruling?.payableAt ?? '')
    expect(payableAt - rail.clock.now()).toBeGreaterThan(6 * day)
    expect(await callOf(rail, quest)).toMatchObject({ not_before: payableAt, tries: 0 })
    while (rail.clock.now() + 5 * hour < payableAt) {
      await rail.later(5 * hour)
      await keep(rail, 1)
    }
    expect(await workOf(rail, quest)).toMatchObject({ status: 'disputed' })
    await rail.later(payableAt - rail.clock.now() + minute)
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({ status: 'released', paid: '2' })
  })

  test('a ruling anew in that pause is carried out on time too', async () => {
    const rail = await start()
    const quest = await startEarly(rail)
    await rail.chain.call(owner, 'pauseRuling', [...quest.place])
    await keep(rail, 1)
    await rail.later(2 * day)
    await rail.chain.call(arbiter, 'resolve', [...quest.place, false])
    await keep(rail, 1)
    const payableAt = Date.parse((await workOf(rail, quest))?.ruling?.payableAt ?? '')
    expect(await callOf(rail, quest)).toMatchObject({ not_before: payableAt, tries: 0 })
    await rail.later(payableAt - rail.clock.now() + minute)
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({ status: 'refunded' })
  })

  test('a dispute that nobody resolves ends by itself, as before', async () => {
    const rail = await start()
    const quest = await dispute(rail)
    await rail.later(15 * day)
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({
      status: 'refunded',
      decision: { because: 'undecided' },
    })
  })

  test('a signed approval names the version, and is carried to the contract', async () => {
    const rail = await start()
    const quest = await rail.startQuest()
    const { account } = quest.giver
    const { furrow } = rail.user(quest.giver)
    await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
    const terms = await furrow.quests.approval(quest.id, quest.farmer.address)
    expect(terms).toMatchObject({ version: 3, proposed: false })
    const { version: _, ...older } = terms
    const signed = (words: typeof older) => account.signTypedData(approvalTypedData(words) as never)
    const send = (signature: string) =>
      furrow.quests.sendApproval(quest.id, quest.farmer.address, { deadline: terms.deadline, signature })
    expect(await problemWith(send(await signed(older)))).toMatch(/^401 /)
    await send(await signed(terms))
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({ status: 'released', paid: '2' })
    expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
  })

  test('the two may agree before a ruling is carried out', async () => {
    const rail = await start()
    const [kind, humble] = [await dispute(rail), await dispute(rail)]
    await rail.chain.call(arbiter, 'resolve', [...kind.place, false])
    await rail.chain.call(arbiter, 'resolve', [...humble.place, true])
    await keep(rail, 1)
    await rail.chain.call(kind.giver.account, 'approve', [...kind.place])
    await rail.chain.client.setBalance({ address: humble.farmer.account.address, value: 10n ** 18n })
    await rail.chain.call(humble.farmer.account, 'concede', [humble.escrowId])
    await keep(rail, 1)
    expect(await workOf(rail, kind)).toMatchObject({ status: 'released' })
    expect(await workOf(rail, humble)).toMatchObject({
      status: 'refunded',
      decision: { because: 'conceded' },
    })
  })

  test('rulings, and pauses of them, that no log told of are made good', async () => {
    const rail = await start()
    const [ruled, paused] = [await dispute(rail), await dispute(rail)]
    rail.proxy.before = noLogs
    await rail.chain.call(arbiter, 'split', [...ruled.place, 2_500])
    await rail.chain.call(arbiter, 'resolve', [...paused.place, true])
    await rail.chain.call(owner, 'pauseRuling', [...paused.place])
    await reconcile(rail)
    expect(await workOf(rail, ruled)).toMatchObject({ ruling: { share: 0.25, paused: false } })
    expect(await workOf(rail, paused)).toMatchObject({ ruling: { share: 1, paused: true } })
    rail.proxy.before = () => 'pass'
    await rail.chain.client.mine({ blocks: 2 })
    await keep(rail, 1)
    const events = (await rail.visitor.quests.events(ruled.id)).items
    expect(events.filter(({ kind }) => kind === 'ruled')).toHaveLength(1)
    await rail.later(9 * day)
    await keep(rail)
    expect(await workOf(rail, ruled)).toMatchObject({ status: 'released', paid: '0.5' })
    expect(await workOf(rail, paused)).toMatchObject({ status: 'released', paid: '2' })
  })

  test('the same ruling anew, which no log told of, has its new time', async () => {
    const rail = await start()
    const quest = await dispute(rail)
    await rail.chain.call(arbiter, 'resolve', [...quest.place, true])
    await keep(rail, 1)
    const first = Date.parse((await workOf(rail, quest))?.ruling?.payableAt ?? '')
    rail.proxy.before = noLogs
    await rail.chain.call(owner, 'pauseRuling', [...quest.place])
    await rail.later(20 * hour)
    await rail.chain.call(arbiter, 'resolve', [...quest.place, true])
    await reconcile(rail)
    const { ruling } = (await workOf(rail, quest)) ?? {}
    expect(ruling).toMatchObject({ share: 1, paused: false })
    expect(Date.parse(ruling?.payableAt ?? '') - first).toBeGreaterThanOrEqual(20 * hour)
  })

  test('a ruling that the chain took back is none here either', async () => {
    const rail = await start()
    const quest = await dispute(rail)
    await rail.chain.client.mine({ blocks: 3 })
    await keep(rail, 1)
    const before = await rail.chain.client.getBlockNumber()
    await rail.chain.call(arbiter, 'resolve', [...quest.place, true])
    await keep(rail, 1)
    expect(await workOf(rail, quest)).toMatchObject({ ruling: { share: 1 } })
    const depth = Number((await rail.chain.client.getBlockNumber()) - before)
    await rail.chain.client.request({ method: 'anvil_reorg', params: [depth, []] } as never)
    await keep(rail, 1)
    await reconcile(rail)
    const work = await workOf(rail, quest)
    expect(work).toMatchObject({ status: 'disputed' })
    expect(work).not.toHaveProperty('ruling')
    const { items } = await rail.visitor.quests.events(quest.id)
    expect(items.at(-1)?.kind).toBe('ruling-undone')
    await rail.later(15 * day)
    await keep(rail)
    expect(await workOf(rail, quest)).toMatchObject({
      status: 'refunded',
      decision: { because: 'undecided' },
    })
  })
})

const nodeOf =
  (rail: Rail): Node =>
  (method, params = []) =>
    rail.chain.client.request({ method, params } as never)

/** A wallet of the chain's test client, with coins and tokens. */
async function walletOf(rail: Rail) {
  const giver = rail.user()
  await rail.chain.client.setBalance({ address: giver.account.address, value: 10n ** 19n })
  await rail.chain.mint(giver.account, 100_000_000n)
  const send = ({ to, data, value }: Call) =>
    rail.chain.client.sendTransaction({
      ...{ account: giver.account, chain: rail.chain.client.chain },
      ...{ to, data, value: BigInt(value) },
    } as never)
  return { giver, wallet: { address: giver.account.address, send } }
}

const noWays = { batches: false, permits: false }

describe.skipIf(!hasChain)('limits of new deposits', () => {
  test('are told before a quest is posted, and before a wallet pays in', async () => {
    const rail = await start()
    const { giver, wallet } = await walletOf(rail)
    const quest = await giver.furrow.quests.post(paid)
    await rail.chain.call(owner, 'setLimit', [rail.chain.token, 1_500_000n])
    const planOf = () => readPlan(nodeOf(rail), wallet.address, payInOf([quest]), noWays)
    expect((await planOf()).blocked).toEqual({ why: 'over-limit', most: 1_500_000n })
    await expect(sendPayIn({ node: nodeOf(rail), wallet }, payInOf([quest]))).rejects.toThrow(
      /at most 1500000/,
    )
    expect(await problemWith(giver.furrow.quests.post(paid))).toMatch(/^400 .*at most 1.5 USDC for one quest/)
    await rail.chain.call(owner, 'setLimit', [rail.chain.token, 3_000_000n])
    await giver.furrow.quests.post(paid)
    expect(await problemWith(giver.furrow.quests.post({ ...paid, maxFarmers: 2 }))).toMatch(
      /^400 .*at most 3 USDC for one quest, with all its places/,
    )

    await rail.chain.call(owner, 'setLimit', [rail.chain.token, 0n])
    await rail.chain.call(owner, 'setOnlyListed', [true])
    expect((await planOf()).blocked).toEqual({ why: 'not-listed' })
    expect(await problemWith(giver.furrow.quests.post(paid))).toMatch(/^400 .*takes no deposits in USDC/)

    await rail.chain.call(owner, 'setLimit', [rail.chain.token, two])
    expect((await planOf()).blocked).toBeNull()
    await sendPayIn({ node: nodeOf(rail), wallet }, payInOf([quest]))
    expect((await giver.furrow.quests.fund(quest.id)).funding.status).toBe('funded')
  })
})

describe.skipIf(!hasChain)('a contract whose operator is its arbiter', () => {
  test('is accepted as such by its giver first, as a step of the plan', async () => {
    const rail = await startRail({}, 3, async () => {}, { owner, arbiter: 1 })
    const { giver, wallet } = await walletOf(rail)
    const quest = await giver.furrow.quests.post(paid)
    const plan = await readPlan(nodeOf(rail), wallet.address, payInOf([quest]), noWays)
    expect(plan).toMatchObject({ steps: ['accept', 'allow', 'deposit'], blocked: null })
    expect(await sendPayIn({ node: nodeOf(rail), wallet }, payInOf([quest]))).toMatch(/^0x/)
    expect((await giver.furrow.quests.fund(quest.id)).funding.status).toBe('funded')
    const seen = await contractCheck.look(rail.context)
    expect(seen.map(({ says }) => says).join()).toMatch(/is its operator and its arbiter/)

    const other = await walletOf(rail)
    const theirs = await other.giver.furrow.quests.post(paid)
    const sponsored = sponsoredPayIn(payInOf([theirs]), {
      ...{ giver: other.wallet.address, deadline: 2 ** 31, signature: '0x' },
    })
    expect((await readPlan(nodeOf(rail), wallet.address, sponsored, noWays)).blocked).toMatchObject({
      why: 'not-accepted',
    })
  })
})

/** The quests whose disputes this account of the chain decides. */
async function judgedBy(rail: Rail | Harness, account: { address: string }) {
  const wallet = { ...createWallet(), address: account.address.toLowerCase() as never }
  return (await rail.user(wallet).furrow.quests.disputes()).items.map(({ questId }) => questId)
}

describe.skipIf(!hasChain)('deciders who are replaced', () => {
  test('decide about deposits that come after, and those before about theirs', async () => {
    const rail = await start()
    const { chain } = rail
    const early = await dispute(rail)
    const next = chain.account(nextArbiter).address
    await chain.call(owner, 'nominateDeciders', [next, chain.account(6).address])
    await rail.later(minute)
    await keep(rail, 1)
    const terms = (await rail.visitor.config()).chains?.[0]?.terms
    expect(terms).toMatchObject({
      version: 3,
      owner: chain.account(owner).address,
      decidedBy: chain.account(arbiter).address,
      rulingDelayHours: 24,
      nextDeciders: { arbiter: next, attester: chain.account(6).address },
    })
    const says = (await contractCheck.look(rail.context)).map(one => one.says).join()
    expect(says).toMatch(/Its version is 3, its owner 0x/)
    expect(says).toMatch(/Its owner has nominated 0x.* as its arbiter/)
    await rail.later(7 * day)
    await chain.call(owner, 'appointDeciders', [])
    await rail.later(minute)
    await keep(rail, 1)
    const late = await dispute(rail)
    await keep(rail, 1)

    expect(await judgedBy(rail, chain.account(arbiter))).toEqual([early.id])
    expect(await judgedBy(rail, chain.account(nextArbiter))).toEqual([late.id])
    expect((await rail.visitor.config()).chains?.[0]?.terms).toMatchObject({
      decidedBy: next,
      attester: chain.account(6).address,
    })
    await chain.call(arbiter, 'resolve', [...early.place, true])
    await chain.call(nextArbiter, 'resolve', [...late.place, true])
    await expect(chain.call(arbiter, 'resolve', [...late.place, true])).rejects.toThrow(/NotArbiter/)
    await rail.later(25 * hour)
    await keep(rail)
    for (const quest of [early, late])
      expect(await workOf(rail, quest)).toMatchObject({ status: 'released', paid: '2' })
  })
})

describe.skipIf(!hasChain)('a contract of the second version that one of the third follows', () => {
  test('goes on with its quests, and both pay', async () => {
    const chain = await startChain({ version: 2 })
    const third = await chain.deployEscrow(1, 3)
    const [clock, database] = [await clockOf(chain), await takeSharedDatabase()]
    const begin = (env: Record<string, string>) => startSeveral([chain], { ...database, ...env }, clock)
    const later = async (milliseconds: number) => {
      clock.advance(milliseconds)
      await chain.later(milliseconds / 1_000)
    }
    const first = await begin({ ESCROWS: `31337=${chain.escrow}`, ESCROW_OPERATOR_KEY: chain.keyOf(1) })
    const [old, disputed] = [await startWork(first, chain), await startWork(first, chain)]
    await disputed.farmer.furrow.quests.submit(disputed.id, { note: 'done' })
    await keepAll(first, [chain])
    const place = [disputed.escrowId, disputed.farmer.account.address] as const
    await chain.call(disputed.giver.account, 'dispute', [...place])

    const second = await begin({
      ESCROWS: `31337=${chain.escrow}:retired,31337=${third}`,
      ESCROW_OPERATOR_KEY: chain.keyOf(1),
    })
    await keepAll(second, [chain])
    const fresh = await startWork(second, chain)
    for (const { farmer, id } of [old, fresh])
      await at(second, farmer).furrow.quests.submit(id, { note: 'done' })
    await chain.call(2, 'split', [...place, 5_000])
    await keepAll(second, [chain])
    await later(49 * hour)
    await keepAll(second, [chain], 4)
    const read = async ({ id }: { id: string }) => second.visitor.quests.get(id)
    expect(await read(disputed)).toMatchObject({
      funding: { contractVersion: 2, released: '1', refunded: '1' },
    })
    expect(await read(old)).toMatchObject({ funding: { contractVersion: 2, released: '2' } })
    expect(await read(fresh)).toMatchObject({ funding: { contractVersion: 3, released: '2' } })
  })
})
