import { type Address, encodeFunctionData, type Hex, parseEventLogs } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { courtArbiterAbi as abi, courtArbiterBytecode as bytecode } from '../../src/index.ts'
import { native } from '../assets.ts'
import { oneJudgeCourtAbi, oneJudgeCourtBytecode } from '../fixtures.ts'
import { describeWorld, type World } from './world.ts'

const fee = 1000n

describeWorld('an arbiter that asks a court', world => {
  let court: Address
  let arbiter: Address
  let quests: ReturnType<World['at']>
  let brought = 0n
  beforeAll(async () => {
    const { at, deploy, deployEscrow } = world()
    court = await deploy(oneJudgeCourtAbi, oneJudgeCourtBytecode)
    arbiter = await deploy(abi, bytecode, [court, '0x1234', 'ipfs://meta'])
    quests = at(await deployEscrow({ arbiter }))
  })

  async function disputed(): Promise<Hex> {
    const { farmer, giver, operator } = world()
    const id = await quests.fundQuest()
    await quests.act(operator, 'propose', [id, farmer, false])
    await quests.act(giver, 'dispute', [id, farmer])
    return id
  }

  async function bring(id: Hex, { value = fee, contract = quests.address } = {}) {
    const { farmer, send, stranger } = world()
    const args = [contract, id, farmer] as const
    const data = encodeFunctionData({ abi, functionName: 'bring', args })
    const outcome = await send({ from: stranger, to: arbiter, data, value })
    if (!outcome.error) brought += 1n
    return { ...outcome, events: parseEventLogs({ abi, logs: outcome.logs }) }
  }

  const give = (ruling: bigint, disputeID = brought - 1n) =>
    world().call(world().stranger, court, oneJudgeCourtAbi, 'give', [disputeID, ruling])

  test('tells jurors what they decide', async () => {
    const logs = await world().client.getContractEvents({ abi, address: arbiter, fromBlock: 0n })
    expect(logs[0]).toMatchObject({
      eventName: 'MetaEvidence',
      args: { metaEvidenceID: 0n, evidence: 'ipfs://meta' },
    })
  })

  test.each([
    [1n, 'Released', 1000n],
    [2n, 'Refunded', 0n],
    [0n, 'Split', 500n],
  ])('does what the court rules: %s is %s', async (ruling, state, toFarmer) => {
    const { balanceOf, farmer } = world()
    const id = await disputed()
    const { error, events } = await bring(id)
    expect(error).toBeNull()
    expect(events[0]).toMatchObject({
      eventName: 'Dispute',
      args: { arbitrator: court, disputeID: brought - 1n, metaEvidenceID: 0n },
    })
    const before = await balanceOf(native, farmer)
    const ruled = await give(ruling)
    expect(ruled.error).toBeNull()
    const [told] = parseEventLogs({ abi, logs: ruled.logs, eventName: 'Ruling' })
    expect(told?.args).toEqual({ arbitrator: court, disputeID: brought - 1n, ruling })
    expect((await quests.payment(id, farmer)).state).toBe(state)
    expect(await balanceOf(native, farmer)).toBe(before + toFarmer)
    expect((await give(ruling)).error).toBe('NotOpen')
  })

  test('brings a dispute once, for the court’s fee, and only of contracts that named it', async () => {
    const { farmer, giver, operator } = world()
    const id = await disputed()
    expect((await bring(id, { value: fee - 1n })).error).toBe('WrongFee')
    expect((await bring(id, { value: fee + 1n })).error).toBe('WrongFee')
    expect((await bring(id, { contract: world().address })).error).toBe('NotItsArbiter')
    expect((await bring(id)).error).toBeNull()
    expect((await bring(id)).error).toBe('AlreadyBrought')
    const calm = await quests.fundQuest()
    await quests.act(operator, 'propose', [calm, farmer, false])
    expect((await bring(calm)).error).toBe('NotDisputed')
    await quests.act(giver, 'approve', [id, farmer])
  })

  test('lets a ruling pass after the two agreed', async () => {
    const { balanceOf, farmer, giver } = world()
    const id = await disputed()
    await bring(id)
    await quests.act(giver, 'approve', [id, farmer])
    const before = await balanceOf(native, giver)
    expect((await give(2n)).error).toBeNull()
    expect((await quests.payment(id, farmer)).state).toBe('Released')
    expect(await balanceOf(native, giver)).toBe(before)
  })

  test('is ruled by the court alone', async () => {
    const { farmer, stranger, call } = world()
    const id = await disputed()
    await bring(id)
    expect((await call(stranger, arbiter, abi, 'rule', [brought - 1n, 1n])).error).toBe('NotArbitrator')
    expect((await quests.act(stranger, 'resolve', [id, farmer, true])).error).toBe('NotArbiter')
  })

  test('takes evidence from anyone, in the dispute’s own group (ERC-1497)', async () => {
    const { call, client, farmer } = world()
    const id = await disputed()
    const args = [quests.address, id, farmer] as const
    const group = await client.readContract({ abi, address: arbiter, functionName: 'evidenceGroupOf', args })
    const shown = await call(farmer, arbiter, abi, 'submitEvidence', [...args, 'ipfs://proof'])
    const [told] = parseEventLogs({ abi, logs: shown.logs, eventName: 'Evidence' })
    expect(told?.args).toEqual({
      arbitrator: court,
      evidenceGroupID: group,
      party: farmer,
      evidence: 'ipfs://proof',
    })
    const { events } = await bring(id)
    expect(events[0]?.args).toMatchObject({ evidenceGroupID: group })
  })
})
