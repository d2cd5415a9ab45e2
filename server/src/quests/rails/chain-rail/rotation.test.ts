import { parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain } from '../../../../test/chain.ts'
import { type Harness, takeSharedDatabase } from '../../../../test/harness.ts'
import { at, keep as keepAll, paid, startSeveral, startWork, two } from '../../../../test/several-rails.ts'
import { hour, minute } from '../../../ground/clock.ts'
import { contract as contractCheck } from '../../../operate/doctor/contract.ts'
import { keepEscrow } from './keeper.ts'

/** A chain with an old contract and a new one, and a database for services with one setting or another. */
async function startRotation(newOperator = 3) {
  const chain = await startChain()
  const next = await chain.deployEscrow(newOperator)
  const database = await takeSharedDatabase()
  const clock = await clockOf(chain)
  const [old, fresh] = [`31337=${chain.escrow}`, `31337=${next}`]
  const keys = `${old}:${chain.keyOf(1)},${fresh}:${chain.keyOf(newOperator)}`
  const start = (env: Record<string, string>) => startSeveral([chain], { ...database, ...env }, clock)
  return {
    chain,
    next,
    old,
    fresh,
    clock,
    /** The settings of an operator who set the service up before there could be several. */
    before: () =>
      start({
        ESCROW_CHAIN_ID: '31337',
        ESCROW_ADDRESS: chain.escrow,
        ESCROW_OPERATOR_KEY: chain.keyOf(1),
      }),
    rotated: () => start({ ESCROWS: `${old}:retired,${fresh}`, ESCROW_OPERATOR_KEYS: keys }),
    /** The settings of an operator who forgot the old one. */
    replaced: () => start({ ESCROWS: fresh, ESCROW_OPERATOR_KEY: chain.keyOf(newOperator) }),
    withoutAny: () => start({ ESCROWS: '' }),
    keep: (harness: Harness, rounds?: number) => keepAll(harness, [chain], rounds),
    async later(milliseconds: number) {
      clock.advance(milliseconds)
      await chain.later(milliseconds / 1_000)
    },
  }
}

async function expectReleased({ visitor }: Harness, ...ids: string[]): Promise<void> {
  for (const id of ids) expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('released')
}

describe.skipIf(!hasChain)('a contract that is followed by another one, with another key', () => {
  test('goes on with its work, and takes no new quest', async () => {
    const { chain, next, before, rotated, keep, later } = await startRotation()
    const first = await before()
    const accepted = await startWork(first, chain, { maxFarmers: 2 })
    const proposed = await startWork(first, chain)
    const disputed = await startWork(first, chain)
    const waiting = first.user()
    const unfunded = await waiting.furrow.quests.post(paid)
    for (const { farmer, id } of [proposed, disputed]) await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep(first)
    const { address } = disputed.farmer.account
    await chain.call(disputed.giver.account, 'dispute', [disputed.escrowId, address])

    const second = await rotated()
    await keep(second)
    expect((await second.visitor.quests.get(disputed.id)).farmers[0]?.status).toBe('disputed')
    await chain.call(2, 'resolve', [disputed.escrowId, address, false])
    await at(second, accepted.farmer).furrow.quests.submit(accepted.id, { note: 'done' })
    const late = second.user()
    await late.furrow.quests.accept(accepted.id)
    await late.furrow.quests.submit(accepted.id, { note: 'done' })
    // A giver who posted before the change pays into the planned contract, and may still change the quest.
    await chain.fund(waiting.account, unfunded.id, two, 1, chain.token)
    expect((await at(second, waiting).furrow.quests.fund(unfunded.id)).funding.status).toBe('funded')
    const newer = await startWork(second, chain)
    expect(newer.funding.escrow?.toLowerCase()).toBe(next.toLowerCase())
    await newer.farmer.furrow.quests.submit(newer.id, { note: 'done' })
    await keep(second)
    await later(49 * hour)
    await keep(second)
    await expectReleased(second, accepted.id, proposed.id, newer.id)
    const places = (await second.visitor.quests.get(accepted.id)).farmers
    expect(places.map(({ status }) => status)).toEqual(['released', 'released'])
    expect((await second.visitor.quests.get(disputed.id)).farmers[0]?.status).toBe('refunded')
    for (const farmer of [accepted.farmer, late, proposed.farmer, newer.farmer])
      expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    const sent = (index: number) =>
      chain.client.getTransactionCount({ address: chain.account(index).address })
    // By the old key a proposal each of four, and three releases; by the new one its own two.
    expect([await sent(1), await sent(3)]).toEqual([7, 2])
  })

  test('is told where the settings forget it: nobody is taken into its quests, until it is listed', async () => {
    const { chain, before, rotated, replaced, withoutAny, clock, keep, later } = await startRotation()
    const first = await before()
    const running = await startWork(first, chain, { maxFarmers: 3 })
    await running.farmer.furrow.quests.submit(running.id, { note: 'done' })
    const unfunded = await running.giver.furrow.quests.post(paid)
    expect((await running.giver.furrow.tasks.list()).counts.deposit).toBe(1)
    const chosen = await startApplied(first)
    expect(first.logged()).not.toContain('the settings have no more')

    for (const start of [replaced, withoutAny]) {
      const second = await start()
      expect(second.logged()).toContain('the settings have no more')
      const visitor = second.user()
      const refusal = {
        status: 400,
        message: expect.stringContaining('escrow contract that this service no longer serves'),
      }
      await expect(visitor.furrow.quests.accept(running.id)).rejects.toMatchObject(refusal)
      await expect(
        at(second, chosen.giver).furrow.quests.admit(chosen.id, chosen.farmer.address),
      ).rejects.toMatchObject(refusal)
      const giver = at(second, running.giver)
      await expect(
        giver.furrow.quests.invite({ questId: running.id, address: visitor.address }),
      ).rejects.toMatchObject(refusal)
      await expect(giver.furrow.quests.fund(unfunded.id)).rejects.toMatchObject(refusal)
      const { funding, farmers } = await second.visitor.quests.get(running.id)
      expect(funding).toMatchObject({ status: 'funded', served: false, problem: refusal.message })
      expect(farmers[0]).toMatchObject({ status: 'in-review', holdReason: 'contract-not-served' })
      const [listed] = (await second.visitor.quests.list({ giver: running.giver.address })).items.slice(-1)
      expect(listed?.funding.served).toBe(false)
      clock.advance(10_000)
      const figures = await (await fetch(new URL('/metrics', second.baseUrl))).text()
      expect(figures).toMatch(/furrow_escrow_unserved_quests\{contract="31337:0x\w+"\} 2/)
      expect(await contractCheck.look({ ...second.context })).toContainEqual(
        expect.objectContaining({ state: 'wrong', says: expect.stringContaining('2 quests') }),
      )
      await keep(second, 1)
      expect((await giver.furrow.tasks.list()).counts.deposit).toBe(0)
    }

    const mended = await rotated()
    expect((await mended.visitor.quests.get(running.id)).funding).not.toHaveProperty('served')
    await mended.user().furrow.quests.accept(running.id)
    await keep(mended)
    await later(49 * hour)
    await keep(mended)
    await expectReleased(mended, running.id)

    async function startApplied(harness: Harness) {
      const [giver, farmer] = [harness.user(), harness.user()]
      const { id, funding } = await giver.furrow.quests.post({ ...paid, admission: 'application' })
      await chain.fund(giver.account, id, two, 1, chain.token, funding.escrow as `0x${string}`)
      await giver.furrow.quests.fund(id)
      await farmer.furrow.quests.accept(id)
      return { id, giver, farmer }
    }
  })
})

describe.skipIf(!hasChain)('two contracts with one key', () => {
  test('send at the same time, each call with a nonce of its own', async () => {
    const { chain, before, rotated, keep, later } = await startRotation(1)
    const first = await before()
    const older = await Promise.all([1, 2, 3].map(() => startWork(first, chain)))
    const second = await rotated()
    const newer = await Promise.all([1, 2, 3].map(() => startWork(second, chain)))
    const works = [...older, ...newer]
    for (const { farmer, id } of works) await at(second, farmer).furrow.quests.submit(id, { note: 'done' })
    // Another process has the same settings, and the same turns.
    const third = await rotated()
    const both = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) await Promise.all([keep(second, 1), keep(third, 1)])
    }
    await both(8)
    await later(49 * hour)
    await both(8)
    await expectReleased(second, ...works.map(({ id }) => id))
    const operator = chain.account(1).address
    expect(await chain.client.getTransactionCount({ address: operator })).toBe(2 * works.length)
    expect(await second.context.db.selectFrom('escrow_operators').selectAll().execute()).toEqual([
      { operator: `31337:${operator.toLowerCase()}`, next_nonce: 2 * works.length },
    ])
    for (const { farmer } of works) expect(await chain.balanceOf(farmer.account.address)).toBe(two)
  })

  test('what one of them has in the mempool is sped up for what it is, also when it is served no more', async () => {
    const { chain, before, replaced, rotated, clock, keep } = await startRotation(1)
    const first = await before()
    const stuck = await startWork(first, chain)
    await stuck.farmer.furrow.quests.submit(stuck.id, { note: 'done' })
    await chain.client.setAutomine(false)
    await keepEscrow.round(first.context)
    for (const start of [replaced, rotated]) {
      const second = await start()
      clock.advance(2 * minute)
      await keepEscrow.round(second.context)
    }
    const attempts = await first.context.db
      .selectFrom('escrow_attempts')
      .selectAll()
      .orderBy('attempt')
      .execute()
    expect(attempts.map(({ nonce, attempt }) => [nonce, attempt])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ])
    for (const { raw } of attempts)
      expect(parseTransaction(raw as `0x02${string}`).to?.toLowerCase()).toBe(chain.escrow.toLowerCase())
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    const last = await rotated()
    await keep(last)
    expect((await last.visitor.quests.get(stuck.id)).farmers[0]).toMatchObject({
      status: 'in-review',
      holdReason: 'in-review',
    })
  })
})
