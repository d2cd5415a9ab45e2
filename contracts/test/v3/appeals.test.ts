import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
} from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { courtArbiterV2Abi as abi, courtArbiterV2Bytecode as bytecode } from '../../src/index.ts'
import { native } from '../assets.ts'
import { appealTime, feeForJuror, liquid, startKleros } from '../kleros/start.ts'
import { day } from '../terms.ts'
import { describeThird, disputePeriod, rulingDelay, type World } from '../v2/world.ts'

const [forFarmer, forGiver] = [1n, 2n]
const feeTime = 3n * day

describeThird('an arbiter that asks Kleros, with appeals', world => {
  let court: Awaited<ReturnType<typeof startKleros>>
  let arbiter: Address
  let quests: ReturnType<World['at']>
  let disputes = 0n
  const extraData = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [0n, 1n])
  beforeAll(async () => {
    const { at, deploy, deployEscrow } = world()
    court = await startKleros(world())
    arbiter = await deploy(abi, bytecode, [court.court, extraData, 'ipfs://meta'])
    quests = at(await deployEscrow({ arbiter }))
  })

  const payIn = (from: Address, name: string, args: readonly unknown[], value = 0n) => {
    const data = encodeFunctionData({ abi: abi as Abi, functionName: name, args })
    return world().send({ from, to: arbiter, data, value })
  }

  async function disputed(attested = false): Promise<{ id: Hex; group: bigint }> {
    const { client, farmer, giver, operator } = world()
    const id = await quests.fundQuest({ amountEach: 10_000n })
    expect(attested).toBe(false)
    await quests.act(operator, 'propose', [id, farmer, false])
    expect((await quests.act(giver, 'dispute', [id, farmer])).error).toBeNull()
    const args = [quests.address, id, farmer] as const
    const group = await client.readContract({ abi, address: arbiter, functionName: 'evidenceGroupOf', args })
    return { id, group }
  }

  /** Both sides pay the court, and the dispute is before it. */
  async function brought() {
    const { farmer, giver } = world()
    const { id, group } = await disputed()
    for (const party of [farmer, giver])
      expect((await payIn(party, 'bring', [quests.address, id, farmer], feeForJuror)).error).toBeNull()
    return { id, group, disputeID: disputes++ }
  }

  const caseOf = async (group: bigint) => {
    const read = await world().client.readContract({
      abi,
      address: arbiter,
      functionName: 'cases',
      args: [group],
    })
    const [, stage, ruling, isCarriedOut] = read
    return { stage, ruling, isCarriedOut }
  }
  const held = () => world().balanceOf(native, arbiter)
  const gained = async (who: Address, doing: () => Promise<{ error: string | null }>) => {
    const before = await world().balanceOf(native, who)
    const { error } = await doing()
    return error ?? (await world().balanceOf(native, who)) - before
  }

  test('has each side pay the court, does what it rules, and gives the winner their fee back', async () => {
    const { farmer, giver, stranger, wait } = world()
    const { id, group } = await disputed()
    const args = [quests.address, id, farmer] as const
    expect((await payIn(stranger, 'bring', args, feeForJuror)).error).toBe('NotAParty')
    expect((await payIn(farmer, 'bring', args, feeForJuror - 1n)).error).toBe('WrongFee')
    expect((await payIn(farmer, 'bring', args, feeForJuror)).error).toBeNull()
    expect((await payIn(farmer, 'bring', args, feeForJuror)).error).toBe('AlreadyPaid')
    expect((await payIn(stranger, 'end', [group])).error).toBe('StillPaying')
    const second = await payIn(giver, 'bring', args, feeForJuror)
    expect(parseEventLogs({ abi, logs: second.logs }).map(({ eventName }) => eventName)).toEqual([
      'Paid',
      'Dispute',
    ])
    expect((await payIn(giver, 'bring', args, feeForJuror)).error).toBe('AlreadyBrought')
    const disputeID = disputes++
    await court.vote(disputeID, forFarmer, 1)
    expect((await court.end(disputeID)).error).toBeNull()
    expect(await caseOf(group)).toEqual({ stage: 3, ruling: 1, isCarriedOut: true })
    expect((await quests.payment(id, farmer)).state).toBe('Ruled')
    wait(rulingDelay)
    expect(await gained(farmer, () => quests.act(stranger, 'release', [id, farmer]))).toBe(10_000n)
    expect((await payIn(stranger, 'withdraw', [group, 0n, giver])).error).toBe('NothingToWithdraw')
    expect(await gained(farmer, () => payIn(stranger, 'withdraw', [group, 0n, farmer]))).toBe(feeForJuror)
    expect((await payIn(stranger, 'withdraw', [group, 0n, farmer])).error).toBe('NothingToWithdraw')
    expect(await held()).toBe(0n)
  })

  test('passes an appeal on once both sides paid for it, and who paid for the winner shares the stakes', async () => {
    const { farmer, giver, sponsor, stranger, wait } = world()
    const { id, group, disputeID } = await brought()
    const ask = { abi, address: arbiter, functionName: 'appealFee' } as const
    await court.vote(disputeID, forFarmer, 1)
    const fee = (side: bigint) => world().client.readContract({ ...ask, args: [group, side] })
    const [cost, loser] = await fee(forGiver)
    const [, winner] = await fee(forFarmer)
    // Two times and one more juror, of each of whom the court takes the fee.
    expect([cost, loser, winner]).toEqual([3n * feeForJuror, 6n * feeForJuror, (9n * feeForJuror) / 2n])
    // A stranger pays a third of the giver's side, the giver the rest, and gets back what is too much.
    expect(await gained(sponsor, () => payIn(sponsor, 'appeal', [group, forGiver], loser / 3n))).toBe(
      -loser / 3n,
    )
    expect(await gained(giver, () => payIn(giver, 'appeal', [group, forGiver], loser))).toBe(
      (-loser * 2n) / 3n,
    )
    expect((await payIn(giver, 'appeal', [group, forGiver], loser)).error).toBe('AlreadyPaid')
    const last = await payIn(farmer, 'appeal', [group, forFarmer], winner)
    expect(parseEventLogs({ abi, logs: last.logs }).map(({ eventName }) => eventName)).toEqual([
      'Paid',
      'Appealed',
    ])
    expect((await payIn(farmer, 'appeal', [group, forFarmer], winner)).error).toBe('NoAppeal')
    await court.vote(disputeID, forGiver, 3)
    expect((await payIn(stranger, 'withdraw', [group, 1n, giver])).error).toBe('NotEnded')
    expect((await court.end(disputeID)).error).toBeNull()
    expect(await caseOf(group)).toMatchObject({ ruling: 2, isCarriedOut: true })
    const pot = loser + winner - cost
    expect(await gained(sponsor, () => payIn(stranger, 'withdraw', [group, 1n, sponsor]))).toBe(pot / 3n)
    expect(await gained(giver, () => payIn(stranger, 'withdraw', [group, 1n, giver]))).toBe((pot * 2n) / 3n)
    expect((await payIn(stranger, 'withdraw', [group, 1n, farmer])).error).toBe('NothingToWithdraw')
    expect(await gained(giver, () => payIn(stranger, 'withdraw', [group, 0n, giver]))).toBe(feeForJuror)
    expect(await held()).toBe(0n)
    wait(rulingDelay)
    expect(await gained(giver, () => quests.act(stranger, 'release', [id, farmer]))).toBe(10_000n)
  })

  test('lets a side win that alone paid for an appeal, and the loser has the first half of the time', async () => {
    const { farmer, giver, stranger, wait } = world()
    const one = await brought()
    await court.vote(one.disputeID, forFarmer, 1)
    expect((await payIn(giver, 'appeal', [one.group, forGiver], 6n * feeForJuror)).error).toBeNull()
    expect((await payIn(farmer, 'appeal', [one.group, forFarmer], feeForJuror)).error).toBeNull()
    expect((await court.end(one.disputeID)).error).toBeNull()
    expect(await caseOf(one.group)).toMatchObject({ ruling: 2 })
    const back = () => payIn(stranger, 'withdraw', [one.group, 1n, giver])
    expect(await gained(giver, back)).toBe(6n * feeForJuror)
    const part = () => payIn(stranger, 'withdraw', [one.group, 1n, farmer])
    expect(await gained(farmer, part)).toBe(feeForJuror)
    await payIn(stranger, 'withdraw', [one.group, 0n, giver])

    const two = await brought()
    await court.vote(two.disputeID, forFarmer, 1)
    wait(appealTime / 2n)
    expect((await payIn(giver, 'appeal', [two.group, forGiver], 6n * feeForJuror)).error).toBe('NoAppeal')
    expect((await payIn(giver, 'appeal', [two.group, 3n], 1n)).error).toBe('NoSuchSide')
    expect((await court.end(two.disputeID)).error).toBeNull()
    expect(await caseOf(two.group)).toMatchObject({ ruling: 1 })
    await payIn(stranger, 'withdraw', [two.group, 0n, farmer])
    expect(await held()).toBe(0n)
  })

  test('gives each a half where the court refuses to rule, and the fees too', async () => {
    const { farmer, giver, stranger, wait } = world()
    const { id, group, disputeID } = await brought()
    await court.vote(disputeID, 0n, 1)
    expect((await court.end(disputeID)).error).toBeNull()
    for (const each of [farmer, giver])
      expect(await gained(each, () => payIn(stranger, 'withdraw', [group, 0n, each]))).toBe(feeForJuror / 2n)
    wait(rulingDelay)
    await quests.act(stranger, 'release', [id, farmer])
    expect(await quests.payment(id, farmer)).toMatchObject({ state: 'Split', share: 5000 })
    expect(await held()).toBe(0n)
  })

  test.each([
    ['farmer', 1],
    ['giver', 2],
  ] as const)(
    'lets the %s win whose other side does not pay the court in three days',
    async (who, ruling) => {
      const { farmer, stranger, sponsor, wait } = world()
      const { id, group } = await disputed()
      const args = [quests.address, id, farmer, BigInt(ruling)]
      expect((await payIn(sponsor, 'bringFor', args, feeForJuror)).error).toBeNull()
      wait(feeTime)
      expect((await payIn(stranger, 'end', [group])).error).toBeNull()
      expect(await caseOf(group)).toMatchObject({ ruling, isCarriedOut: true })
      expect(await quests.payment(id, farmer)).toMatchObject({
        state: 'Ruled',
        share: who === 'farmer' ? 10_000 : 0,
      })
      expect(await gained(sponsor, () => payIn(stranger, 'withdraw', [group, 0n, sponsor]))).toBe(feeForJuror)
      expect((await payIn(farmer, 'bring', [quests.address, id, farmer], feeForJuror)).error).toBe(
        'NotDisputed',
      )
      expect(await held()).toBe(0n)
    },
  )

  test('gives fees back where the two agreed meanwhile, before the court and there', async () => {
    const { farmer, giver, stranger } = world()
    const { id, group } = await disputed()
    await payIn(farmer, 'bring', [quests.address, id, farmer], feeForJuror)
    await quests.act(giver, 'approve', [id, farmer])
    expect((await payIn(stranger, 'end', [group])).error).toBeNull()
    expect(await gained(farmer, () => payIn(stranger, 'withdraw', [group, 0n, farmer]))).toBe(feeForJuror)
    expect((await payIn(stranger, 'carryOut', [group])).error).toBe('NotOpen')

    const other = await brought()
    await quests.act(farmer, 'concede', [other.id])
    await court.vote(other.disputeID, forFarmer, 1)
    expect((await court.end(other.disputeID)).error).toBeNull()
    expect(await caseOf(other.group)).toMatchObject({ ruling: 1, isCarriedOut: false })
    expect((await quests.payment(other.id, farmer)).state).toBe('Refunded')
    await payIn(stranger, 'withdraw', [other.group, 0n, farmer])
    expect(await held()).toBe(0n)
  })

  test('loses no ruling to one who has it carried out with too little gas', async () => {
    const { farmer, stranger } = world()
    for (let gas = 60_000n; gas < 200_000n; gas += 20_000n) {
      const { id, group, disputeID } = await brought()
      await court.vote(disputeID, forFarmer, 1)
      const { error } = await court.end(disputeID, gas)
      if (error !== null) {
        const data = encodeFunctionData({ abi: liquid.abi, functionName: 'executeRuling', args: [disputeID] })
        expect((await world().send({ from: stranger, to: court.court, data })).error).toBeNull()
      }
      if (!(await caseOf(group)).isCarriedOut)
        expect((await payIn(stranger, 'carryOut', [group])).error).toBeNull()
      expect(await quests.payment(id, farmer)).toMatchObject({ state: 'Ruled', share: 10_000 })
      expect((await payIn(stranger, 'carryOut', [group])).error).toBe('NotOpen')
      await payIn(stranger, 'withdraw', [group, 0n, farmer])
    }
  })

  test('is ruled by the court alone, serves contracts that named it, and takes evidence from anyone', async () => {
    const { call, farmer, stranger, wait } = world()
    const { id, group } = await disputed()
    expect((await call(stranger, arbiter, abi, 'rule', [0n, 1n])).error).toBe('NotArbitrator')
    const other = [world().address, id, farmer]
    expect((await payIn(farmer, 'bring', other, feeForJuror)).error).toBe('NotItsArbiter')
    const shown = await call(farmer, arbiter, abi, 'submitEvidence', [
      quests.address,
      id,
      farmer,
      'ipfs://proof',
    ])
    const [told] = parseEventLogs({ abi, logs: shown.logs, eventName: 'Evidence' })
    expect(told?.args).toMatchObject({ evidenceGroupID: group, party: farmer, evidence: 'ipfs://proof' })
    wait(disputePeriod)
    await quests.act(stranger, 'settle', [id, farmer])
    expect((await payIn(farmer, 'bring', [quests.address, id, farmer], feeForJuror)).error).toBe(
      'NotDisputed',
    )
  })
})
