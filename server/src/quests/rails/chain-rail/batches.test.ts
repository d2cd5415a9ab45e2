import { questEscrowV2Abi } from '@furrow/contracts'
import { parseEther, parseGwei, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import type { User } from '../../../../test/harness.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import { hour, minute } from '../../../ground/clock.ts'

type Rail = Awaited<ReturnType<typeof startRail>>
const inCoin = { ...paid, rewardToken: 'ETH', reward: '2 ETH' }
const each = parseEther('2')
const refusing = '0x60006000fd'

/** A funded quest, and farmers who handed their work in. */
async function submitAll({ chain, user }: Rail, maxFarmers: number, draft = paid) {
  const giver = user()
  const { id, funding } = await giver.furrow.quests.post({ ...draft, maxFarmers })
  const isCoin = draft.rewardToken === 'ETH'
  await chain.fund(giver.account, id, isCoin ? each : two, maxFarmers, isCoin ? undefined : chain.token)
  await giver.furrow.quests.fund(id)
  const farmers: User[] = []
  for (let count = 0; count < maxFarmers; count++) {
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    farmers.push(farmer)
  }
  return { id, giver, farmers, escrowId: funding.escrowId as `0x${string}` }
}

const sentBy = ({ chain, operator }: Rail) => chain.client.getTransactionCount({ address: operator })
const readCalls = ({ context }: Rail) => context.db.selectFrom('escrow_calls').selectAll().execute()

async function keepTimes(rail: Rail, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) await rail.keep()
}

describe.skipIf(!hasChain)('what is owed to the second contract at the same time', () => {
  test('goes in one transaction of a kind; each farmer is paid once, and each giver has their part of the gas', async () => {
    const rail = await startRail({ ESCROW_GAS_BUDGET: '1' }, 2)
    const { chain, context } = rail
    const quests = [await submitAll(rail, 15), await submitAll(rail, 5)]
    const lastFarmer = quests[1]?.farmers.at(-1) as User
    await chain.client.setAutomine(false)
    await rail.keep()
    const shown = await Promise.all(quests.map(({ id }) => rail.read(id)))
    const pending = shown.map(
      ({ funding }) => funding.transactions?.filter(({ status }) => status === 'pending') ?? [],
    )
    expect(pending.map(({ length }) => length)).toEqual([15, 5])
    expect(new Set(pending.flat().map(({ hash }) => hash)).size).toBe(1)
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    await keepTimes(rail, 2)
    expect(await sentBy(rail)).toBe(1)
    await rail.later(49 * hour)
    await keepTimes(rail, 3)
    expect(await sentBy(rail)).toBe(2)
    for (const { account } of quests.flatMap(({ farmers }) => farmers))
      expect(await chain.balanceOf(account.address)).toBe(two)
    for (const { id } of quests) expect((await rail.read(id)).status).toBe('completed')
    expect(new Set((await readCalls(rail)).map(({ state }) => state))).toEqual(new Set(['done']))

    const spent = await context.db.selectFrom('escrow_gas').selectAll().execute()
    const gasOf = (giver: User) =>
      spent.filter(row => row.giver === giver.address).reduce((sum, { gwei }) => sum + gwei, 0)
    const [large, small] = quests.map(({ giver }) => gasOf(giver)) as [number, number]
    const attempts = await context.db.selectFrom('escrow_attempts').select('hash').execute()
    const receipts = await Promise.all(
      attempts.map(({ hash }) => chain.client.getTransactionReceipt({ hash: hash as `0x${string}` })),
    )
    const cost = receipts.reduce((sum, row) => sum + Number(row.gasUsed * row.effectiveGasPrice) / 1e9, 0)
    expect(large / small).toBeCloseTo(3, 3)
    expect((large + small) / cost).toBeCloseTo(1, 3)
    // A job alone takes 174,000 with what its giver pays; these two halves of it are the operator's.
    expect(Number(receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)) / 20).toBeLessThan(90_000)

    await chain.client.request({ method: 'anvil_reorg', params: [1, []] } as never)
    expect(await chain.balanceOf(lastFarmer.account.address)).toBe(0n)
    rail.clock.advance(minute)
    await keepTimes(rail, 2)
    expect(await sentBy(rail)).toBe(2)
    expect(await chain.balanceOf(lastFarmer.account.address)).toBe(two)
    expect(new Set((await readCalls(rail)).map(({ state }) => state))).toEqual(new Set(['done']))
  })

  test('leaves out who cannot be paid, holds up nobody for them, and pays them alone as soon as they can', async () => {
    const rail = await startRail({}, 2)
    const { chain } = rail
    const { client } = chain
    const { id, farmers, escrowId } = await submitAll(rail, 5, inCoin)
    await keepTimes(rail, 2)
    expect(await sentBy(rail)).toBe(1)
    const addresses = farmers.map(({ account }) => account.address)
    const [refused = zeroAddress] = addresses
    const callOf = async (farmer: string) =>
      (await readCalls(rail)).find(
        call => call.id.startsWith('release') && call.id.endsWith(farmer.toLowerCase()),
      )
    await rail.later(49 * hour)

    // One is refused when it is tried out. One of the others stops taking money once sent, and one is paid by somebody
    // else.
    await client.setCode({ address: refused, bytecode: refusing })
    await client.setAutomine(false)
    await rail.keep()
    expect(await callOf(refused)).toMatchObject({ state: 'queued', tries: 1, problem: 'TransferFailed' })
    const sent = (await readCalls(rail)).filter(({ state }) => state === 'sent')
    expect(sent).toHaveLength(4)
    const first = sent.find(({ id, batch }) => id === batch)
    const isFirst = (address: string) => address.toLowerCase() === first?.farmer
    const [turning = zeroAddress] = addresses.filter(isFirst)
    const [early = zeroAddress, ...honest] = addresses.filter(
      address => address !== refused && !isFirst(address),
    )
    await client.setCode({ address: turning, bytecode: refusing })
    await client.writeContract({
      abi: questEscrowV2Abi,
      address: chain.escrow,
      functionName: 'release',
      args: [escrowId, early],
      account: chain.account(4),
      chain: client.chain,
      gas: 300_000n,
      maxFeePerGas: parseGwei('900'),
      maxPriorityFeePerGas: parseGwei('800'),
    })
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    await rail.keep()
    for (const farmer of [turning, early])
      expect(await callOf(farmer)).toMatchObject({
        state: 'queued',
        tries: 1,
        problem: 'left out of a batch',
      })
    for (const farmer of [early, ...honest]) expect(await client.getBalance({ address: farmer })).toBe(each)
    expect(await callOf(honest[0] as string)).toMatchObject({ state: 'done', problem: null })

    for (const farmer of [refused, turning]) await client.setCode({ address: farmer, bytecode: '0x' })
    rail.clock.advance(minute)
    await keepTimes(rail, 4)
    for (const { account } of farmers)
      expect(await client.getBalance({ address: account.address })).toBe(each)
    expect(await rail.read(id)).toMatchObject({ status: 'completed', funding: { released: '10' } })
    expect((await readCalls(rail)).filter(({ state }) => state !== 'done')).toEqual([])
    // The proposals, those who were paid together, and these two.
    expect(await sentBy(rail)).toBe(4)
  })
})
