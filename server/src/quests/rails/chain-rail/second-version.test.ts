import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { day, hour, minute } from '../../../ground/clock.ts'
import { reconcileEscrow } from './reconcile.ts'

const start = () => startRail({}, 2)
type Rail = Awaited<ReturnType<typeof start>>
type Started = Awaited<ReturnType<Rail['startQuest']>>

/** Work that was handed in, and is in review in the contract too. */
async function propose(rail: Rail, quest: Started) {
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  await rail.keep()
  await rail.keep()
  expect((await rail.read(quest.id)).farmers[0]).toMatchObject({
    status: 'in-review',
    holdReason: 'in-review',
  })
}

async function payAfterWindow(rail: Rail, { id, farmer }: Started) {
  await rail.later(49 * hour)
  for (let round = 0; round < 3; round++) await rail.keep()
  expect(await rail.read(id)).toMatchObject({
    status: 'completed',
    farmers: [{ status: 'released' }],
    funding: { contractVersion: 2, released: '2', refunded: '0' },
  })
  expect(await rail.chain.balanceOf(farmer.account.address)).toBe(two)
}

describe.skipIf(!hasChain)('the second version of the contract', () => {
  test('returns work for its giver; what is handed in again has a window of its own, and is paid', async () => {
    const rail = await start()
    const quest = await rail.startQuest()
    const { chain, farmer, giver, id, escrowId } = { ...rail, ...quest }
    for (const times of [1, 2]) {
      await propose(rail, quest)
      expect(await problemWith(rail.user(giver).furrow.quests.return(id, farmer.address, 'more'))).toMatch(
        /^400 .*returnWork\(escrow, farmer\)/,
      )
      await chain.call(giver.account, 'returnWork', [escrowId, farmer.account.address])
      await rail.keep()
      const [work] = (await rail.read(id)).farmers
      expect(work).toMatchObject({ status: 'accepted', returned: { times } })
      await rail.later(day)
    }
    await propose(rail, quest)
    await payAfterWindow(rail, quest)
  })

  test('proposes once more what its giver returned though a merge proves it', async () => {
    const rail = await start()
    const quest = await rail.startQuest({ ...paid, codehostRepo: 'farm/gate', codehostIssue: '7' })
    await propose(rail, quest)
    await rail.visitor.verify({ repo: 'farm/gate', pr: 1 })
    await rail.keep()
    await rail.chain.call(quest.giver.account, 'returnWork', [quest.escrowId, quest.farmer.account.address])
    await rail.later(day)
    for (let round = 0; round < 3; round++) await rail.keep()
    const { farmers, funding } = await rail.read(quest.id)
    expect(farmers).toMatchObject([{ status: 'in-review', holdReason: 'in-review', pullRequest: 1 }])
    expect(funding.transactions?.map(({ kind }) => kind)).toEqual(['fund', 'propose', 'return', 'propose'])
    await rail.later(47 * hour)
    await rail.keep()
    expect((await rail.read(quest.id)).farmers).toMatchObject([{ status: 'in-review' }])
    await payAfterWindow(rail, quest)
  })

  test('refunds a dispute that nobody decides, whatever the operator said of the work, and says so before', async () => {
    const rail = await start()
    const quest = await rail.startQuest({ ...paid, codehostRepo: 'farm/gate', codehostIssue: '7' })
    await rail.visitor.verify({ repo: 'farm/gate', pr: 1 })
    for (let round = 0; round < 2; round++) await rail.keep()
    await rail.chain.call(quest.giver.account, 'dispute', [quest.escrowId, quest.farmer.account.address])
    await rail.keep()
    const [work] = (await rail.read(quest.id)).farmers
    expect(work).toMatchObject({
      status: 'disputed',
      disputeOtherwise: expect.stringContaining('refunds the giver'),
      otherwise: { code: 'contract-refunds-unless-attested' },
    })
    const { disputes } = await rail.visitor.config()
    expect(disputes.otherwise).toContain('refunds the giver')
    await rail.later(15 * day)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(await rail.read(quest.id)).toMatchObject({
      farmers: [{ status: 'refunded' }],
      funding: { released: '0', refunded: '2' },
    })
    expect(await rail.chain.balanceOf(quest.giver.account.address)).toBe(two)
  })

  test('splits to the last unit, as the arbiter says', async () => {
    const rail = await start()
    const quest = await rail.startQuest()
    await propose(rail, quest)
    const { chain, giver, farmer, id, escrowId } = { ...rail, ...quest }
    await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    await rail.keep()
    await chain.call(2, 'split', [escrowId, farmer.account.address, 3_333])
    await rail.keep()
    const read = await rail.read(id)
    expect(read.farmers).toMatchObject([
      { status: 'released', paid: '0.6666', decision: { outcome: 'split', share: 0.3333 } },
    ])
    expect(read.funding).toMatchObject({ released: '0.6666', refunded: '1.3334' })
    expect(await chain.balanceOf(farmer.account.address)).toBe(parseUnits('0.6666', 6))
    expect(await chain.balanceOf(giver.account.address)).toBe(parseUnits('1.3334', 6))
  })

  test('lets a farmer concede', async () => {
    const rail = await start()
    const quest = await rail.startQuest()
    await propose(rail, quest)
    const { chain, giver, farmer, id, escrowId } = { ...rail, ...quest }
    await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    await rail.keep()
    expect(await problemWith(farmer.furrow.quests.concede(id))).toMatch(/^400 .*concede\(escrow\)/)
    await chain.client.setBalance({ address: farmer.account.address, value: 10n ** 18n })
    await chain.call(farmer.account, 'concede', [escrowId])
    await rail.keep()
    expect((await rail.read(id)).farmers).toMatchObject([
      { status: 'refunded', decision: { because: 'conceded' } },
    ])
  })

  test('keeps everybody out once the giver has given notice, and pays who hands in before its end', async () => {
    const rail = await start()
    const { chain, user } = rail
    const quest = await rail.startQuest({ ...paid, maxFarmers: 3 })
    const late = user()
    await late.furrow.quests.accept(quest.id)
    await chain.call(quest.giver.account, 'giveNotice', [quest.escrowId])
    await rail.keep()
    const stranger = user()
    expect(await problemWith(stranger.furrow.quests.accept(quest.id))).toMatch(/^400 /)
    expect(await problemWith(quest.giver.furrow.quests.resume(quest.id))).toMatch(/^400 .*free places/)
    const read = await rail.read(quest.id)
    expect(read).toMatchObject({ status: 'in-progress', paused: true })
    expect(Date.parse(read.funding.noticeEndsAt ?? '')).toBeGreaterThan(rail.clock.now() + 6 * day)
    const subjects = (await user(late).furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects.some(subject => subject.startsWith('The giver has given notice'))).toBe(true)

    await rail.later(6 * day)
    await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
    for (let round = 0; round < 2; round++) await rail.keep()
    await rail.later(2 * day)
    await chain.call(quest.giver.account, 'refund', [quest.escrowId])
    for (let round = 0; round < 4; round++) await rail.keep()
    const { farmers, funding } = await rail.read(quest.id)
    expect(farmers).toMatchObject([{ address: quest.farmer.account.address, status: 'released' }])
    expect(funding).toMatchObject({ released: '2', refunded: '4' })
  })

  test('is reconciled: a return, a split and a notice that no log told of are made good', async () => {
    const rail = await start()
    const { chain } = rail
    const [returned, divided, ending] = [
      await rail.startQuest(),
      await rail.startQuest(),
      await rail.startQuest({ ...paid, maxFarmers: 2 }),
    ]
    for (const quest of [returned, divided]) await propose(rail, quest)
    rail.proxy.before = ({ method }: RpcCall) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
    await chain.call(returned.giver.account, 'returnWork', [
      returned.escrowId,
      returned.farmer.account.address,
    ])
    await chain.call(divided.giver.account, 'dispute', [divided.escrowId, divided.farmer.account.address])
    await chain.call(2, 'split', [divided.escrowId, divided.farmer.account.address, 5_000])
    await chain.call(ending.giver.account, 'giveNotice', [ending.escrowId])
    rail.clock.advance(5 * minute)
    while ((await reconcileEscrow.round(rail.context)) > 0);
    expect((await rail.read(returned.id)).farmers).toMatchObject([
      { status: 'accepted', returned: { times: 1 } },
    ])
    expect((await rail.read(divided.id)).funding).toMatchObject({ released: '1', refunded: '1' })
    expect((await rail.read(ending.id)).funding.noticeEndsAt).toBeDefined()

    // Later answers of the node change nothing any more.
    rail.proxy.before = () => 'pass'
    await chain.client.mine({ blocks: 2 })
    await rail.keep()
    expect((await rail.read(divided.id)).funding).toMatchObject({ released: '1', refunded: '1' })
    expect((await rail.read(returned.id)).farmers).toMatchObject([{ returned: { times: 1 } }])
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
    await propose(rail, returned)
    await payAfterWindow(rail, returned)
  })
})
