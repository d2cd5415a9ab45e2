import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { hour } from '../../../ground/clock.ts'
import { mirrorEvents } from './mirror.ts'
import { sendCalls } from './sender.ts'

describe.skipIf(!hasChain)('the chain rail', () => {
  test('a quest is funded on chain, and its farmer is paid by the contract after the window, once', async () => {
    const { chain, keep, later, read, user, runDue } = await startRail()
    const [giver, farmer] = [user(), user()]
    const { id, funding, status } = await giver.furrow.quests.post(paid)
    expect(status).toBe('open')
    expect(funding).toMatchObject({
      rail: 'chain',
      status: 'unfunded',
      chainId: 31_337,
      token: 'USDC',
      tokenAddress: getAddress(chain.token),
      amount: '2',
      amountEach: '2000000',
      transactions: [],
    })
    expect(funding.escrow?.toLowerCase()).toBe(chain.escrow.toLowerCase())
    await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    await expect(giver.furrow.quests.fund(id)).rejects.toMatchObject({ status: 400 })

    await chain.fund(giver.account, id, two, 1, chain.token)
    expect((await giver.furrow.quests.fund(id)).funding.status).toBe('funded')
    await farmer.furrow.quests.accept(id)
    const submitted = await farmer.furrow.quests.submit(id, { note: 'done' })
    expect(submitted.farmers[0]).toMatchObject({ status: 'in-review', holdReason: 'proposing' })
    await keep()
    await keep()
    const proposed = await read(id)
    expect(proposed.farmers[0]).toMatchObject({ status: 'in-review', holdReason: 'in-review' })
    expect(proposed.funding.transactions).toMatchObject([
      { kind: 'fund', status: 'confirmed' },
      { kind: 'propose', status: 'confirmed', farmer: farmer.account.address },
    ])

    await later(47 * hour)
    await keep()
    await runDue()
    expect((await read(id)).farmers[0]?.status).toBe('in-review')
    expect(await chain.balanceOf(farmer.account.address)).toBe(0n)
    await later(2 * hour)
    await runDue()
    await keep()
    await keep()
    const released = await read(id)
    expect(released).toMatchObject({
      status: 'completed',
      farmers: [{ status: 'released', holdReason: null }],
    })
    expect(released.funding).toMatchObject({ status: 'settled', released: '2', refunded: '0' })
    expect(released.funding.transactions?.map(({ kind }) => kind)).toEqual(['fund', 'propose', 'release'])
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    for (let round = 0; round < 3; round++) await keep()
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    expect(await chain.client.getTransactionCount({ address: chain.account(1).address })).toBe(2)
    const subjects = (await user(farmer).furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects.some(subject => subject.startsWith('Released'))).toBe(true)
  })

  test('a quest that is posted again with its key is answered as it was, also once it is funded', async () => {
    const { chain, user } = await startRail()
    const giver = user()
    const key = { idempotencyKey: 'one' }
    const posted = await giver.furrow.quests.post(paid, key)
    await chain.fund(giver.account, posted.id, two, 1, chain.token)
    const funded = await giver.furrow.quests.fund(posted.id, { idempotencyKey: 'two' })
    expect(funded.funding.status).toBe('funded')
    expect(await giver.furrow.quests.post(paid, key)).toEqual(posted)
    expect(await giver.furrow.quests.fund(posted.id, { idempotencyKey: 'two' })).toEqual(funded)
  })

  test('a quest that is read at every step of the keeper shows the last one too', async () => {
    const { context, keep, read, startQuest } = await startRail()
    const escrow = context.escrows.first as Escrow
    const { farmer, id } = await startQuest()
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    const head = await escrow.readHead()
    await mirrorEvents(context, escrow, head)
    expect((await read(id)).farmers[0]).toMatchObject({ holdReason: 'proposing' })
    await sendCalls(context, escrow, head, new Map())
    expect(await read(id)).toMatchObject({
      farmers: [{ holdReason: 'in-review' }],
      funding: { transactions: [{ status: 'confirmed' }, { status: 'confirmed' }] },
    })
  })

  test('work that a merge proved is proposed as verified, and so is work that a merge proves later', async () => {
    const { chain, keep, startQuest, visitor, user } = await startRail()
    const linked = { ...paid, codehostRepo: 'farm/gate', codehostIssue: '7' }
    const one = await startQuest(linked)
    await visitor.verify({ repo: 'farm/gate', pr: 1 })
    await keep()
    const payment = (quest: typeof one) =>
      chain.read('payments', [quest.escrowId, quest.farmer.account.address]) as Promise<
        readonly [number, boolean, bigint, bigint]
      >
    expect((await payment(one))[1]).toBe(true)

    const two = await startQuest({ ...linked, codehostRepo: 'farm/barn' })
    await user(two.farmer).furrow.quests.submit(two.id, { note: 'see the pull request' })
    await keep()
    const [, bare, endsAt] = await payment(two)
    expect(bare).toBe(false)
    await visitor.verify({ repo: 'farm/barn', pr: 2 })
    await keep()
    expect((await payment(two)).slice(0, 3)).toEqual([1, true, endsAt])
  })

  test.each([
    ['of another amount', 1_000_000n, 1],
    ['for another number of places', two, 2],
  ])('a deposit %s is refused and shown, and the giver gets it back', async (_what, each, slots) => {
    const { chain, keep, read, user } = await startRail()
    const giver = user()
    const { id, funding } = await giver.furrow.quests.post(paid)
    await chain.fund(giver.account, id, each, slots, chain.token)
    await expect(giver.furrow.quests.fund(id)).rejects.toMatchObject({ status: 400 })
    await keep()
    await keep()
    expect((await read(id)).funding).toMatchObject({
      status: 'unfunded',
      problem: expect.stringContaining(`The deposit on chain is ${each}`),
    })
    await expect(user().furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    await chain.call(giver.account, 'refund', [funding.escrowId])
    await keep()
    expect(await chain.balanceOf(giver.account.address)).toBe(each * BigInt(slots))
    expect((await read(id)).funding).toMatchObject({ status: 'unfunded', released: '0', refunded: '0' })
  })

  test('a deposit in another token, or by a stranger, funds nothing', async () => {
    const { chain, keep, read, user } = await startRail()
    const [giver, stranger] = [user(), user()]
    const first = await giver.furrow.quests.post(paid)
    await chain.fund(stranger.account, first.id, two, 1, chain.token)
    await keep()
    expect((await read(first.id)).funding).toMatchObject({ status: 'unfunded', problem: null })
    await chain.fund(giver.account, first.id, two, 1)
    await keep()
    expect((await read(first.id)).funding).toMatchObject({
      status: 'unfunded',
      problem: expect.stringContaining('0x0000000000000000000000000000000000000000'),
    })
  })

  test('the watcher finds the deposit by itself, and only at its confirmations', async () => {
    const { chain, keep, read, user } = await startRail({ ESCROW_CONFIRMATIONS: '3' })
    const giver = user()
    const { id } = await giver.furrow.quests.post(paid)
    await chain.fund(giver.account, id, two, 1, chain.token)
    expect((await giver.furrow.quests.fund(id)).funding.status).toBe('unfunded')
    await chain.client.mine({ blocks: 1 })
    await keep()
    expect((await read(id)).funding.status).toBe('unfunded')
    await chain.client.mine({ blocks: 1 })
    await keep()
    expect((await read(id)).funding).toMatchObject({
      status: 'funded',
      transactions: [{ kind: 'fund', status: 'confirmed' }],
    })
    expect((await giver.furrow.mail.list()).items[0]?.subject).toBe(`Funded: ${paid.title}`)
  })

  test('the coin of the chain is a token like another', async () => {
    const { chain, keep, later, user } = await startRail()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post({
      ...paid,
      reward: '0.25 ETH',
      rewardAmount: 0.25,
      rewardToken: 'ETH',
    })
    await chain.fund(giver.account, id, 250_000_000_000_000_000n, 1)
    await giver.furrow.quests.fund(id)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    await later(48 * hour)
    await keep()
    expect(await chain.client.getBalance({ address: farmer.account.address })).toBe(250_000_000_000_000_000n)
  })

  test.each([
    ['a token that it does not know', { reward: '2 DAI', rewardToken: 'DAI' }],
    ['nothing', { reward: '0 USDC', rewardAmount: 0 }],
    ['more decimals than the token has', { reward: '0.0000001 USDC', rewardAmount: 0.000_000_1 }],
  ])('refuses a quest that pays %s', async (_what, draft) => {
    const { user } = await startRail()
    await expect(user().furrow.quests.post({ ...paid, ...draft })).rejects.toMatchObject({ status: 400 })
  })

  test("the giver's approval on chain is seen, and the service asks for wallets where it cannot act", async () => {
    const { chain, keep, read, startQuest, platform, user } = await startRail()
    const { id, escrowId, farmer, giver } = await startQuest()
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    for (const refused of [
      () => giver.furrow.quests.approve(id, farmer.address),
      () => giver.furrow.quests.dispute(id, farmer.address, 'no'),
      () => giver.furrow.quests.complete(id),
      () => user(platform).furrow.quests.resolve(id, farmer.address, 'pay'),
    ])
      await expect(refused()).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('wallet'),
      })
    await chain.call(giver.account, 'approve', [escrowId, farmer.account.address])
    await keep()
    const quest = await read(id)
    expect(quest).toMatchObject({ status: 'completed', farmers: [{ status: 'released' }] })
    expect(quest.funding.transactions?.map(({ kind }) => kind)).toEqual([
      'fund',
      'propose',
      'approve',
      'release',
    ])
    expect((await farmer.furrow.mail.list()).items[0]?.body).toContain('The giver approved the work.')
    await keep()
    expect(await chain.client.getTransactionCount({ address: chain.account(1).address })).toBe(1)
  })

  test.each([
    [true, 'released', two, 0n],
    [false, 'refunded', 0n, two],
  ])(
    'a dispute on chain holds the payment until the arbiter decides it (pays: %s)',
    async (pays, status, paidOut, givenBack) => {
      const { chain, keep, later, read, startQuest } = await startRail()
      const { id, escrowId, farmer, giver } = await startQuest()
      await farmer.furrow.quests.submit(id, { note: 'done' })
      await keep()
      await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
      await keep()
      expect(await read(id)).toMatchObject({
        status: 'disputed',
        farmers: [{ status: 'disputed', holdReason: 'disputed' }],
      })
      await later(49 * hour)
      await keep()
      await keep()
      expect((await read(id)).farmers[0]?.status).toBe('disputed')
      await chain.call(2, 'resolve', [escrowId, farmer.account.address, pays])
      await keep()
      expect((await read(id)).farmers[0]?.status).toBe(status)
      expect(await chain.balanceOf(farmer.account.address)).toBe(paidOut)
      expect(await chain.balanceOf(giver.account.address)).toBe(givenBack)
    },
  )

  test('a dispute that nobody resolves is settled by the service after 14 days', async () => {
    const { chain, keep, later, read, startQuest } = await startRail()
    const { id, escrowId, farmer, giver } = await startQuest()
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    await keep()
    await later(14 * 24 * hour + hour)
    await keep()
    await keep()
    expect((await read(id)).farmers[0]?.status).toBe('refunded')
    expect(await chain.balanceOf(giver.account.address)).toBe(two)
  })

  test("a stranger's release is seen, and not paid again", async () => {
    const { chain, keep, read, startQuest, clock } = await startRail()
    const { id, escrowId, farmer } = await startQuest()
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    await chain.later(48 * 3_600)
    await chain.call(5, 'release', [escrowId, farmer.account.address])
    clock.advance(49 * hour)
    for (let round = 0; round < 4; round++) await keep()
    expect((await read(id)).farmers[0]?.status).toBe('released')
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    expect(await chain.client.getTransactionCount({ address: chain.account(1).address })).toBe(1)
  })

  test('a cancelled quest is closed on chain, and its giver takes the free places back', async () => {
    const { chain, keep, read, startQuest } = await startRail()
    const { id, escrowId, giver } = await startQuest({ ...paid, maxFarmers: 3 })
    await giver.furrow.quests.cancel(id)
    await keep()
    await keep()
    expect((await read(id)).funding.transactions?.map(({ kind }) => kind)).toEqual(['fund', 'close'])
    await chain.call(giver.account, 'refund', [escrowId])
    await keep()
    expect(await read(id)).toMatchObject({
      status: 'cancelled',
      funding: { status: 'settled', refunded: '6', released: '0' },
    })
    expect(await chain.balanceOf(giver.account.address)).toBe(3n * two)
  })

  test('a giver who takes free places back after 90 days has a quest that nobody can join', async () => {
    const { chain, keep, later, read, startQuest, user } = await startRail()
    const { id, escrowId, giver } = await startQuest({ ...paid, maxFarmers: 3 })
    await later(91 * 24 * hour)
    await chain.call(giver.account, 'refund', [escrowId])
    await keep()
    await expect(user().furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    expect((await read(id)).funding).toMatchObject({ refunded: '6' })
  })

  test('whoever has a place that the giver takes back is told, and whoever was proposed is paid', async () => {
    const { chain, keep, later, read, runDue, startQuest, user } = await startRail()
    const { id, escrowId, giver, farmer: proposed } = await startQuest({ ...paid, maxFarmers: 4 })
    await later(91 * 24 * hour)
    const [handedIn, accepted] = [user(), user()]
    for (const { furrow } of [handedIn, accepted]) await furrow.quests.accept(id)
    await user(proposed).furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    await user(handedIn).furrow.quests.submit(id, { note: 'done' })
    await chain.call(giver.account, 'refund', [escrowId])
    await keep()
    const quest = await read(id)
    expect(quest.funding).toMatchObject({ refunded: '6', status: 'funded' })
    expect(quest.farmers).toMatchObject([
      { address: proposed.account.address, status: 'in-review' },
      { address: handedIn.account.address, status: 'refunded' },
    ])
    for (const [{ furrow }, word] of [
      [handedIn, 'Refunded'],
      [accepted, 'Cancelled'],
    ] as const) {
      const [newest] = (await furrow.mail.list()).items
      expect(newest?.subject).toBe(`${word}: Fix the gate`)
    }
    await later(49 * hour)
    await runDue()
    for (let round = 0; round < 3; round++) await keep()
    expect((await read(id)).funding).toMatchObject({ released: '2', refunded: '6', status: 'settled' })
    expect(await chain.balanceOf(proposed.account.address)).toBe(two)
    expect(await chain.balanceOf(handedIn.account.address)).toBe(0n)
    expect(await chain.client.getTransactionCount({ address: chain.account(1).address })).toBe(2)
  })

  test('an event that cannot be applied is told of, holds up nobody, and is applied when it can be', async () => {
    const { baseUrl, chain, clock, keep, later, logged, read, startQuest, user } = await startRail()
    const metrics = async () => (await fetch(new URL('/metrics', baseUrl))).text()
    const parked = new RegExp(`parked_events\\{contract="31337:${chain.escrow}"\\} (\\d+)`, 'i')
    const [odd, plain] = [await startQuest({ ...paid, maxFarmers: 2 }), await startQuest()]
    const late = user()
    await chain.call(1, 'propose', [odd.escrowId, late.account.address, false])
    for (const { farmer, id } of [odd, plain]) await user(farmer).furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    expect(logged().match(/cannot be applied, and is parked/g)).toHaveLength(1)
    expect((await metrics()).match(parked)?.[1]).toBe('1')
    for (const { id } of [odd, plain]) expect((await read(id)).farmers[0]?.holdReason).toBe('in-review')

    await late.furrow.quests.accept(odd.id)
    await late.furrow.quests.submit(odd.id, { note: 'done' })
    clock.advance(hour)
    await keep()
    expect((await metrics()).match(parked)?.[1]).toBe('0')
    await later(49 * hour)
    for (let round = 0; round < 4; round++) await keep()
    for (const { account } of [odd.farmer, plain.farmer, late])
      expect(await chain.balanceOf(account.address)).toBe(two)
    expect((await read(odd.id)).funding).toMatchObject({ status: 'settled', released: '4' })
  })

  test('work that somebody else was proposed in place of ends, and says so', async () => {
    const { chain, keep, logged, read, startQuest } = await startRail()
    const { id, escrowId, farmer } = await startQuest()
    await chain.call(1, 'propose', [escrowId, chain.account(7).address, false])
    await farmer.furrow.quests.submit(id, { note: 'done' })
    for (let round = 0; round < 3; round++) await keep()
    expect((await read(id)).farmers[0]?.status).toBe('refunded')
    expect(logged()).toContain('no place for this work any more')
  })

  test('events that are heard twice, or in another order, end the same', async () => {
    const { chain, context, keep, later, read, startQuest, user } = await startRail()
    const escrow = context.escrows.first as Escrow
    const { id, farmer } = await startQuest()
    await user(farmer).furrow.quests.submit(id, { note: 'done' })
    for (let round = 0; round < 2; round++) await keep()
    await later(49 * hour)
    for (let round = 0; round < 3; round++) await keep()
    const before = await read(id)
    const rewind = () => context.db.updateTable('escrow_contracts').set({ next_block: 0 }).execute()
    await rewind()
    await keep()
    const turned: Escrow = {
      ...escrow,
      readEvents: async (from, to) => (await escrow.readEvents(from, to)).toReversed(),
    }
    await rewind()
    await mirrorEvents(context, turned, await escrow.readHead())
    expect(await read(id)).toEqual(before)
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
  })
})
