import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeWorld } from './describe-world.ts'
import { native, type World } from './escrow.ts'
import { history, type Told, tell } from './history.ts'
import { play } from './model.ts'
import { day } from './terms.ts'

const numRuns = Number(process.env.HISTORIES ?? 15)

describeWorld('any history', world => {
  test(
    'answers by the rules, moves what the books say, and leaves nothing behind',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async given => {
          const before = await balances(world())
          const told = await tell(world(), given)
          await checkHolders(world(), before, told)
          await checkDeposits(world(), told)
          checkPayments(told)
          await leaveNothing(world(), before, told)
        }),
        { numRuns },
      )
    },
    60_000 + numRuns * 5_000,
  )
})

async function balances({ address, balanceOf, people, token }: World): Promise<Map<string, bigint>> {
  const keys = [native, token].flatMap(asset => [...people, address].map(holder => ({ asset, holder })))
  const amounts = await Promise.all(keys.map(({ asset, holder }) => balanceOf(asset, holder)))
  return new Map(keys.map(({ asset, holder }, i) => [`${asset} ${holder}`, amounts[i] ?? 0n]))
}

/** Every holder has their balance by the rules, and the contract the sum that it holds for others. */
async function checkHolders(world: World, before: Map<string, bigint>, { model }: Told) {
  const expected = new Map(before)
  const add = (key: string, amount: bigint) => expected.set(key, (expected.get(key) ?? 0n) + amount)
  for (const [key, amount] of model.moved) add(key, amount)
  for (const { token, held, amountEach } of model.deposits.values())
    add(`${token} ${world.address}`, BigInt(held) * amountEach)
  expect(await balances(world)).toEqual(expected)
}

/** The contract's own books are the model's, and for each deposit: paid + refunded + held = funded. */
async function checkDeposits(world: World, { events, model, quests }: Told) {
  for (const { escrow: id, slots } of quests) {
    const { slots: _, ...kept } = await world.escrow(id)
    expect(kept).toEqual(model.deposits.get(id))
    let out = 0n
    for (const [, args] of events) if ('amount' in args && args.escrow === id) out += args.amount
    expect(out + BigInt(kept.held) * kept.amountEach).toBe(BigInt(slots) * kept.amountEach)
  }
  for (const [key, work] of model.works) {
    const [id, farmer] = key.split(' ') as [`0x${string}`, `0x${string}`]
    expect(await world.payment(id, farmer)).toEqual(work)
  }
}

/** Only proposed farmers are paid, and nobody twice. */
function checkPayments({ events }: Told) {
  const proposed = new Set<string>()
  const ended = new Set<string>()
  for (const [name, args] of events) {
    if (!('farmer' in args) || args.farmer === native) continue
    const payment = `${args.escrow} ${args.farmer}`
    if (name === 'Proposed') proposed.add(payment)
    if (name !== 'Released' && name !== 'Refunded') continue
    expect(proposed).toContain(payment)
    expect(ended).not.toContain(payment)
    ended.add(payment)
  }
}

/** With operator and arbiter gone for good, strangers and givers still get everything out, each to its owner. */
async function leaveNothing(world: World, before: Map<string, bigint>, told: Told) {
  const { act, stranger } = world
  const { model, quests } = told
  world.wait(90n * day)
  for (const [key, { state }] of model.works) {
    if (state !== 'Proposed' && state !== 'Disputed') continue
    const [escrow, farmer] = key.split(' ') as [`0x${string}`, `0x${string}`]
    const action = state === 'Disputed' ? 'settle' : 'release'
    expect(play(model, { action, caller: stranger, escrow, farmer, flag: false, at: world.now() })).toBeNull()
    expect((await act(stranger, action, [escrow, farmer])).error).toBeNull()
  }
  for (const { giver, escrow } of quests) {
    if (model.deposits.get(escrow)?.free === 0) continue
    const step = { action: 'refund', caller: giver, escrow, farmer: native, flag: false } as const
    expect(play(model, { ...step, at: world.now() })).toBeNull()
    expect((await act(giver, 'refund', [escrow])).error).toBeNull()
  }
  expect([...model.deposits.values()].map(deposit => deposit.held)).toEqual([0, 0, 0])
  await checkHolders(world, before, told)
}
