import { shareCall, splitAddressOf } from '@furrow/sdk/escrow'
import fc from 'fast-check'
import { encodeFunctionData, type Hex, pad, toFunctionSelector, toHex } from 'viem'
import { expect, test } from 'vitest'
import { isSplitter, splitAccountAbi, splitAccountCodeOf, splitterAbi } from '../../src/index.ts'
import { native } from '../assets.ts'
import { describeIn } from '../describe-world.ts'
import { actorAbi } from '../fixtures.ts'
import { newPerson, startSplits } from './world.ts'

describeIn(startSplits, 'an account of several payees', world => {
  const people = (count: number) => Array.from({ length: count }, newPerson)
  const balances = (asset: Hex, who: readonly Hex[]) =>
    Promise.all(who.map(one => world().balanceOf(asset, one)))

  test('has the address that the SDK computes, for any payees, parts and salt', async () => {
    const { client, factory } = world()
    const payee = fc.bigInt({ min: 1n, max: 2n ** 160n - 1n })
    const payees = fc.uniqueArray(payee, { minLength: 1, maxLength: 12 })
    const part = fc.bigInt({ min: 0n, max: 2n ** 128n })
    await fc.assert(
      fc.asyncProperty(payees, fc.array(part, { minLength: 12, maxLength: 12 }), part, async (...given) => {
        const [numbers, some, salt] = given
        const sorted = numbers.toSorted((one, other) => (one < other ? -1 : 1))
        const list = sorted.map(number => pad(toHex(number), { size: 20 }))
        const parts = list.map((_, index) => (some[index] ?? 0n) + 1n)
        const args = [list, parts, pad(toHex(salt))] as const
        const told = await client.readContract({
          abi: splitterAbi,
          address: factory,
          functionName: 'splitOf',
          args,
        })
        expect(splitAddressOf({ factory, payees: list, parts, salt: args[2] })).toBe(told)
      }),
      { numRuns: 100 },
    )
  })

  test('is of a splitter whose code is known, wherever it is', async () => {
    const { client, factory, token } = world()
    const codeOf = async (address: Hex) => (await client.getCode({ address })) ?? '0x'
    const [code, ofAccounts] = [await codeOf(factory), await codeOf(splitAccountCodeOf(factory))]
    expect(isSplitter(factory, code, ofAccounts)).toBe(true)
    expect(isSplitter(token, code, ofAccounts)).toBe(false)
    expect(isSplitter(factory, code, await codeOf(token))).toBe(false)
    expect(isSplitter(factory, '0x', '0x')).toBe(false)
  })

  test.each(['coin', 'token'])('pays the sum of its parts to the unit, in the %s', async kind => {
    const { newSplit, pay, share, token } = world()
    const asset = kind === 'coin' ? native : token
    const some = people(3)
    const split = newSplit(some, [333n, 1n, 666n])
    await pay(asset, split.account, 1_000n)
    const { error, events } = await share(split, asset)
    expect(error).toBeNull()
    expect(events).toEqual([['Shared', { token: asset, amount: 1_000n }]])
    expect(await balances(asset, [...some, split.account])).toEqual([333n, 1n, 666n, 0n])
    // Nothing is there any more, and later money is divided by the same parts.
    expect((await share(split, asset)).events).toEqual([])
    await pay(asset, split.account, 2_000n)
    await share(split, asset)
    expect(await balances(asset, some)).toEqual([999n, 3n, 1_998n])
  })

  test('gives units that cannot be divided to those who come first', async () => {
    const { newSplit, pay, share, token } = world()
    const some = people(3)
    const split = newSplit(some, [1n, 1n, 1n])
    const before = await balances(token, some)
    expect(before).toEqual([0n, 0n, 0n])
    await pay(token, split.account, 5n)
    await share(split, token)
    expect(await balances(token, some)).toEqual([2n, 2n, 1n])
  })

  test('gives nothing where the parts have nothing, and refuses what is no list of payees', async () => {
    const { factory, newSplit, pay, send, share, stranger, token } = world()
    const [one, other] = people(2) as [Hex, Hex]
    const split = newSplit([one, other], [0n, 7n])
    await pay(token, split.account, 3n)
    await share(split, token)
    expect(await balances(token, [one, other])).toEqual([0n, 3n])
    const salt = pad('0x1')
    const many = people(501)
    const wrong: [readonly Hex[], readonly bigint[]][] = [
      [[], []],
      [
        [other, one],
        [1n, 1n],
      ],
      [
        [one, one],
        [1n, 1n],
      ],
      [
        [native, one],
        [1n, 1n],
      ],
      [[one], [0n]],
      [[one], [1n, 1n]],
      [many, many.map(() => 1n)],
    ]
    for (const [payees, parts] of wrong) {
      const args = [payees, parts, salt, native] as const
      const data = encodeFunctionData({ abi: splitterAbi, functionName: 'share', args })
      expect((await send({ from: stranger, to: factory, data })).error).toBe('WrongPayees')
      const given = { factory, payees, parts, salt }
      expect(() => splitAddressOf(given)).toThrow(TypeError)
      expect(() => shareCall({ ...given, token: native })).toThrow(TypeError)
    }
  })

  test.each(['refuse', 'burnGas', 'shout'] as const)(
    'keeps the part of a payee whose wallet has the habit "%s", who alone sends it elsewhere',
    async mood => {
      const { actAs, newActor, newSplit, owedTo, pay, send, setMood, share, stranger, takeTo } = world()
      const actor = await newActor()
      const friend = newPerson()
      const split = newSplit([actor, friend], [300n, 700n])
      await setMood(actor, mood)
      await pay(native, split.account, 1_000n)
      const { error, events } = await share(split, native)
      expect(error).toBeNull()
      expect(events).toContainEqual(['Kept', { token: native, payee: actor, amount: 300n }])
      expect(await balances(native, [actor, friend])).toEqual([0n, 700n])
      // Owed money is not divided anew, alone or with later money.
      await share(split, native)
      await pay(native, split.account, 100n)
      await share(split, native)
      expect(await balances(native, [friend, split.account])).toEqual([770n, 330n])
      expect(await owedTo(split.account, native, actor)).toBe(330n)

      const purse = newPerson()
      const take = takeTo(split.account, native, purse)
      expect((await send({ from: stranger, to: split.account, data: take })).error).toBe('NothingOwed')
      expect((await actAs(actor, split.account, takeTo(split.account, native, native))).error).toBe(
        'TransferFailed',
      )
      expect((await actAs(actor, split.account, take)).error).toBeNull()
      expect((await actAs(actor, split.account, take)).error).toBe('NothingOwed')
      expect(await balances(native, [purse, split.account])).toEqual([330n, 0n])
    },
  )

  test('pays what is owed once its payee takes money again', async () => {
    const { newActor, newSplit, owedTo, pay, setMood, share } = world()
    const actor = await newActor()
    const split = newSplit([actor, newPerson()], [1n, 1n])
    await setMood(actor, 'refuse')
    await pay(native, split.account, 10n)
    await share(split, native)
    await setMood(actor, 'accept')
    await share(split, native)
    expect(await balances(native, [actor, split.account])).toEqual([5n, 0n])
    expect(await owedTo(split.account, native, actor)).toBe(0n)
  })

  test('keeps the part of a payee whom a token blocks, and pays the others', async () => {
    const { block, newSplit, owedTo, pay, share, token } = world()
    const [blocked, friend] = people(2) as [Hex, Hex]
    const split = newSplit([blocked, friend], [40n, 60n])
    await block(blocked, true)
    await pay(token, split.account, 100n)
    expect((await share(split, token)).error).toBeNull()
    expect(await balances(token, [blocked, friend, split.account])).toEqual([0n, 60n, 40n])
    expect(await owedTo(split.account, token, blocked)).toBe(40n)
    await block(blocked, false)
    await share(split, token)
    expect(await balances(token, [blocked, split.account])).toEqual([40n, 0n])
  })

  test('is shared out once only, whoever calls back from a payment', async () => {
    const { actAs, factory, newActor, newSplit, pay, setMood, share, takeTo, token, client, send, stranger } =
      world()
    const refused = toFunctionSelector('ReentrancyGuardReentrantCall()')
    const actor = await newActor()
    const answer = () => client.readContract({ abi: actorAbi, address: actor, functionName: 'answer' })
    const habits = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'setHabits',
          stateMutability: 'nonpayable',
          inputs: [{ type: 'bool' }, { type: 'bool' }, { type: 'bool' }],
          outputs: [],
        },
      ],
      args: [false, false, true],
    })
    await send({ from: stranger, to: token, data: habits })
    for (const asset of [native, token]) {
      const friend = newPerson()
      const split = newSplit([actor, friend], [500n, 500n])
      await setMood(actor, 'refuse')
      await pay(asset, split.account, 10n)
      await share(split, asset)
      const { to, data } = shareCall({ factory, ...split, token: asset })
      for (const [target, call] of [
        [to, data],
        [split.account, takeTo(split.account, asset, actor)],
      ] as const) {
        await setMood(actor, 'callBack', target, call)
        await pay(asset, split.account, 1_000n)
        expect((await share(split, asset)).error).toBeNull()
        expect(await answer()).toBe(refused)
      }
      expect(await balances(asset, [friend, split.account])).toEqual([1_005n, 0n])
      await setMood(actor, 'accept')
      expect((await actAs(actor, split.account, takeTo(split.account, asset, actor))).error).toBe(
        'NothingOwed',
      )
    }
  })

  test('pays some at a time, and divides money that comes in between afterwards', async () => {
    const { newSplit, pay, share, token } = world()
    const some = people(5)
    const split = newSplit(some, [10n, 20n, 30n, 40n, 50n])
    await pay(token, split.account, 150n)
    await share(split, token, { count: 2 })
    expect(await balances(token, some)).toEqual([10n, 20n, 0n, 0n, 0n])
    await pay(token, split.account, 15n)
    await share(split, token, { count: 2 })
    await share(split, token)
    expect(await balances(token, some)).toEqual([10n, 20n, 30n, 40n, 50n])
    await share(split, token)
    expect(await balances(token, some)).toEqual([11n, 22n, 33n, 44n, 55n])
  })

  test('makes no good payee fail for little gas', async () => {
    const { newSplit, pay, share } = world()
    const split = newSplit(people(2), [1n, 1n])
    await pay(native, split.account, 10n)
    expect((await share(split, native, { gas: 200_000n })).error).toBe('NotEnoughGas')
    expect((await share(split, native)).error).toBeNull()
  })

  test('takes orders of its splitter alone, and money while it is there and before', async () => {
    const { newSplit, pay, send, share, stranger } = world()
    const split = newSplit(people(1), [1n])
    await pay(native, split.account, 1n)
    await share(split, native)
    const { error, gasUsed } = await pay(native, split.account, 1n)
    expect(error).toBeNull()
    // A transaction's own gas is 21,000 of them: far below what the escrow contract gives a receiver.
    expect(gasUsed).toBeLessThan(31_000n)
    const args = [[stranger], [1n], 1n, native, 1n] as const
    const data = encodeFunctionData({ abi: splitAccountAbi, functionName: 'share', args })
    expect((await send({ from: stranger, to: split.account, data })).error).toBe('NotSplitter')
  })
})
