import type { Quest } from '@furrow/sdk'
import { shareCall, splitAddressOf, splitSaltOf, takeOwedCall } from '@furrow/sdk/escrow'
import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { hour, minute } from '../../../ground/clock.ts'
import { reconcileEscrow } from './reconcile.ts'

const start = (env: Record<string, string> = {}) => startRail(env, 3, async () => {}, { splits: true })
type Rail = Awaited<ReturnType<typeof start>>

async function keep(rail: Rail, rounds = 3) {
  for (let round = 0; round < rounds; round++) await rail.keep()
}

/** A place whose farmer shares it with two others, who have agreed. */
async function startTeam(rail: Rail, shares: readonly [number, number, number] = [0.5, 0.3, 0.2]) {
  const quest = await rail.startQuest()
  const members = [quest.farmer, rail.user(), rail.user()] as const
  await quest.farmer.furrow.quests.share(
    quest.id,
    members.map(({ address }, index) => ({ address, share: shares[index] ?? 0 })),
  )
  const { address: farmer } = quest.farmer
  for (const [index, member] of members.entries())
    if (index > 0) await member.furrow.quests.agreeToShare(quest.id, { farmer, share: shares[index] ?? 0 })
  return { ...quest, members }
}
type Team = Awaited<ReturnType<typeof startTeam>>

async function propose(rail: Rail, team: Team) {
  await rail.user(team.farmer).furrow.quests.submit(team.id, { note: 'done' })
  await keep(rail, 2)
}

const splitOf = ({ farmers }: Quest) => {
  const split = farmers.find(farmer => farmer.split !== undefined)?.split
  if (split === undefined) throw new Error('no account is told')
  return split
}
const readSplit = async (rail: Rail, { id }: { id: string }) => splitOf(await rail.read(id))
const balances = (rail: Rail, { members }: Team) =>
  Promise.all(members.map(({ account }) => rail.chain.balanceOf(account.address)))

/** Anybody's transaction. */
async function send(
  rail: Rail,
  { to, data }: { to: Hex; data: Hex },
  from: Address = rail.chain.account(9).address,
) {
  const { client } = rail.chain
  const hash = await client.sendTransaction({ to, data, account: from, chain: null })
  return client.waitForTransactionReceipt({ hash })
}

const shareOf = (rail: Rail, split: ReturnType<typeof splitOf>, token: Address = rail.chain.token) =>
  shareCall({
    factory: split.splitter,
    payees: split.payees,
    parts: split.parts.map(BigInt),
    salt: split.salt as Hex,
    token,
  })

async function compare(rail: Rail) {
  rail.clock.advance(5 * minute)
  while ((await reconcileEscrow.round(rail.context)) > 0);
}

/** Paid and compared, with nothing left that is owed, and no word against it. */
async function expectShared(rail: Rail, team: Team, parts: readonly bigint[]) {
  await keep(rail)
  await compare(rail)
  await keep(rail)
  expect(await balances(rail, team)).toEqual(parts)
  const { funding } = await rail.read(team.id)
  expect(funding.problem).toBeNull()
  const { db } = rail.context
  expect(await db.selectFrom('escrow_calls').select('id').where('state', '!=', 'done').execute()).toEqual([])
  expect(await db.selectFrom('escrow_parked').select('reason').execute()).toEqual([])
  await requireSound(rail.context)
}

/** A team of two in review that is paid in the coin, whose account can be made to take nothing. */
async function startRefused(rail: Rail) {
  const [giver, farmer, member] = [rail.user(), rail.user(), rail.user()]
  const ether = { ...paid, reward: '0.1 ETH', rewardAmount: 0.1, rewardToken: 'ETH' }
  const { id, funding } = await giver.furrow.quests.post(ether)
  await rail.chain.fund(giver.account, id, 10n ** 17n, 1)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  const shares = [farmer, member].map(({ address }) => ({ address, share: 0.5 }))
  await farmer.furrow.quests.share(id, shares)
  await member.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.5 })
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await keep(rail, 2)
  const account = (await readSplit(rail, { id })).account as Hex
  const refuse = (isRefused: boolean) =>
    rail.chain.client.setCode({ address: account, bytecode: isRefused ? '0x5f5ffd' : '0x' })
  return { giver, id, account, escrowId: funding.escrowId as Hex, refuse }
}

/** Both members of a refused account have their parts of the coin, and so have the books. */
async function expectHalves(rail: Rail, id: string) {
  await keep(rail)
  await compare(rail)
  await keep(rail)
  const quest = await rail.read(id)
  expect(quest).toMatchObject({ status: 'completed', funding: { released: '0.1' } })
  for (const { address } of quest.farmers)
    expect(await rail.chain.client.getBalance({ address: address as Hex })).toBe(5n * 10n ** 16n)
  expect(await rail.context.db.selectFrom('escrow_parked').select('reason').execute()).toEqual([])
  await requireSound(rail.context)
}

const sharesOf = ({ context }: Rail) =>
  context.db.selectFrom('escrow_calls').select(['state', 'farmer']).where('kind', '=', 'share').execute()

const leave = ({ account, furrow }: ReturnType<Rail['user']>) =>
  furrow.account.delete({
    account,
    signMessage: ({ message }) => account.signMessage({ message }),
  })

const noLogs = ({ method }: RpcCall) =>
  method === 'eth_getLogs' ? ({ answered: [] } as const) : ('pass' as const)

describe.skipIf(!hasChain)('a team on chain', () => {
  test('is proposed as an account that anybody computes, and each member is paid their part without asking', async () => {
    const rail = await start()
    const team = await startTeam(rail)
    const agreed = await readSplit(rail, team)
    const [farmer] = team.members
    expect(agreed.salt).toBe(splitSaltOf(team.id, farmer.address))
    const parts = agreed.parts.map(BigInt)
    const given = { factory: agreed.splitter, payees: agreed.payees, parts, salt: agreed.salt as Hex }
    expect(splitAddressOf(given)).toBe(agreed.account)
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(two)
    await propose(rail, team)
    expect(await readSplit(rail, team)).toEqual(agreed)
    expect((await rail.read(team.id)).farmers).toMatchObject([
      {
        address: farmer.account.address,
        status: 'in-review',
        holdReason: 'in-review',
        shared: { agreed: true },
      },
    ])
    const [state] = (await rail.chain.read('payments', [team.escrowId, agreed.account])) as [number]
    expect(state).toBe(1)
    await rail.later(49 * hour)
    await keep(rail)
    await expectShared(rail, team, [1_000_000n, 600_000n, 400_000n])
    const quest = await rail.read(team.id)
    expect(quest.status).toBe('completed')
    expect(quest.farmers.map(({ status, paid }) => [status, paid])).toEqual(
      expect.arrayContaining([
        ['released', '1'],
        ['released', '0.6'],
        ['released', '0.4'],
      ]),
    )
    expect(splitOf(quest)).toEqual(agreed)
    expect(quest.funding.transactions?.map(({ kind, farmer }) => [kind, farmer])).toEqual([
      ['fund', null],
      ['propose', farmer.account.address],
      ['release', farmer.account.address],
    ])
    const ids = await rail.context.db.selectFrom('ledger_transfers').select('id').execute()
    expect(ids.map(({ id }) => id).filter(id => id.startsWith('release:'))).toHaveLength(3)
    // A statement names the transaction that paid the member's part.
    const statement = await (await rail.user(team.members[2]).furrow.account.statement()).text()
    const { hash } = quest.funding.transactions?.at(-1) ?? {}
    expect(statement.split('\r\n').find(line => line.includes('"0.4"'))).toContain(hash)
  })

  test('is refused where the chain has no splitter', async () => {
    const rail = await startRail({}, 3)
    const { id, farmer } = await rail.startQuest()
    const other = rail.user()
    const shares = [farmer, other].map(({ address }) => ({ address, share: 0.5 }))
    await expect(farmer.furrow.quests.share(id, shares)).rejects.toMatchObject({
      code: 'not-shareable',
      message: expect.stringContaining('no splitter'),
    })
  })

  test('keeps its account for work that the giver returned, and is paid by the giver’s signature', async () => {
    const rail = await start()
    const team = await startTeam(rail)
    await propose(rail, team)
    const { account } = await readSplit(rail, team)
    await rail.chain.call(team.giver.account, 'returnWork', [team.escrowId, account])
    await keep(rail)
    expect((await rail.read(team.id)).farmers).toMatchObject([
      { status: 'accepted', shared: { agreed: true } },
    ])
    await rail.user(team.farmer).furrow.quests.submit(team.id, { note: 'better' })
    const { account: giver } = team.giver
    const signer = { account: giver, signTypedData: (words: never) => giver.signTypedData(words) }
    await rail.user(team.giver).furrow.quests.signApproval(signer, team.id, team.farmer.address)
    await expectShared(rail, team, [1_000_000n, 600_000n, 400_000n])
    expect((await readSplit(rail, team)).account).toBe(account)
    const { items } = await rail.visitor.quests.events(team.id)
    expect(items.filter(({ kind }) => kind === 'released')).toMatchObject([
      { details: { because: 'approved' } },
    ])
  })

  test('shares a part that the arbiter gave it, and the books say the same to the unit', async () => {
    const rail = await start()
    const team = await startTeam(rail, [0.3334, 0.3333, 0.3333])
    await propose(rail, team)
    const { account } = await readSplit(rail, team)
    await rail.chain.call(team.giver.account, 'dispute', [team.escrowId, account])
    await keep(rail, 1)
    expect((await rail.read(team.id)).farmers).toMatchObject([{ status: 'disputed' }])
    // The list has the account, too: it is the farmer that an arbiter names to the contract.
    for (const { furrow } of [rail.user(team.giver), rail.user(team.farmer)])
      expect((await furrow.quests.disputes()).items).toMatchObject([{ split: await readSplit(rail, team) }])
    await rail.chain.call(2, 'split', [team.escrowId, account, 3_337])
    await keep(rail)
    await rail.later(25 * hour)
    await keep(rail)
    const parts = await balances(rail, team)
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe((two * 3_337n) / 10_000n)
    await expectShared(rail, team, parts)
    const booked = new Map((await rail.read(team.id)).farmers.map(({ address, paid }) => [address, paid]))
    expect(team.members.map(({ account }) => Math.round(Number(booked.get(account.address)) * 1e6))).toEqual(
      parts.map(Number),
    )
  })

  test('is followed where the log told nothing', async () => {
    const rail = await start()
    const team = await startTeam(rail)
    rail.proxy.before = noLogs
    await propose(rail, team)
    await compare(rail)
    expect((await rail.read(team.id)).farmers).toMatchObject([
      { status: 'in-review', holdReason: 'in-review' },
    ])
    await rail.later(49 * hour)
    await keep(rail)
    await compare(rail)
    await expectShared(rail, team, [1_000_000n, 600_000n, 400_000n])
  })

  test('is shared out once, whoever is first, and again where the chain took it back', async () => {
    const rail = await start()
    const team = await startTeam(rail)
    await propose(rail, team)
    const split = await readSplit(rail, team)
    await rail.later(49 * hour)
    await keep(rail, 1)
    // Somebody else shares out before the service does.
    expect((await send(rail, shareOf(rail, split))).status).toBe('success')
    await expectShared(rail, team, [1_000_000n, 600_000n, 400_000n])
    const { client } = rail.chain
    await client.request({ method: 'anvil_reorg', params: [2, []] } as never)
    for (let round = 0; round < 4; round++) {
      await client.mine({ blocks: 2 })
      await rail.later(minute)
      await rail.keep()
      await compare(rail)
    }
    await expectShared(rail, team, [1_000_000n, 600_000n, 400_000n])
  })

  test('pays a frozen member, and keeps the part of a wallet that refuses for that wallet', async () => {
    const rail = await start()
    const { chain } = rail
    const ether = { ...paid, reward: '0.1 ETH', rewardAmount: 0.1, rewardToken: 'ETH' }
    const [giver, farmer, frozen, refusing] = [rail.user(), rail.user(), rail.user(), rail.user()]
    const quest = await giver.furrow.quests.post(ether)
    await chain.fund(giver.account, quest.id, 10n ** 17n, quest.maxFarmers)
    await giver.furrow.quests.fund(quest.id)
    await farmer.furrow.quests.accept(quest.id)
    const members = [farmer, frozen, refusing]
    const share = [0.5, 0.25, 0.25]
    await farmer.furrow.quests.share(
      quest.id,
      members.map(({ address }, index) => ({ address, share: share[index] ?? 0 })),
    )
    for (const member of [frozen, refusing])
      await member.furrow.quests.agreeToShare(quest.id, { farmer: farmer.address, share: 0.25 })
    await rail.user(rail.platform).furrow.moderation.act({
      ...{ action: 'freeze', kind: 'wallet', id: frozen.address, reason: 'spam' },
    })
    // Nobody with a share in running work leaves the service.
    await expect(leave(refusing)).rejects.toMatchObject({ status: 409 })
    await farmer.furrow.quests.submit(quest.id, { note: 'done' })
    await keep(rail, 2)
    const split = await readSplit(rail, quest)
    const { client } = chain
    // Reverts whatever comes.
    await client.setCode({ address: refusing.account.address, bytecode: '0x5f5ffd' })
    await rail.later(49 * hour)
    await keep(rail)
    const balance = (address: Address) => client.getBalance({ address })
    expect(await balance(farmer.account.address)).toBe(5n * 10n ** 16n)
    expect(await balance(frozen.account.address)).toBe(25n * 10n ** 15n)
    expect(await balance(split.account as Hex)).toBe(25n * 10n ** 15n)
    await compare(rail)
    expect((await rail.read(quest.id)).funding.problem).toBeNull()
    await requireSound(rail.context)
    // The wallet names another receiver, and nobody else does it for them.
    const purse = chain.account(8).address
    const before = await balance(purse)
    const take = takeOwedCall({ ...split, token: `0x${'0'.repeat(40)}`, receiver: purse })
    await client.setCode({ address: refusing.account.address, bytecode: '0x' })
    await client.setBalance({ address: refusing.account.address, value: 10n ** 18n })
    await client.impersonateAccount({ address: refusing.account.address })
    expect((await send(rail, take, refusing.account.address)).status).toBe('success')
    expect((await balance(purse)) - before).toBe(25n * 10n ** 15n)
    // Afterwards they may leave, and the page tells nobody's wallet.
    await leave(rail.user(refusing))
    expect((await rail.read(quest.id)).farmers.some(({ split }) => split !== undefined)).toBe(false)
  })

  test('waits in the contract while the account itself takes nothing, and pays every member once it does', async () => {
    const rail = await start()
    const { id, account, escrowId, refuse } = await startRefused(rail)
    await refuse(true)
    await rail.later(49 * hour)
    await keep(rail)
    await compare(rail)
    // Nobody is booked as paid, and the contract has all of it.
    expect((await rail.read(id)).funding.released).toBe('0')
    expect(await rail.chain.client.getBalance({ address: rail.chain.escrow })).toBe(10n ** 17n)
    await requireSound(rail.context)

    await refuse(false)
    await rail.chain.call(8, 'release', [escrowId, account])
    await expectHalves(rail, id)
  })

  test('that won a dispute, and whose account took the money only later, is paid without asking', async () => {
    const rail = await start()
    const { id, account, escrowId, giver, refuse } = await startRefused(rail)
    await rail.chain.call(giver.account, 'dispute', [escrowId, account])
    await rail.chain.call(2, 'resolve', [escrowId, account, true])
    await keep(rail, 1)
    await refuse(true)
    await rail.later(25 * hour)
    await keep(rail)
    const { funding, farmers } = await rail.read(id)
    expect(funding.transactions?.map(({ kind }) => kind)).toContain('wait')
    expect(farmers).toMatchObject([{ unpaid: 'farmer' }, { unpaid: 'farmer' }])
    expect(await sharesOf(rail)).toEqual([])

    await refuse(false)
    await rail.chain.call(8, 'release', [escrowId, account])
    await expectHalves(rail, id)
    expect(await sharesOf(rail)).toEqual([{ state: 'done', farmer: account.toLowerCase() }])
    for (const farmer of (await rail.read(id)).farmers) expect(farmer).not.toHaveProperty('unpaid')
  })
})
