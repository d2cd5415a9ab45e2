import type { Hex } from 'viem'
import { encodeDeployData } from 'viem'
import { expect, test } from 'vitest'
import {
  questEscrowV3Abi as abi,
  questEscrowV3Bytecode as bytecode,
  questEscrowV2Abi,
} from '../../src/index.ts'
import { native } from '../assets.ts'
import { day, reviewWindow } from '../terms.ts'
import { work } from '../v2/work.ts'
import { describeThird, disputePeriod, rulingDelay } from '../v2/world.ts'

const lapse = 14n * day

describeThird('a deployment', world => {
  test('tells its roles, times and usual tokens in the log, and in views', async () => {
    const { address, arbiter, attester, client, owner, operator, token } = world()
    const logs = await client.getContractEvents({ abi, address, fromBlock: 0n })
    const tokens = [token, native, native]
    const terms = {
      operator,
      arbiter,
      attester,
      owner,
      uptimeFeed: native,
      reviewWindow,
      disputePeriod,
      tokens,
    }
    expect(logs.slice(0, 2).map(({ eventName, args }) => [eventName, args])).toEqual([
      ['DeployedAs', { terms }],
      ['OperatorChanged', { previous: native, current: operator }],
    ])
    const read = (functionName: 'operator' | 'arbiter' | 'attester' | 'owner' | 'VERSION') =>
      client.readContract({ abi, address, functionName })
    expect(
      await Promise.all((['operator', 'arbiter', 'attester', 'owner', 'VERSION'] as const).map(read)),
    ).toEqual([operator, arbiter, attester, owner, 3n])
  })

  test('is refused without operator or arbiter, with impossible times, or a feed that is no contract', async () => {
    const { arbiter, operator, send, stranger } = world()
    const none = { attester: native, owner: native, uptimeFeed: native, tokens: [native, native, native] }
    const good = { operator, arbiter, ...none, reviewWindow, disputePeriod }
    const deploy = async (given: object) => {
      const data = encodeDeployData({ abi, bytecode, args: [{ ...good, ...given } as never] })
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

  test('has every function, event and error of the second version but the attestation, which names the work', () => {
    const signature = (item: (typeof questEscrowV2Abi)[number] | (typeof abi)[number]) =>
      item.type === 'constructor' ? '' : `${item.type} ${item.name}(${item.inputs.map(input => input.type)})`
    const mine = new Set(abi.map(signature))
    expect(questEscrowV2Abi.map(signature).filter(each => !mine.has(each))).toEqual([
      'function proposeAttested(bytes32,address,uint256,bytes)',
    ])
  })
})

describeThird('another arbiter and attester', world => {
  const decidersOf = (id: Hex) =>
    Promise.all(
      (['arbiterOf', 'attesterOf'] as const).map(functionName =>
        world().client.readContract({ abi, address: world().address, functionName, args: [id] }),
      ),
    )

  test('begin seven days after the owner named them, for deposits to come alone', async () => {
    const { act, arbiter, attester, farmer, fundQuest, giver, now, operator, otherFarmer, owner, ...rest } =
      world()
    const { payment, sign, sponsor, stranger, wait } = rest
    const before = await fundQuest()
    expect((await act(operator, 'nominateDeciders', [stranger, sponsor])).error).toBe('NotOwner')
    const named = await act(owner, 'nominateDeciders', [stranger, sponsor])
    expect(named.events).toEqual([
      ['DecidersNominated', { arbiter: stranger, attester: sponsor, from: now() + 7n * day }],
    ])
    wait(7n * day - 2n)
    expect((await act(owner, 'appointDeciders', [])).error).toBe('DecidersTooEarly')
    expect((await act(stranger, 'appointDeciders', [])).error).toBe('NotOwner')
    const { events } = await act(owner, 'appointDeciders', [])
    expect(events).toEqual([['DecidersChanged', { term: 1, arbiter: stranger, attester: sponsor }]])
    expect((await act(owner, 'appointDeciders', [])).error).toBe('NothingNominated')
    const after = await fundQuest()
    expect(await decidersOf(before)).toEqual([arbiter, attester])
    expect(await decidersOf(after)).toEqual([stranger, sponsor])

    for (const id of [before, after])
      for (const each of [farmer, otherFarmer]) {
        await act(operator, 'propose', [id, each, false])
        await act(giver, 'dispute', [id, each])
      }
    expect((await act(stranger, 'resolve', [before, farmer, true])).error).toBe('NotArbiter')
    expect((await act(arbiter, 'resolve', [after, farmer, true])).error).toBe('NotArbiter')
    expect((await act(arbiter, 'resolve', [before, farmer, true])).error).toBeNull()
    expect((await act(stranger, 'split', [after, farmer, 1])).error).toBeNull()
    const deadline = now() + 3600n
    const words = { escrow: before, farmer: giver, deadline }
    const [old, recent] = [await sign.attestation(attester, words), await sign.attestation(sponsor, words)]
    const propose = async (signature: Hex) =>
      (await act(operator, 'proposeAttested', [before, giver, work, deadline, signature])).error
    expect(await propose(recent)).toBe('InvalidSignature')
    expect(await propose(old)).toBeNull()
    wait(rulingDelay)
    await act(stranger, 'release', [before, farmer])
    expect((await payment(before, farmer)).state).toBe('Released')
  })

  test('are no more where the nomination lapsed or was taken back', async () => {
    const { act, owner, stranger, wait } = world()
    await act(owner, 'nominateDeciders', [stranger, native])
    wait(7n * day + lapse)
    expect((await act(owner, 'appointDeciders', [])).error).toBe('NominationLapsed')
    await act(owner, 'nominateDeciders', [stranger, native])
    await act(owner, 'nominateDeciders', [native, native])
    wait(8n * day)
    expect((await act(owner, 'appointDeciders', [])).error).toBe('NothingNominated')
  })

  test('are kept for deposits of two words and of one, through many changes', async () => {
    const { act, fundQuest, operator, owner, people, token, wait } = world()
    const ids: Hex[] = []
    const names: string[] = []
    for (let i = 0; i < 11; i++) {
      const next = people[i % 2 === 0 ? 6 : 7] ?? native
      await act(owner, 'nominateDeciders', [next, native])
      wait(8n * day)
      expect((await act(owner, 'appointDeciders', [])).error).toBeNull()
      ids.push(await fundQuest(i % 3 === 0 ? { token, slots: 40 } : {}))
      names.push(next)
    }
    await act(operator, 'close', [ids[1] as Hex])
    for (const [i, id] of ids.entries()) expect((await decidersOf(id))[0]).toBe(names[i])
  })
})

describeThird('one who is operator and arbiter', world => {
  test('takes deposits only of givers who accepted it by name', async () => {
    const { at, deployEscrow, giver, newQuest, now, operator, otherGiver, sponsor, owner } = world()
    const quests = at(await deployEscrow({ arbiter: operator }))
    const fund = async (by: typeof giver) =>
      (await quests.act(by, 'fund', [newQuest(), native, 1n, 1], 1n)).error
    expect(await fund(giver)).toBe('ArbiterIsOperator')
    const other = await quests.act(giver, 'acceptBoth', [owner, true])
    expect(other.events).toEqual([['ArbiterAccepted', { giver, arbiter: owner, accepted: true }]])
    expect(await fund(giver)).toBe('ArbiterIsOperator')
    await quests.act(giver, 'acceptBoth', [operator, true])
    expect(await fund(giver)).toBeNull()
    expect(await fund(otherGiver)).toBe('ArbiterIsOperator')
    // A sponsor cannot accept in the place of the giver.
    await quests.act(sponsor, 'acceptBoth', [operator, true])
    const quest = newQuest()
    const words = { payer: sponsor, quest, token: native, amountEach: 5n, slots: 1, deadline: now() + 60n }
    const signature = await quests.sign.sponsorship(otherGiver, words)
    const args = [otherGiver, quest, native, 5n, 1, words.deadline, signature] as const
    expect((await quests.act(sponsor, 'fundFor', args, 5n)).error).toBe('ArbiterIsOperator')
    await quests.act(giver, 'acceptBoth', [operator, false])
    expect(await fund(giver)).toBe('ArbiterIsOperator')
  })

  test('cannot come about later: no arbiter becomes operator, and a new arbiter who is needs acceptance', async () => {
    const { act, arbiter, fundQuest, giver, newQuest, operator, owner, stranger, wait } = world()
    await act(owner, 'nominateOperator', [arbiter])
    wait(2n * day)
    expect((await act(arbiter, 'becomeOperator', [])).error).toBe('InvalidAddress')
    await act(owner, 'nominateDeciders', [operator, native])
    wait(7n * day)
    expect((await act(owner, 'appointDeciders', [])).error).toBeNull()
    expect((await act(giver, 'fund', [newQuest(), native, 1n, 1], 1n)).error).toBe('ArbiterIsOperator')
    await act(owner, 'nominateDeciders', [stranger, native])
    wait(7n * day)
    await act(owner, 'appointDeciders', [])
    await fundQuest()
    for (const once of [operator, stranger]) {
      await act(owner, 'nominateOperator', [once])
      wait(2n * day)
      expect((await act(once, 'becomeOperator', [])).error).toBe('InvalidAddress')
    }
  })
})

describeThird('a nomination of an operator', world => {
  test('lapses after two weeks', async () => {
    const { act, now, owner, stranger, sponsor, wait } = world()
    await act(owner, 'nominateOperator', [stranger])
    wait(2n * day + lapse - 1n)
    expect((await act(stranger, 'becomeOperator', [])).error).toBe('NominationLapsed')
    await act(owner, 'nominateOperator', [sponsor])
    const from = now() + 2n * day
    wait(from + lapse - now() - 2n)
    expect((await act(sponsor, 'becomeOperator', [])).error).toBeNull()
  })
})

describeThird('an attestation', world => {
  test('is for this work, as often as it was returned, and for no other', async () => {
    const { act, attester, farmer, fundQuest, giver, now, operator, sign } = world()
    const id = await fundQuest()
    const deadline = now() + 3600n
    const words = { escrow: id, farmer, deadline }
    const first = await sign.attestation(attester, words)
    const propose = async (signature: Hex, what: Hex = work) =>
      (await act(operator, 'proposeAttested', [id, farmer, what, deadline, signature])).error
    expect(await propose(first, `0x${'1'.repeat(64)}`)).toBe('InvalidSignature')
    await act(operator, 'propose', [id, farmer, false])
    expect((await act(giver, 'returnWork', [id, farmer])).error).toBeNull()
    expect(await propose(first)).toBe('InvalidSignature')
    const again = await sign.attestation(attester, { ...words, returned: 1 })
    expect(await propose(again)).toBeNull()
  })
})
