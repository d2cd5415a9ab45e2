import { readSplitMoney, type Split, shareCall, splitFrom } from '@furrow/sdk/escrow'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { startRail, two } from '../../../../test/rail.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { day, hour, minute } from '../../../ground/clock.ts'
import { reconcileEscrow } from './reconcile.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

async function keep(rail: Rail, rounds = 3) {
  for (let round = 0; round < rounds; round++) await rail.keep()
}

/** Work of a team of two in review, paid in a token whose issuer blocks holders. */
async function start() {
  const rail = await startRail({}, 3, async () => {}, { splits: true, blocks: true })
  const quest = await rail.startQuest()
  const { farmer, giver, id, escrowId } = quest
  const member = rail.user()
  const members = [farmer, member] as const
  await farmer.furrow.quests.share(
    id,
    members.map(({ address }) => ({ address, share: 0.5 })),
  )
  await member.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.5 })
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await keep(rail, 2)
  const told = (await rail.read(id)).farmers[0]?.split
  if (told === undefined) throw new Error('no account is told')
  return { rail, giver, members, id, escrowId, split: splitFrom(told), account: told.account as Hex }
}
type Team = Awaited<ReturnType<typeof start>>

const balances = ({ rail, members }: Team) =>
  Promise.all(members.map(({ account }) => rail.chain.balanceOf(account.address)))

/** Nothing contradicts the contract, and nothing waits to be understood. */
async function requireAgreed({ rail, id }: Team) {
  rail.clock.advance(5 * minute)
  while ((await reconcileEscrow.round(rail.context)) > 0);
  expect((await rail.read(id)).funding.problem).toBeNull()
  expect(await rail.context.db.selectFrom('escrow_parked').select('reason').execute()).toEqual([])
  await requireSound(rail.context)
}

const moneyOf = ({ rail: { chain } }: Team, split: Split) =>
  readSplitMoney((method, params) => chain.client.request({ method, params } as never), split, chain.token)

describe.skipIf(!hasChain)('a token that blocks the account of a team', () => {
  test('before the payment: all of it waits in the contract, and the service pays once it is free', async () => {
    const team = await start()
    const { rail, id, account } = team
    await rail.chain.block(account, true)
    await rail.later(49 * hour)
    await keep(rail)
    expect((await rail.read(id)).funding.released).toBe('0')
    expect(await rail.chain.balanceOf(rail.chain.escrow)).toBe(two)
    await requireAgreed(team)

    await rail.chain.block(account, false)
    // The refused payment is tried again by itself.
    await rail.later(7 * hour)
    await keep(rail)
    expect(await balances(team)).toEqual([two / 2n, two / 2n])
    expect(await rail.read(id)).toMatchObject({ status: 'completed', funding: { released: '2' } })
    await requireAgreed(team)
  })

  test('for a year after a dispute that it won: the giver takes it back, and nobody was paid', async () => {
    const team = await start()
    const { rail, id, account, escrowId, giver } = team
    await rail.chain.call(giver.account, 'dispute', [escrowId, account])
    await rail.chain.call(2, 'resolve', [escrowId, account, true])
    await keep(rail, 1)
    await rail.chain.block(account, true)
    await rail.later(25 * hour)
    await keep(rail)
    expect((await rail.read(id)).farmers).toMatchObject([
      { status: 'released', unpaid: 'farmer', payment: { status: 'recorded' } },
      { status: 'released', unpaid: 'farmer', payment: { status: 'recorded' } },
    ])
    await requireAgreed(team)
    await rail.later(366 * day)
    await rail.chain.call(giver.account, 'reclaim', [escrowId, account])
    await keep(rail)
    const { farmers, funding } = await rail.read(id)
    expect(funding).toMatchObject({ released: '0', refunded: '2' })
    for (const farmer of farmers) expect(farmer).toMatchObject({ paid: '0', payment: { status: 'recorded' } })
    expect(await rail.chain.balanceOf(giver.account.address)).toBe(two)
    expect(await balances(team)).toEqual([0n, 0n])
    await requireAgreed(team)
  })

  test('after the payment: the account keeps each part for its member, and gives it to them once it is free', async () => {
    const team = await start()
    const { rail, id, account, escrowId, split, members } = team
    await rail.later(49 * hour)
    await rail.chain.call(8, 'release', [escrowId, account])
    await rail.chain.block(account, true)
    await keep(rail)
    // Paid to the account, from which nobody else can take it.
    expect(await rail.read(id)).toMatchObject({ status: 'completed', funding: { released: '2' } })
    expect(await rail.chain.balanceOf(account)).toBe(two)
    const { undivided, owed } = await moneyOf(team, split)
    expect(undivided).toBe(0n)
    expect(owed.map(({ amount }) => amount)).toEqual([two / 2n, two / 2n])
    await requireAgreed(team)
    const { state } = await rail.context.db
      .selectFrom('escrow_calls')
      .select('state')
      .where('kind', '=', 'share')
      .executeTakeFirstOrThrow()
    expect(state).toBe('done')

    await rail.chain.block(account, false)
    const { client } = rail.chain
    const { to, data } = shareCall({ ...split, token: rail.chain.token })
    const hash = await client.sendTransaction({
      ...{ to: to as Hex, data: data as Hex, account: rail.chain.account(9), chain: client.chain },
    })
    await client.waitForTransactionReceipt({ hash })
    expect(await balances(team)).toEqual(members.map(() => two / 2n))
    await requireAgreed(team)
  })
})
