import { questEscrowV3Abi } from '@furrow/contracts'
import { safeChecksum } from '@furrow/sdk/safe'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  stringToBytes,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain } from '../../../../test/chain.ts'
import { type Harness, takeSharedDatabase } from '../../../../test/harness.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { runProcess } from '../../../../test/processes.ts'
import { at, keep as keepAll, startSeveral, startWork, two } from '../../../../test/several-rails.ts'
import { day, hour, minute, second } from '../../../ground/clock.ts'
import { contract as contractCheck } from '../../../operate/doctor/contract.ts'

const [old, next, owner, stranger] = [1, 3, 4, 5]

/** A contract with an owner, and a database for services with one setting of keys or another. */
async function startRotating(version: 2 | 3 = 2) {
  const chain = await startChain({ version, owner })
  const database = await takeSharedDatabase()
  const clock = await clockOf(chain)
  const env = (...keys: number[]) => ({
    ...database,
    ESCROWS: `31337=${chain.escrow}`,
    ESCROW_OPERATOR_KEYS: `31337=${keys.map(chain.keyOf).join()}`,
  })
  return {
    chain,
    clock,
    start: (...keys: number[]) => startSeveral([chain], env(...keys), clock),
    keep: (harness: Harness, rounds?: number) => keepAll(harness, [chain], rounds),
    async later(milliseconds: number) {
      clock.advance(milliseconds)
      await chain.later(milliseconds / 1_000)
    },
    /** The command, with these keys. */
    operator: (keys: number[], ...args: string[]) =>
      runProcess(
        { ...env(...keys), RPC_URLS: `31337=${chain.rpcUrl}`, TOKENS: `USDC=${chain.token}` },
        'cli/operator.ts',
        args,
      ),
    sent: (index: number) => chain.client.getTransactionCount({ address: chain.account(index).address }),
  }
}

type Rotating = Awaited<ReturnType<typeof startRotating>>

async function handIn(harness: Harness, { chain }: Rotating) {
  const work = await startWork(harness, chain)
  await work.farmer.furrow.quests.submit(work.id, { note: 'done' })
  return work
}

const farmerOf = async ({ visitor }: Harness, { id }: { id: string }) =>
  (await visitor.quests.get(id)).farmers[0]

async function metricsOf({ baseUrl, clock }: Harness) {
  clock.advance(5 * second)
  return (await fetch(new URL('/metrics', baseUrl))).text()
}

const readyOf = async ({ baseUrl }: Harness) => (await fetch(new URL('/readyz', baseUrl))).json()

describe.skipIf(!hasChain)('an operator key that another one follows', () => {
  test('is changed while the service runs, and each piece of work is proposed and paid once', async () => {
    const rotating = await startRotating()
    const { chain, keep, later, operator, sent, start } = rotating
    const service = await start(old, next)
    const before = await handIn(service, rotating)
    await keep(service)
    expect(await farmerOf(service, before)).toMatchObject({ holdReason: 'in-review' })

    const nominated = await operator([old, next], 'nominate')
    const { address } = chain.account(next)
    expect(nominated).toMatchObject({
      code: 0,
      output: expect.stringContaining(`nominateOperator(${address})`),
    })
    const data = /data +(0x[0-9a-f]+)/.exec(nominated.output)?.[1] as `0x${string}`
    const hash = await chain.client.sendTransaction({ account: chain.account(owner), to: chain.escrow, data })
    await chain.client.waitForTransactionReceipt({ hash })
    expect(await operator([old, next], 'become')).toMatchObject({
      code: 1,
      output: expect.stringContaining('may become its operator from'),
    })
    await later(2 * day + minute)
    // The old key's transactions in the mempool will be refused, and proposed by the new one.
    const between = await handIn(service, rotating)
    await chain.client.setAutomine(false)
    await keepAll(service, [], 1)
    await chain.client.setAutomine(true)
    const became = await operator([old, next], 'become')
    expect(became).toMatchObject({ code: 0, output: expect.stringContaining('is its operator since 0x') })

    await later(minute)
    const after = await handIn(service, rotating)
    for (let round = 0; round < 4; round++) {
      await keep(service)
      await later(10 * second)
    }
    for (const work of [before, between, after])
      expect((await farmerOf(service, work))?.holdReason).not.toBe('proposing')
    expect(service.logged()).toContain('another key of the settings is the operator')
    await later(49 * hour)
    await keep(service, 4)
    for (const work of [before, between, after]) {
      expect((await farmerOf(service, work))?.status).toBe('released')
      expect(await chain.balanceOf(work.farmer.account.address)).toBe(two)
    }
    expect(await sent(next)).toBeGreaterThan(2)

    const alone = await start(next)
    const last = await handIn(alone, rotating)
    await keep(alone)
    expect(await farmerOf(alone, last)).toMatchObject({ holdReason: 'in-review' })
    expect(await operator([next])).toMatchObject({
      code: 0,
      output: expect.stringContaining(`operator   ${address}`),
    })
  })

  test('two keys that use one nonce for one call, one after the other, are told apart', async () => {
    const rotating = await startRotating()
    const { chain, keep, later, start } = rotating
    const service = await start(old, next)
    const work = await handIn(service, rotating)
    await chain.call(owner, 'nominateOperator', [chain.account(next).address])
    await later(2 * day + minute)
    // The nonce of both keys is 0; the one that loses its part is mined after it lost it.
    await chain.client.setAutomine(false)
    await keepAll(service, [], 1)
    await chain.client.setAutomine(true)
    await chain.call(next, 'becomeOperator', [])
    await later(minute)
    for (let round = 0; round < 6; round++) {
      await keep(service)
      await later(10 * second)
    }
    expect(await farmerOf(service, work)).toMatchObject({ holdReason: 'in-review' })
    await later(49 * hour)
    await keep(service, 4)
    expect(await chain.balanceOf(work.farmer.account.address)).toBe(two)
  })
})

describe.skipIf(!hasChain)('a contract that takes no proposals of the service', () => {
  test('stops nothing but itself: the service starts, says so everywhere, and takes no farmer there', async () => {
    const rotating = await startRotating()
    const { chain, keep, later, operator, start } = rotating
    const first = await start(old)
    const due = await handIn(first, rotating)
    await keep(first)
    const open = await startWork(first, chain, { maxFarmers: 3 })

    const service = await start(stranger)
    expect(service.logged()).toContain('none of the keys')
    const giver = at(service, open.giver)
    const late = service.user()
    const refusal =
      /^400 This quest takes no farmers for now: the service is not the escrow contract's operator/
    expect(await problemWith(late.furrow.quests.accept(open.id))).toMatch(refusal)
    expect(
      await problemWith(giver.furrow.quests.invite({ questId: open.id, address: late.address })),
    ).toMatch(refusal)
    expect((await service.visitor.quests.get(open.id)).funding.stopped).toBe('no-operator')
    expect((await service.visitor.config()).chains).toMatchObject([{ stopped: 'no-operator' }])
    expect(await metricsOf(service)).toMatch(
      /furrow_escrow_stopped\{reason="no-operator",contract="[^"]+"\} 1/,
    )
    expect(await readyOf(service)).toEqual({
      status: 'ready',
      stopped: [{ contract: `31337:${chain.escrow.toLowerCase()}`, reason: 'no-operator' }],
    })
    expect(await contractCheck.look({ ...service.context })).toContainEqual(
      expect.objectContaining({ state: 'wrong', says: expect.stringContaining('its quests take nobody') }),
    )
    expect(await operator([stranger])).toMatchObject({ code: 1, output: expect.stringContaining('NOT set') })

    // Calls open to anybody are made, and those of the operator alone are not tried.
    await at(service, open.farmer).furrow.quests.submit(open.id, { note: 'done' })
    await later(49 * hour)
    await keep(service, 4)
    expect((await farmerOf(service, due))?.status).toBe('released')
    expect(await farmerOf(service, open)).toMatchObject({ status: 'in-review', holdReason: 'no-operator' })
    expect(await readAlarm(service)).toBe(0)

    const mended = await start(old)
    expect((await mended.visitor.quests.get(open.id)).funding).not.toHaveProperty('stopped')
    await at(mended, late).furrow.quests.accept(open.id)
    expect(await readyOf(mended)).toEqual({ status: 'ready' })
    await keep(mended)
    expect(await farmerOf(mended, open)).toMatchObject({ holdReason: 'in-review' })
  })

  test('takes nobody while its owner has paused proposals, pays what is due, and goes on at once', async () => {
    const rotating = await startRotating()
    const { chain, keep, later, operator, start } = rotating
    const service = await start(old)
    const due = await handIn(service, rotating)
    await keep(service)
    const pause = await operator([old], 'pause')
    expect(pause).toMatchObject({ code: 0, output: expect.stringContaining('pauseProposals(true)') })
    const file = JSON.parse((await operator([old], 'pause', '--safe')).output.replace(/^[^{]*/, ''))
    expect(file.transactions).toMatchObject([{ to: getAddress(chain.escrow), value: '0' }])
    const { checksum, ...meta } = file.meta
    expect(safeChecksum({ ...file, meta })).toBe(checksum)
    const { data } = file.transactions[0]
    const sent = { account: chain.account(owner), to: chain.escrow, data, chain: chain.client.chain }
    await chain.client.waitForTransactionReceipt({ hash: await chain.client.sendTransaction(sent) })
    const waiting = await startWork(service, chain, { maxFarmers: 2 })
    await waiting.farmer.furrow.quests.submit(waiting.id, { note: 'done' })
    await later(49 * hour)
    await keep(service, 4)
    expect((await farmerOf(service, due))?.status).toBe('released')
    expect(await farmerOf(service, waiting)).toMatchObject({ holdReason: 'proposals-paused' })
    const late = service.user()
    expect(await problemWith(late.furrow.quests.accept(waiting.id))).toMatch(/^400 .*has paused proposals/)
    expect(await metricsOf(service)).toMatch(
      /furrow_escrow_stopped\{reason="proposals-paused",contract="[^"]+"\} 1/,
    )

    await chain.call(owner, 'pauseProposals', [false])
    await later(31 * second)
    await keep(service, 2)
    expect(await farmerOf(service, waiting)).toMatchObject({ holdReason: 'in-review' })
    await late.furrow.quests.accept(waiting.id)
  })

  test('has its strays sent on by its owner, and nothing that a quest holds', async () => {
    const rotating = await startRotating()
    const { chain, keep, operator, start } = rotating
    const service = await start(old)
    await startWork(service, chain)
    await keep(service)
    const held = await chain.balanceOf(chain.escrow)
    const to = service.user().account.address
    await chain.mint(chain.account(5), 7n)
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [chain.escrow, 7n] })
    const send = async (from: number, data: Hex, at: Address) =>
      chain.client.waitForTransactionReceipt({
        hash: await chain.client.sendTransaction({
          account: chain.account(from),
          to: at,
          data,
          chain: chain.client.chain,
        }),
      })
    await send(5, transfer, chain.token)
    const said = await operator([old], 'rescue', chain.token, to)
    expect(said).toMatchObject({ code: 0, output: expect.stringContaining('rescue(') })
    await send(owner, /data +(0x[0-9a-f]+)/.exec(said.output)?.[1] as Hex, chain.escrow)
    expect([await chain.balanceOf(to), await chain.balanceOf(chain.escrow)]).toEqual([7n, held])
    for (const wrong of [
      ['rescue', chain.token],
      ['rescue', 'USDC', to],
      ['pause', to],
      ['show', '--safe'],
    ])
      expect((await operator([old], ...wrong)).code).toBe(1)
  })

  test('and one that is not there lets the service start, and is found once it is', async () => {
    const { chain, clock, start } = await startRotating()
    const code = await chain.client.getCode({ address: chain.escrow })
    await chain.client.setCode({ address: chain.escrow, bytecode: '0x' })
    const service = await start(old)
    expect(service.logged()).toContain('there is no escrow contract at this address')
    expect((await service.visitor.config()).chains).toMatchObject([{ stopped: 'no-contract' }])
    expect((await service.visitor.quests.list({})).items).toEqual([])
    await chain.client.setCode({ address: chain.escrow, bytecode: code as `0x${string}` })
    clock.advance(minute)
    await keepAll(service, [chain], 1)
    expect((await service.visitor.config()).chains?.[0]).not.toHaveProperty('stopped')
    await startWork(service, chain)
  })
})

describe.skipIf(!hasChain)('a command for the owner of a contract of the third version', () => {
  /** Sends what the command prints, from this account, and gives the command's words. */
  async function carryOut({ chain, operator }: Rotating, from: number, ...args: string[]) {
    const said = await operator([old], ...args)
    expect(said).toMatchObject({ code: 0 })
    const data = /data +(0x[0-9a-f]+)/.exec(said.output)?.[1] as Hex
    const sent = { account: chain.account(from), to: chain.escrow, data, chain: chain.client.chain }
    const hash = await chain.client.sendTransaction(sent)
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
    return said.output
  }

  const read = ({ chain }: Rotating, functionName: string, args: readonly unknown[] = []) =>
    chain.client.readContract({
      abi: questEscrowV3Abi,
      address: chain.escrow,
      functionName,
      args,
    } as never) as Promise<unknown>

  test('names others who decide, sets limits and stops, and prints nothing that cannot be sent', async () => {
    const rotating = await startRotating(3)
    const { chain, later, operator } = rotating
    const [arbiter, attester] = [chain.account(6).address, chain.account(7).address]
    const said = await carryOut(rotating, owner, 'nominate-deciders', arbiter, attester)
    expect(said).toContain(`nominateDeciders(${arbiter}, ${attester}): seven days`)
    expect((await operator([old])).output).toContain(`${arbiter} as arbiter and attester ${attester}`)
    await later(7 * day + minute)
    await carryOut(rotating, owner, 'appoint-deciders')
    expect([await read(rotating, 'arbiter'), await read(rotating, 'attester')]).toEqual([arbiter, attester])
    await carryOut(rotating, owner, 'nominate-deciders', 'nobody')

    expect(await carryOut(rotating, owner, 'limit', chain.token, '1000.5')).toContain(', 1000500000)')
    await carryOut(rotating, owner, 'limit', 'native', '2.5')
    await carryOut(rotating, owner, 'only-listed', 'on')
    expect(await read(rotating, 'limits', [chain.token])).toBe(1_000_500_000n)
    expect(await read(rotating, 'limits', [zeroAddress])).toBe(25n * 10n ** 17n)
    expect(await read(rotating, 'onlyListed')).toBe(true)
    await carryOut(rotating, owner, 'only-listed', 'off')
    expect(await read(rotating, 'onlyListed')).toBe(false)

    await carryOut(rotating, owner, 'pause')
    await carryOut(rotating, owner, 'resume')
    await carryOut(rotating, owner, 'nominate', chain.account(next).address)
    expect(await carryOut(rotating, 5, 'accept-both', 'on')).toContain('the giver who accepts it')
    const both = [chain.account(5).address, chain.account(old).address]
    expect(await read(rotating, 'acceptsBoth', both)).toBe(true)

    for (const wrong of [
      ['limit', chain.token, '0.0000001'],
      ['limit', chain.token],
      ['limit', 'native', 'much'],
      ['only-listed', 'perhaps'],
      ['nominate-deciders'],
      ['appoint-deciders', arbiter],
      ['pause-ruling', '0x12', arbiter],
      ['accept-both'],
    ])
      expect((await operator([old], ...wrong)).code).toBe(1)
  })

  test('pauses one ruling', async () => {
    const rotating = await startRotating(3)
    const { chain } = rotating
    const giver = chain.account(5)
    const farmer = chain.account(6).address
    await chain.fund(giver, 'quest-1', 5n, 1)
    const escrow = (await read(rotating, 'escrowOf', [
      giver.address,
      keccak256(stringToBytes('quest-1')),
    ])) as Hex
    await chain.call(old, 'propose', [escrow, farmer, false])
    await chain.call(5, 'dispute', [escrow, farmer])
    await chain.call(2, 'resolve', [escrow, farmer, true])
    await carryOut(rotating, owner, 'pause-ruling', escrow, farmer)
    const [state, , , , , , , , , , paused] = (await read(rotating, 'payments', [escrow, farmer])) as number[]
    expect([state, paused]).toEqual([7, 1])
  })

  test('says of the second version that it has no such function', async () => {
    const { operator } = await startRotating()
    expect(await operator([old], 'appoint-deciders', '--safe')).toMatchObject({ code: 1 })
    expect((await operator([old], 'only-listed', 'on')).output).toContain(
      'version 2, which has no such function',
    )
  })
})

async function readAlarm(harness: Harness) {
  const figure = /^furrow_oldest_overdue_release_seconds\{rail="chain"\} (.+)$/m.exec(
    await metricsOf(harness),
  )
  return Number(figure?.[1])
}
