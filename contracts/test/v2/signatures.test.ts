import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { native } from '../assets.ts'
import { reviewWindow } from '../terms.ts'
import { ownedBy } from './wallets.ts'
import { work } from './work.ts'
import { describeBoth } from './world.ts'

describeBoth('an approval that the giver signed', world => {
  const soon = () => world().now() + 3600n

  async function proposed(): Promise<Hex> {
    const { act, farmer, fundQuest, operator } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, false])
    return id
  }

  test('is carried by anyone, once', async () => {
    const { act, balanceOf, farmer, giver, sign, stranger } = world()
    const id = await proposed()
    const deadline = soon()
    const signature = await sign.approval(giver, { escrow: id, farmer, deadline })
    const before = await balanceOf(native, farmer)
    const { events } = await act(stranger, 'approveFor', [id, farmer, deadline, signature])
    expect(events).toEqual([
      ['Approved', { escrow: id, farmer }],
      ['Released', { escrow: id, farmer, amount: 1000n }],
    ])
    expect(await balanceOf(native, farmer)).toBe(before + 1000n)
    expect((await act(stranger, 'approveFor', [id, farmer, deadline, signature])).error).toBe('AlreadyPaid')
  })

  test('is for one farmer, escrow, contract and chain, until its deadline, and only the giver’s', async () => {
    const { act, at, deployEscrow, farmer, giver, now, operator, otherFarmer, sign, stranger } = world()
    const [id, other] = [await proposed(), await proposed()]
    await act(operator, 'propose', [id, otherFarmer, false])
    const deadline = soon()
    const words = { escrow: id, farmer, deadline }
    const good = await sign.approval(giver, words)
    const carry = async (escrow: Hex, farmer: Address, until: bigint, signature: Hex) =>
      (await act(stranger, 'approveFor', [escrow, farmer, until, signature])).error
    expect(await carry(other, farmer, deadline, good)).toBe('InvalidSignature')
    expect(await carry(id, otherFarmer, deadline, good)).toBe('InvalidSignature')
    expect(await carry(id, stranger, deadline, good)).toBe('NotProposed')
    expect(await carry(id, farmer, deadline + 1n, good)).toBe('InvalidSignature')
    expect(await carry(id, farmer, deadline, await sign.approval(stranger, words))).toBe('InvalidSignature')
    expect(await carry(id, farmer, deadline, '0x')).toBe('InvalidSignature')
    const late = { ...words, deadline: now() }
    expect(await carry(id, farmer, late.deadline, await sign.approval(giver, late))).toBe('SignatureExpired')
    for (const domain of [{ chainId: 1 }, { verifyingContract: stranger }, { version: '1' }])
      expect(await carry(id, farmer, deadline, await sign.approval(giver, words, domain))).toBe(
        'InvalidSignature',
      )
    // The same escrow id in another deployment.
    const second = at(await deployEscrow())
    expect(second.address).not.toBe(world().address)
    expect(await carry(id, farmer, deadline, await second.sign.approval(giver, words))).toBe(
      'InvalidSignature',
    )
    expect(await carry(id, farmer, deadline, good)).toBeNull()
  })

  test('from before a return or a dispute is stale; a new one pays', async () => {
    const { act, farmer, giver, operator, payment, sign, stranger } = world()
    const id = await proposed()
    const deadline = soon()
    const carry = async (words: { returned?: number; disputedAt?: bigint }) => {
      const signature = await sign.approval(giver, { escrow: id, farmer, deadline, ...words })
      return (await act(stranger, 'approveFor', [id, farmer, deadline, signature])).error
    }
    await act(giver, 'returnWork', [id, farmer])
    expect(await carry({})).toBe('NotProposed')
    await act(operator, 'propose', [id, farmer, false])
    expect(await carry({})).toBe('InvalidSignature')
    await act(giver, 'dispute', [id, farmer])
    const { disputedAt } = await payment(id, farmer)
    expect(await carry({ returned: 1 })).toBe('InvalidSignature')
    expect(await carry({ returned: 1, disputedAt })).toBeNull()
  })

  test('lets the operator propose and pay in one call, and not what is stale', async () => {
    const { act, balanceOf, escrow, farmer, fundQuest, giver, operator, sign, stranger } = world()
    const id = await fundQuest()
    const deadline = soon()
    const signature = await sign.approval(giver, { escrow: id, farmer, deadline })
    const args = [id, farmer, true, deadline, signature] as const
    expect((await act(stranger, 'proposeApproved', args)).error).toBe('NotOperator')
    const wrong = [id, stranger, true, deadline, signature] as const
    expect((await act(operator, 'proposeApproved', wrong)).error).toBe('InvalidSignature')
    const before = await balanceOf(native, farmer)
    const { events } = await act(operator, 'proposeApproved', args)
    expect(events.map(([name]) => name)).toEqual(['Proposed', 'Approved', 'Released'])
    expect(await balanceOf(native, farmer)).toBe(before + 1000n)
    expect(await escrow(id)).toMatchObject({ free: 2, held: 2 })
    expect((await act(operator, 'proposeApproved', args)).error).toBe('AlreadyPaid')

    const again = await proposed()
    await act(giver, 'returnWork', [again, farmer])
    const stale = await sign.approval(giver, { escrow: again, farmer, deadline })
    expect((await act(operator, 'proposeApproved', [again, farmer, true, deadline, stale])).error).toBe(
      'InvalidSignature',
    )
    expect(await escrow(again)).toMatchObject({ free: 3 })
  })

  test('may be a contract wallet’s (EIP-1271)', async () => {
    const { act, escrowOf, farmer, newQuest, operator, payment, sign, sponsor, stranger } = world()
    const wallet = await ownedBy(world(), stranger)
    const quest = newQuest()
    const deadline = soon()
    const terms = { payer: sponsor, quest, token: native, amountEach: 70n, slots: 2, deadline }
    const consent = await sign.sponsorship(stranger, terms)
    await act(sponsor, 'fundFor', [wallet, quest, native, 70n, 2, deadline, consent], 140n)
    const id = await escrowOf(wallet, quest)
    const approval = (by: Address, farmer: Address) => sign.approval(by, { escrow: id, farmer, deadline })
    const wrong = await approval(sponsor, farmer)
    expect((await act(operator, 'proposeApproved', [id, farmer, false, deadline, wrong])).error).toBe(
      'InvalidSignature',
    )
    const right = await approval(stranger, farmer)
    expect((await act(operator, 'proposeApproved', [id, farmer, false, deadline, right])).error).toBeNull()
    await act(operator, 'propose', [id, world().otherFarmer, false])
    const other = await approval(stranger, world().otherFarmer)
    const { error } = await act(sponsor, 'approveFor', [id, world().otherFarmer, deadline, other])
    expect(error).toBeNull()
    expect((await payment(id, farmer)).state).toBe('Released')
  })
})

describeBoth('an attestation', world => {
  test('is the attester’s, for one farmer and escrow, and carried by the operator alone', async () => {
    const { proposeAttested, version, attester, farmer, fundQuest, now, operator, payment, sign, stranger } =
      world()
    const [id, other] = [await fundQuest(), await fundQuest()]
    const deadline = now() + 3600n
    const words = { escrow: id, farmer, deadline }
    const good = await sign.attestation(attester, words)
    const propose = async (by: Address, escrow: Hex, farmer: Address, signature: Hex, until = deadline) =>
      (await proposeAttested(by, escrow, farmer, until, signature)).error
    expect(await propose(stranger, id, farmer, good)).toBe('NotOperator')
    expect(await propose(operator, other, farmer, good)).toBe('InvalidSignature')
    expect(await propose(operator, id, stranger, good)).toBe('InvalidSignature')
    expect(await propose(operator, id, farmer, await sign.attestation(operator, words))).toBe(
      'InvalidSignature',
    )
    const late = { ...words, deadline: now() }
    expect(await propose(operator, id, farmer, await sign.attestation(attester, late), late.deadline)).toBe(
      'SignatureExpired',
    )
    const { events } = await proposeAttested(operator, id, farmer, deadline, good)
    expect(events).toEqual([
      ['Proposed', { escrow: id, farmer, verified: true, reviewEndsAt: now() + reviewWindow }],
      ['Attested', { escrow: id, farmer }],
      ...(version === 3 ? [['WorkAttested', { escrow: id, farmer, work }]] : []),
    ])
    expect(await payment(id, farmer)).toMatchObject({ attested: true, verified: true })
    expect(await propose(operator, id, farmer, good)).toBe('AlreadyProposed')
  })

  test('cannot come after the proposal, and where there is no attester not at all', async () => {
    const {
      proposeAttested,
      act,
      at,
      attester,
      deployEscrow,
      farmer,
      fundQuest,
      now,
      operator,
      payment,
      sign,
    } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, false])
    const words = { escrow: id, farmer, deadline: now() + 3600n }
    const signature = await sign.attestation(attester, words)
    expect((await proposeAttested(operator, id, farmer, words.deadline, signature)).error).toBe(
      'AlreadyProposed',
    )
    expect(await payment(id, farmer)).toMatchObject({ attested: false })
    const bare = at(await deployEscrow({ attester: native }))
    const there = await bare.fundQuest()
    const { error } = await bare.proposeAttested(operator, there, farmer, words.deadline, '0x')
    expect(error).toBe('InvalidSignature')
  })
})
