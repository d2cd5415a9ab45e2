import { type Address, encodeFunctionData, type Hex, maxUint256, parseSignature } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { questEscrowV2Abi as abi } from '../../src/index.ts'
import { native } from '../assets.ts'
import {
  permitTokenAbi,
  permitTokenBytecode,
  pictureAbi,
  pictureBytecode,
  signatureTransferAbi,
  signatureTransferBytecode,
} from '../fixtures.ts'
import { ownedBy } from './wallets.ts'
import { describeBoth, encode, type World } from './world.ts'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

describeBoth('fund', world => {
  test.each(['coin', 'token'])('keeps the deposit under giver and quest, in a %s', async kind => {
    const { act, address, balanceOf, escrow, escrowOf, giver, newQuest, ...rest } = world()
    const token = kind === 'coin' ? native : rest.token
    const quest = newQuest()
    const id = await escrowOf(giver, quest)
    const before = await balanceOf(token, address)

    const { events } = await act(giver, 'fund', [quest, token, 70n, 3], kind === 'coin' ? 210n : 0n)

    expect(events).toEqual([['Funded', { escrow: id, giver, quest, token, amountEach: 70n, slots: 3 }]])
    expect(await escrow(id)).toEqual({
      giver,
      endsAt: 0n,
      slots: 3,
      token,
      free: 3,
      held: 3,
      closed: false,
      amountEach: 70n,
    })
    expect(await balanceOf(token, address)).toBe(before + 210n)
    expect(await totalHeld(world(), token)).toBe(kind === 'coin' ? 0n : before + 210n)
  })

  test('is refused without places, without an amount, for too much, and twice', async () => {
    const { act, giver, newQuest } = world()
    const quest = newQuest()
    const fund = async (amount: bigint, slots: number, value: bigint) =>
      (await act(giver, 'fund', [quest, native, amount, slots], value)).error
    expect(await fund(0n, 1, 0n)).toBe('InvalidAmount')
    expect((await act(giver, 'fund', [quest, world().token, mostEach(world()) + 1n, 1])).error).toBe(
      'InvalidAmount',
    )
    expect(await fund(1n, 0, 0n)).toBe('InvalidSlots')
    expect(await fund(1n, 65_536, 65_536n)).toBe('InvalidSlots')
    expect(await fund(5n, 2, 9n)).toBe('WrongValue')
    expect(await fund(5n, 2, 10n)).toBeNull()
    expect(await fund(5n, 2, 10n)).toBe('AlreadyFunded')
    expect((await act(giver, 'fund', [newQuest(), world().token, 5n, 2], 10n)).error).toBe('WrongValue')
  })

  test('takes the largest place and the most places there can be', async () => {
    const { act, allow, escrow, escrowOf, giver, newQuest, token } = world()
    await allow(token, giver, maxUint256 / 4n)
    const [large, many] = [newQuest(), newQuest()]
    expect((await act(giver, 'fund', [large, token, mostEach(world()), 2])).error).toBeNull()
    expect((await act(giver, 'fund', [many, token, mostEach(world()), 65_535])).error).toBeNull()
    expect(await escrow(await escrowOf(giver, many))).toMatchObject({ free: 65_535, held: 65_535 })
  })

  test('is refused for what is no ERC-20: nothing there, or an ERC-721', async () => {
    const { act, address, call, deploy, giver, newQuest, stranger } = world()
    const picture = await deploy(pictureAbi, pictureBytecode)
    await call(giver, picture, pictureAbi, 'mint', [giver, 1n])
    await call(giver, picture, pictureAbi, 'approve', [address, 1n])
    expect((await act(giver, 'fund', [newQuest(), picture, 1n, 1])).error).toBe('NotAToken')
    expect((await act(giver, 'fund', [newQuest(), stranger, 1n, 1])).error).toBe('NotAToken')
  })
})

describeBoth('fundMany', world => {
  test('pays in for several quests at once, or for none', async () => {
    const { act, escrow, escrowOf, giver, newQuest } = world()
    const [one, two] = [newQuest(), newQuest()]
    const fundings = [
      { quest: one, amountEach: 5n, slots: 2 },
      { quest: two, amountEach: 7n, slots: 1 },
    ]
    expect((await act(giver, 'fundMany', [native, fundings], 16n)).error).toBe('WrongValue')
    const { events } = await act(giver, 'fundMany', [native, fundings], 17n)
    expect(events.map(([name]) => name)).toEqual(['Funded', 'Funded'])
    expect(await escrow(await escrowOf(giver, two))).toMatchObject({ amountEach: 7n, held: 1 })
    expect((await act(giver, 'fundMany', [world().token, fundings])).error).toBe('AlreadyFunded')
    const again = [newQuest()].map(quest => ({ quest, amountEach: 5n, slots: 2 }))
    expect((await act(giver, 'fundMany', [world().token, [...again, ...again]])).error).toBe('AlreadyFunded')
    expect((await act(giver, 'fundMany', [world().token, again])).error).toBeNull()
  })
})

describeBoth('fundWithPermit', world => {
  let token: Address
  beforeAll(async () => {
    token = await world().deploy(permitTokenAbi, permitTokenBytecode)
    await world().call(world().giver, token, permitTokenAbi, 'mint', [world().giver, 10_000n])
  })

  async function permit(value: bigint, nonce: bigint) {
    const { account, address, giver, now, people } = world()
    const deadline = now() + 3600n
    const signature = await account(people.indexOf(giver)).signTypedData({
      domain: { name: 'Permit Dollar', version: '1', chainId: 31337, verifyingContract: token },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: giver, spender: address, value, nonce, deadline },
    })
    const { r, s, v = 27n } = parseSignature(signature)
    return [deadline, Number(v), r, s] as const
  }

  test('funds without an approval before', async () => {
    const { act, address, balanceOf, giver, newQuest } = world()
    const { error } = await act(giver, 'fundWithPermit', [
      newQuest(),
      token,
      50n,
      2,
      ...(await permit(100n, 0n)),
    ])
    expect(error).toBeNull()
    expect(await balanceOf(token, address)).toBe(100n)
  })

  test('funds also when somebody used the permit first, and is refused with a wrong one', async () => {
    const { act, address, balanceOf, call, giver, newQuest, stranger } = world()
    const [deadline, v, r, s] = await permit(60n, 1n)
    const first = await call(stranger, token, permitTokenAbi, 'permit', [
      giver,
      address,
      60n,
      deadline,
      v,
      r,
      s,
    ])
    expect(first.error).toBeNull()
    expect(
      (await act(giver, 'fundWithPermit', [newQuest(), token, 60n, 1, deadline, v, r, s])).error,
    ).toBeNull()
    expect(await balanceOf(token, address)).toBe(160n)
    const again = await act(giver, 'fundWithPermit', [newQuest(), token, 60n, 1, deadline, v, r, s])
    expect(again.error).not.toBeNull()
    expect(await balanceOf(token, address)).toBe(160n)
  })

  test('is refused for the coin, and cannot spend another holder’s permit', async () => {
    const { act, giver, newQuest, stranger } = world()
    const signed = await permit(60n, 2n)
    expect((await act(giver, 'fundWithPermit', [newQuest(), native, 60n, 1, ...signed])).error).toBe(
      'NotAToken',
    )
    expect(
      (await act(stranger, 'fundWithPermit', [newQuest(), token, 60n, 1, ...signed])).error,
    ).not.toBeNull()
  })
})

describeBoth('fundWithPermit2', world => {
  beforeAll(async () => {
    const { allow, client, deploy, giver, token } = world()
    const code = await client.getCode({
      address: await deploy(signatureTransferAbi, signatureTransferBytecode),
    })
    await client.setCode({ address: permit2, bytecode: code ?? '0x' })
    await allow(token, giver, 10_000n, permit2)
  })

  async function permit(amount: bigint, nonce: bigint, by = world().giver, spender = world().address) {
    const { account, now, people, token } = world()
    const deadline = now() + 3600n
    const signature = await account(people.indexOf(by)).signTypedData({
      domain: { name: 'Permit2', chainId: 31337, verifyingContract: permit2 },
      types: {
        PermitTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      primaryType: 'PermitTransferFrom',
      message: { permitted: { token, amount }, spender, nonce, deadline },
    })
    return [nonce, deadline, signature] as const
  }

  test('funds with one signature, once', async () => {
    const { act, address, balanceOf, giver, newQuest, token } = world()
    const before = await balanceOf(token, address)
    const signed = await permit(100n, 7n)
    expect((await act(giver, 'fundWithPermit2', [newQuest(), token, 50n, 2, ...signed])).error).toBeNull()
    expect(await balanceOf(token, address)).toBe(before + 100n)
    const again = await act(giver, 'fundWithPermit2', [newQuest(), token, 50n, 2, ...signed])
    expect(again.error).toBe('InvalidNonce')
  })

  test('is refused with another amount, giver or spender, and for the coin', async () => {
    const { act, giver, newQuest, otherGiver, stranger, token } = world()
    const fund = async (by: Address, each: bigint, signed: readonly [bigint, bigint, Hex], asset = token) =>
      (await act(by, 'fundWithPermit2', [newQuest(), asset, each, 1, ...signed])).error
    expect(await fund(giver, 51n, await permit(50n, 8n))).toBe('InvalidSigner')
    expect(await fund(otherGiver, 50n, await permit(50n, 8n))).toBe('InvalidSigner')
    expect(await fund(giver, 50n, await permit(50n, 8n, giver, stranger))).toBe('InvalidSigner')
    expect(await fund(giver, 50n, await permit(50n, 8n), native)).toBe('NotAToken')
    expect(await fund(giver, 50n, await permit(50n, 8n))).toBeNull()
  })
})

describeBoth('fundFor', world => {
  async function sponsorship(giver: Address, quest: Hex, by = giver, deadline = world().now() + 3600n) {
    const { sign, sponsor } = world()
    const words = { payer: sponsor, quest, token: native, amountEach: 70n, slots: 2, deadline }
    return { deadline, signature: await sign.sponsorship(by, words) }
  }

  test('pays in for who signed it; the giver decides, and what comes back goes to who paid', async () => {
    const { act, balanceOf, escrow, escrowOf, farmer, giver, newQuest, operator, sponsor, wait } = world()
    const quest = newQuest()
    const { deadline, signature } = await sponsorship(giver, quest)
    const args = [giver, quest, native, 70n, 2, deadline, signature] as const
    const id = await escrowOf(giver, quest)

    const { events } = await act(sponsor, 'fundFor', args, 140n)

    expect(events.map(([name]) => name)).toEqual(['Funded', 'Sponsored'])
    expect(events[1]).toEqual(['Sponsored', { escrow: id, payer: sponsor }])
    expect(await escrow(id)).toMatchObject({ giver })
    await act(operator, 'propose', [id, farmer, false])
    expect((await act(sponsor, 'dispute', [id, farmer])).error).toBe('NotGiver')
    expect((await act(sponsor, 'approve', [id, farmer])).error).toBe('NotGiver')
    expect((await act(giver, 'dispute', [id, farmer])).error).toBeNull()
    const before = [await balanceOf(native, sponsor), await balanceOf(native, giver)]
    expect((await act(farmer, 'concede', [id])).error).toBeNull()
    expect((await act(sponsor, 'giveNotice', [id])).error).toBeNull()
    wait(7n * 86_400n)
    expect((await act(giver, 'refundTo', [id, giver])).error).toBe('NotGiver')
    expect((await act(giver, 'refund', [id])).error).toBeNull()
    expect([await balanceOf(native, sponsor), await balanceOf(native, giver)]).toEqual([
      (before[0] ?? 0n) + 140n,
      before[1],
    ])
  })

  test('is refused with other terms, by another payer, from another signer, too late, on another chain', async () => {
    const { act, giver, newQuest, now, otherGiver, sign, sponsor, stranger } = world()
    const quest = newQuest()
    const { deadline, signature } = await sponsorship(giver, quest)
    const good = [giver, quest, native, 70n, 2, deadline, signature] as const
    const fund = async (by: Address, args: readonly unknown[], value = 140n) =>
      (await act(by, 'fundFor', args as unknown as typeof good, value)).error
    expect(await fund(stranger, good)).toBe('InvalidSignature')
    expect(await fund(sponsor, [giver, quest, native, 71n, 2, deadline, signature], 142n)).toBe(
      'InvalidSignature',
    )
    expect(await fund(sponsor, [otherGiver, ...good.slice(1)])).toBe('InvalidSignature')
    expect(await fund(sponsor, [native, ...good.slice(1)])).toBe('InvalidSignature')
    const late = await sponsorship(giver, quest, giver, now())
    expect(await fund(sponsor, [giver, quest, native, 70n, 2, late.deadline, late.signature])).toBe(
      'SignatureExpired',
    )
    const words = { payer: sponsor, quest, token: native, amountEach: 70n, slots: 2, deadline }
    const elsewhere = await sign.sponsorship(giver, words, { chainId: 1 })
    expect(await fund(sponsor, [...good.slice(0, 6), elsewhere])).toBe('InvalidSignature')
    expect(await fund(sponsor, good)).toBeNull()
    expect(await fund(sponsor, good)).toBe('AlreadyFunded')
  })

  test('takes the signature of a contract wallet (EIP-1271)', async () => {
    const { act, escrow, escrowOf, newQuest, sponsor, stranger } = world()
    const wallet = await ownedBy(world(), stranger)
    const quest = newQuest()
    const { deadline, signature } = await sponsorship(wallet, quest, stranger)
    const wrong = await sponsorship(wallet, quest, sponsor)
    const args = [wallet, quest, native, 70n, 2, deadline] as const
    expect((await act(sponsor, 'fundFor', [...args, wrong.signature], 140n)).error).toBe('InvalidSignature')
    expect((await act(sponsor, 'fundFor', [...args, signature], 140n)).error).toBeNull()
    expect(await escrow(await escrowOf(wallet, quest))).toMatchObject({ giver: wallet })
  })

  test('is one transaction also in a token, which the payer allowed', async () => {
    const { act, balanceOf, giver, newQuest, now, sign, sponsor, token } = world()
    const quest = newQuest()
    const words = { payer: sponsor, quest, token, amountEach: 70n, slots: 2, deadline: now() + 60n }
    const signature = await sign.sponsorship(giver, words)
    const before = await balanceOf(token, sponsor)
    const args = [giver, quest, token, 70n, 2, words.deadline, signature] as const
    expect((await act(sponsor, 'fundFor', args)).error).toBeNull()
    expect(await balanceOf(token, sponsor)).toBe(before - 140n)
  })
})

describeBoth('rescue', world => {
  test('sends on what belongs to no escrow, to the unit, and nothing else', async () => {
    const { act, address, balanceOf, fundQuest, owner, send, stranger, token, giver } = world()
    await fundQuest({ token })
    const rescue = async (by: Address) => (await act(by, 'rescue', [token, stranger])).error
    expect(await rescue(stranger)).toBe('NotOwner')
    expect(await rescue(owner)).toBe('NothingToRescue')
    const data = encodeFunctionData({ abi: permitTokenAbi, functionName: 'transfer', args: [address, 5n] })
    await send({ from: giver, to: token, data })
    const { events } = await act(owner, 'rescue', [token, stranger])
    expect(events).toEqual([['Rescued', { token, receiver: stranger, amount: 5n }]])
    expect(await balanceOf(token, stranger)).toBe(5n)
    expect(await rescue(owner)).toBe('NothingToRescue')
    expect(await balanceOf(token, address)).toBe(3000n)
  })

  test('the coin is not taken without a call', async () => {
    const { address, send, stranger } = world()
    expect((await send({ from: stranger, to: address, value: 1n })).error).not.toBeNull()
    expect(
      (
        await send({
          from: stranger,
          to: address,
          value: 1n,
          data: encode('refund', [`0x${'0'.repeat(64)}`]),
        })
      ).error,
    ).not.toBeNull()
  })
})

/** The third version keeps a bit of the amount's word for itself. */
function mostEach({ version }: World): bigint {
  return 2n ** (version === 2 ? 96n : 95n) - 1n
}

function totalHeld({ address, client }: World, token: Address): Promise<bigint> {
  return client.readContract({ abi, address, functionName: 'totalHeld', args: [token] })
}
