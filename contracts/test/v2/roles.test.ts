import { encodeDeployData } from 'viem'
import { expect, test } from 'vitest'
import {
  questEscrowV2Abi as abi,
  questEscrowV2Bytecode as bytecode,
  questEscrowAbi,
} from '../../src/index.ts'
import { native } from '../assets.ts'
import { day, reviewWindow } from '../terms.ts'
import { describeBoth, describeWorld, disputePeriod } from './world.ts'

describeWorld('a deployment', world => {
  test('tells its roles and times in the log, and in views', async () => {
    const { address, arbiter, attester, client, owner, operator } = world()
    const logs = await client.getContractEvents({ abi, address, fromBlock: 0n })
    const uptimeFeed = native
    const terms = { operator, arbiter, attester, owner, uptimeFeed, reviewWindow, disputePeriod }
    expect(logs.slice(0, 2).map(({ eventName, args }) => [eventName, args])).toEqual([
      ['Deployed', { terms }],
      ['OperatorChanged', { previous: native, current: operator }],
    ])
    const read = (functionName: 'operator' | 'arbiter' | 'attester' | 'owner' | 'VERSION') =>
      client.readContract({ abi, address, functionName })
    expect(
      await Promise.all((['operator', 'arbiter', 'attester', 'owner', 'VERSION'] as const).map(read)),
    ).toEqual([operator, arbiter, attester, owner, 2n])
  })

  test('is refused without operator or arbiter, with impossible times, or a feed that is no contract', async () => {
    const { arbiter, operator, send, stranger } = world()
    const good = {
      operator,
      arbiter,
      attester: native,
      owner: native,
      uptimeFeed: native,
      reviewWindow,
      disputePeriod,
    }
    const deploy = async (given: object) => {
      const data = encodeDeployData({ abi, bytecode, args: [{ ...good, ...given }] })
      return (await send({ from: stranger, data })).error
    }
    expect(await deploy({ operator: native })).toBe('InvalidAddress')
    expect(await deploy({ arbiter: native })).toBe('InvalidAddress')
    expect(await deploy({ uptimeFeed: stranger })).toBe('InvalidAddress')
    for (const time of [0n, 365n * day + 1n]) {
      expect(await deploy({ reviewWindow: time })).toBe('InvalidReviewWindow')
      expect(await deploy({ disputePeriod: time })).toBe('InvalidDisputePeriod')
    }
    expect(await deploy({ reviewWindow: 365n * day, disputePeriod: 1n })).toBeNull()
  })

  test('has every function of the first version, with the same arguments, and its events and errors', () => {
    const signature = (item: (typeof questEscrowAbi)[number] | (typeof abi)[number]) =>
      item.type === 'constructor'
        ? ''
        : `${item.type} ${item.name}(${item.inputs.map(input => `${input.name} ${input.type}`)})`
    const mine = new Set(abi.map(signature))
    const gone = questEscrowAbi
      .filter(item => item.type !== 'constructor')
      .map(signature)
      .filter(each => !mine.has(each))
    // Its three fixed times are settings, or another rule, now.
    expect(gone).toEqual([
      'function DISPUTE_PERIOD()',
      'function MAX_REVIEW_WINDOW()',
      'function REFUND_DELAY()',
    ])
  })
})

describeBoth('the owner', world => {
  test('stops new proposals, and nothing else', async () => {
    const {
      decide,
      proposeAttested,
      act,
      arbiter,
      farmer,
      fundQuest,
      giver,
      now,
      operator,
      otherFarmer,
      owner,
      sign,
      stranger,
      wait,
    } = world()
    const id = await fundQuest({ slots: 4 })
    for (const each of [farmer, otherFarmer, stranger]) await act(operator, 'propose', [id, each, false])
    expect((await act(operator, 'pauseProposals', [true])).error).toBe('NotOwner')
    const { events } = await act(owner, 'pauseProposals', [true])
    expect(events).toEqual([['ProposalsPaused', { paused: true }]])
    const proposal = { escrow: id, farmer: giver, verified: true }
    const deadline = now() + 3600n
    const signature = await sign.approval(giver, { escrow: id, farmer: giver, deadline })
    const stopped = [
      await act(operator, 'propose', [id, giver, true]),
      await act(operator, 'proposeMany', [[proposal]]),
      await act(operator, 'proposeApproved', [id, giver, true, deadline, signature]),
      await proposeAttested(operator, id, giver, deadline, signature),
    ]
    expect(stopped.map(({ error }) => error)).toEqual(stopped.map(() => 'ProposalsArePaused'))
    await fundQuest()
    const goesOn = [
      await act(giver, 'dispute', [id, farmer]),
      await decide(arbiter, 'resolve', [id, farmer, true]),
      await act(giver, 'approve', [id, otherFarmer]),
      await act(giver, 'giveNotice', [id]),
      await act(operator, 'close', [id]),
      await act(giver, 'refund', [id]),
    ]
    expect(goesOn.map(({ error }) => error)).toEqual(goesOn.map(() => null))
    wait(reviewWindow)
    expect((await act(stranger, 'release', [id, stranger])).error).toBeNull()
    await act(owner, 'pauseProposals', [false])
    expect((await act(operator, 'propose', [await fundQuest(), farmer, true])).error).toBeNull()
  })

  test('names another operator, who begins after two days and has to have the key', async () => {
    const { act, client, address, farmer, fundQuest, now, operator, owner, stranger, wait } = world()
    const read = (functionName: 'operator' | 'nominee') => client.readContract({ abi, address, functionName })
    expect((await act(operator, 'nominateOperator', [stranger])).error).toBe('NotOwner')
    const { events } = await act(owner, 'nominateOperator', [stranger])
    expect(events).toEqual([['OperatorNominated', { nominee: stranger, from: now() + 2n * day }]])
    expect((await act(farmer, 'becomeOperator', [])).error).toBe('NotNominee')
    wait(2n * day - 3n)
    expect((await act(stranger, 'becomeOperator', [])).error).toBe('OperatorTooEarly')
    const change = await act(stranger, 'becomeOperator', [])
    expect(change.events).toEqual([['OperatorChanged', { previous: operator, current: stranger }]])
    expect([await read('operator'), await read('nominee')]).toEqual([stranger, native])
    const id = await fundQuest()
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBe('NotOperator')
    expect((await act(stranger, 'propose', [id, farmer, true])).error).toBeNull()
    expect((await act(stranger, 'becomeOperator', [])).error).toBe('NotNominee')
    await act(owner, 'nominateOperator', [operator])
    await act(owner, 'nominateOperator', [native])
    wait(3n * day)
    expect((await act(operator, 'becomeOperator', [])).error).toBe('NotNominee')
  })
})

describeBoth('proposeMany', world => {
  test('proposes what can be proposed and leaves out the rest', async () => {
    const { act, address, escrow, farmer, fundQuest, newQuest, operator, otherFarmer, stranger } = world()
    const [id, closed] = [await fundQuest({ slots: 2 }), await fundQuest()]
    await act(operator, 'close', [closed])
    const proposal = (escrow: `0x${string}`, farmer: `0x${string}`) => ({ escrow, farmer, verified: true })
    const proposals = [
      proposal(id, farmer),
      proposal(id, farmer),
      proposal(closed, farmer),
      proposal(newQuest(), farmer),
      proposal(id, native),
      proposal(id, address),
      proposal(id, otherFarmer),
      proposal(id, stranger),
    ]
    expect((await act(stranger, 'proposeMany', [proposals])).error).toBe('NotOperator')
    const { events } = await act(operator, 'proposeMany', [proposals])
    expect(events.map(([, args]) => 'farmer' in args && args.farmer)).toEqual([farmer, otherFarmer])
    expect(await escrow(id)).toMatchObject({ free: 0, held: 2 })
  })
})
