import { type Address, type EIP1193Provider, encodeAbiParameters, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { send, type Typed } from '../exit/chain.ts'
import { type Found, look } from '../exit/look.ts'
import { type Step, stepsOfContract, stepsOfDeposit, stepsOfPayment } from '../exit/steps.ts'
import { courtArbiterV2Abi, courtArbiterV2Bytecode } from '../src/index.ts'
import { native } from './assets.ts'
import { appealTime, feeForJuror, startKleros } from './kleros/start.ts'
import { day } from './terms.ts'
import { describeThird, disputePeriod, rulingDelay, type World } from './v2/world.ts'

const nothing: Typed = { receiver: null, share: null, evidence: null }

/** The page without its window: what it shows a wallet, and what its buttons send. */
function pageOf(world: World, contract: Address) {
  const walletOf = (me: Address) => ({
    me,
    provider: {
      async request({ method, params }: { method: string; params?: unknown[] }) {
        if (method !== 'eth_sendTransaction') return world.client.request({ method, params } as never)
        const [{ from, to, data, value }] = params as [{ from: Address; to: Address; data: Hex; value: Hex }]
        const { error } = await world.send({ from, to, data, value: BigInt(value) })
        if (error !== null) throw new Error(`it was refused on chain: ${error}`)
        return '0x'
      },
    } as unknown as EIP1193Provider,
  })

  /** Makes the time of now that of the last block, which the page reads. */
  async function settle() {
    await world.send({ from: world.stranger, to: world.stranger })
  }

  async function see(me: Address, escrow: Hex, farmer: Address) {
    await settle()
    const found = await look(walletOf(me), contract, escrow, [])
    return { found, steps: stepsIn(found, me, farmer) }
  }

  /** Presses the button of this call that begins with these words. @throws what the page would say. */
  async function press(me: Address, escrow: Hex, farmer: Address, call: string, typed = nothing, label = '') {
    const { found, steps } = await see(me, escrow, farmer)
    const step = steps.find(one => one.call === call && one.from === 0 && one.label.includes(label))
    if (step === undefined) throw new Error(`there is no button for ${call}`)
    const arbiter = found.paid?.deposit.arbiter ?? zeroAddress
    await send(walletOf(me), { contract, arbiter, escrow, farmer }, step, typed)
  }
  return { see, press }
}

function stepsIn({ contract, now, paid }: Found, me: Address, farmer: Address): readonly Step[] {
  const of = paid?.payments.find(payment => payment.farmer === farmer)
  return [
    ...(contract === null ? [] : stepsOfContract(contract)),
    ...(paid === null ? [] : stepsOfDeposit(paid.deposit, me)),
    ...(paid === null || of === undefined ? [] : stepsOfPayment(paid.deposit, of, me, now)),
  ]
}

describeThird('the page that needs only the chain', world => {
  const start = async (quests = world() as ReturnType<World['at']>) => {
    const { farmer, giver, operator } = world()
    const page = pageOf(world(), quests.address)
    const id = await quests.fundQuest()
    await quests.act(operator, 'propose', [id, farmer, false])
    return { id, giver, farmer, operator, ...page }
  }
  const standing = ({ paid }: Found) => paid?.payments[0]?.state

  test('has the owner pause a ruling, the arbiter rule anew, and anybody carry it out a week later', async () => {
    const { arbiter, balanceOf, owner, stranger, wait } = world()
    const { farmer, giver, id, press, see } = await start()
    await press(giver, id, farmer, 'dispute')
    await press(arbiter, id, farmer, 'resolve', nothing, 'for the farmer')
    const { found } = await see(owner, id, farmer)
    expect(standing(found)).toBe('ruled')
    await expect(press(stranger, id, farmer, 'release')).rejects.toThrow('no button')
    await press(owner, id, farmer, 'pauseRuling')
    await expect(press(owner, id, farmer, 'pauseRuling')).rejects.toThrow('no button')
    wait(rulingDelay)
    await expect(press(stranger, id, farmer, 'release')).rejects.toThrow('no button')
    await press(arbiter, id, farmer, 'split', { ...nothing, share: 2_500 })
    wait(rulingDelay)
    const before = await balanceOf(native, farmer)
    await press(stranger, id, farmer, 'release')
    expect((await balanceOf(native, farmer)) - before).toBe(250n)
    expect(standing((await see(giver, id, farmer)).found)).toBe('split')
  })

  test('asks the arbiter that the deposit has, and no one who came later', async () => {
    const { act, arbiter, fundQuest, operator, owner, sponsor, wait } = world()
    const { farmer, giver, id, press, see } = await start()
    await act(owner, 'nominateDeciders', [sponsor, zeroAddress])
    wait(7n * day)
    await act(owner, 'appointDeciders', [])
    const later = await fundQuest()
    await act(operator, 'propose', [later, farmer, false])
    for (const one of [id, later]) await act(giver, 'approve', [one, farmer])
    const { found } = await see(giver, id, farmer)
    expect(found.paid?.deposit.arbiter).toBe(arbiter)
    expect(found.contract?.arbiter).toBe(sponsor)
    expect((await see(giver, later, farmer)).found.paid?.deposit.arbiter).toBe(sponsor)
    await expect(press(sponsor, id, farmer, 'resolve')).rejects.toThrow('no button')
  })

  test('has a giver accept by name that one address is operator and arbiter, before they pay in', async () => {
    const { at, deployEscrow, escrowOf, farmer, giver, newQuest, operator } = world()
    const quests = at(await deployEscrow({ arbiter: operator }))
    const { press, see } = pageOf(world(), quests.address)
    const quest = newQuest()
    const id = await escrowOf(giver, quest)
    const fund = () => quests.act(giver, 'fund', [quest, native, 10n, 1], 10n)
    expect((await fund()).error).toBe('ArbiterIsOperator')
    await press(giver, id, farmer, 'acceptBoth', nothing, operator)
    expect((await fund()).error).toBeNull()
    const { found } = await see(giver, id, farmer)
    expect(found.contract?.acceptsBoth).toBe(true)
    expect(found.paid?.deposit.giver).toBe(giver)
    await press(giver, id, farmer, 'acceptBoth', nothing, 'no more')
    expect((await see(giver, id, farmer)).found.contract?.acceptsBoth).toBe(false)
  })

  test('settles, and sends what waits, of the third version as of the second', async () => {
    const { balanceOf, stranger, wait } = world()
    const { farmer, giver, id, press } = await start()
    await press(giver, id, farmer, 'dispute')
    wait(disputePeriod)
    const before = await balanceOf(native, giver)
    await press(stranger, id, farmer, 'settle')
    expect((await balanceOf(native, giver)) - before).toBe(1000n)
    await press(giver, id, farmer, 'giveNotice')
    wait(7n * day)
    await press(giver, id, farmer, 'refund')
    expect((await balanceOf(native, giver)) - before).toBe(3000n)
  })

  test('has both sides pay the court, appeal, and take back what is theirs', async () => {
    const { at, balanceOf, deploy, deployEscrow, sponsor, stranger, wait } = world()
    const kleros = await startKleros(world())
    const extraData = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [0n, 1n])
    const court = await deploy(courtArbiterV2Abi, courtArbiterV2Bytecode, [
      kleros.court,
      extraData,
      'ipfs://meta',
    ])
    const { farmer, giver, id, press, see } = await start(at(await deployEscrow({ arbiter: court })))
    await press(giver, id, farmer, 'dispute')
    await press(stranger, id, farmer, 'submitEvidence', { ...nothing, evidence: '/ipfs/QmProof' })
    await press(farmer, id, farmer, 'bring')
    await expect(press(stranger, id, farmer, 'end')).rejects.toThrow('no button')
    await press(sponsor, id, farmer, 'bringFor', nothing, 'giver')
    await kleros.vote(0n, 1n, 1)
    await press(giver, id, farmer, 'appeal', nothing, 'giver')
    await expect(press(giver, id, farmer, 'appeal', nothing, 'giver')).rejects.toThrow('no button')
    wait(appealTime)
    await kleros.end(0n)
    const { found } = await see(farmer, id, farmer)
    expect(found.paid?.payments[0]).toMatchObject({ state: 'ruled', share: 0 })
    // The side that alone paid for an appeal wins: its own money comes back, and the court's fee to the one who paid it.
    const gains = async (who: Address) => {
      const before = await balanceOf(native, who)
      await press(who, id, farmer, 'withdraw')
      return (await balanceOf(native, who)) - before
    }
    expect(await gains(sponsor)).toBe(feeForJuror)
    expect(await gains(giver)).toBe(6n * feeForJuror)
    await expect(press(farmer, id, farmer, 'withdraw')).rejects.toThrow('no button')
  })

  test('ends a dispute for the one side that paid the court, once the other had its time', async () => {
    const { at, deploy, deployEscrow, stranger, wait } = world()
    const kleros = await startKleros(world())
    const args = [kleros.court, encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [0n, 1n]), '']
    const court = await deploy(courtArbiterV2Abi, courtArbiterV2Bytecode, args)
    const { farmer, giver, id, press, see } = await start(at(await deployEscrow({ arbiter: court })))
    await press(giver, id, farmer, 'dispute')
    await press(giver, id, farmer, 'bring')
    wait(3n * day)
    await press(stranger, id, farmer, 'end')
    const { found } = await see(giver, id, farmer)
    expect(found.paid?.payments[0]).toMatchObject({ state: 'ruled', share: 0 })
    await press(giver, id, farmer, 'withdraw')
  })
})
