import { type Address, encodeDeployData, type Hex, zeroAddress } from 'viem'
import { expect } from 'vitest'
import {
  questEscrowV2Abi,
  questEscrowV2Bytecode,
  questEscrowV3Abi,
  questEscrowV3Bytecode,
} from '../../src/index.ts'
import { native } from '../assets.ts'
import { reviewWindow } from '../terms.ts'
import { type Action, type ActionArgs, disputePeriod, rulingDelay, type World } from './world.ts'

const amountEach = 10n ** 6n
/** So many quests go together where several do. */
export const batch = 20
const soon = 10n ** 12n

/** Records the gas of calls that must succeed. */
function taker({ act }: World) {
  return async <Name extends Action>(from: Address, name: Name, args: ActionArgs<Name>, value = 0n) => {
    const outcome = await act(from, name, args, value)
    expect(outcome.error, name).toBeNull()
    return outcome.gasUsed
  }
}

/** Each action once, by people who have held the asset before, as they mostly have. */
export async function measure(world: World, token: Address): Promise<Map<string, bigint>> {
  const { act, allow, arbiter, farmer, fundQuest, giver, newQuest, operator, otherFarmer, ...rest } = world
  const { sign, sponsor, stranger, version, wait } = rest
  const take = taker(world)
  const gas = new Map<string, bigint>()
  const row = async (name: string, used: Promise<bigint>) => gas.set(name, await used)
  const value = (slots: bigint) => (token === native ? amountEach * slots : 0n)
  const proposed = async (disputed = false) => {
    const id = await fundQuest({ token, amountEach })
    await act(operator, 'propose', [id, farmer, false])
    if (disputed) await act(giver, 'dispute', [id, farmer])
    return id
  }
  const approval = (escrow: Hex) => sign.approval(giver, { escrow, farmer, deadline: soon })
  if (token !== native) for (const each of [farmer, otherFarmer, arbiter]) await allow(token, each, 1n)
  await proposed()

  await row('fund', take(giver, 'fund', [newQuest(), token, amountEach, 3], value(3n)))
  const quest = newQuest()
  const terms = { payer: sponsor, quest, token, amountEach, slots: 3, deadline: soon }
  const consent = await sign.sponsorship(giver, terms)
  const sponsored = [giver, quest, token, amountEach, 3, soon, consent] as const
  await row('fundFor', take(sponsor, 'fundFor', sponsored, value(3n)))
  await row('propose', take(operator, 'propose', [await fundQuest({ token }), farmer, false]))
  const approved = await fundQuest({ token, amountEach })
  const args = [approved, farmer, true, soon, await approval(approved)] as const
  await row('proposeApproved', take(operator, 'proposeApproved', args))
  await row('approve', take(giver, 'approve', [await proposed(), farmer]))
  const signed = await proposed()
  await row('approveFor', take(stranger, 'approveFor', [signed, farmer, soon, await approval(signed)]))
  await row('returnWork', take(giver, 'returnWork', [await proposed(), farmer]))
  await row('dispute', take(giver, 'dispute', [await proposed(), farmer]))
  const [paid, refunded, divided] = [await proposed(true), await proposed(true), await proposed(true)]
  await row('resolve, paid', take(arbiter, 'resolve', [paid, farmer, true]))
  await row('resolve, refunded', take(arbiter, 'resolve', [refunded, farmer, false]))
  await row('split', take(arbiter, 'split', [divided, farmer, 5000]))
  if (version === 3) {
    wait(rulingDelay)
    await row('release of a ruling, paid', take(stranger, 'release', [paid, farmer]))
    await row('release of a ruling, refunded', take(stranger, 'release', [refunded, farmer]))
    await row('release of a ruling, split', take(stranger, 'release', [divided, farmer]))
  }
  await row('concede', take(farmer, 'concede', [await proposed()]))
  const [unresolved, due, elsewhere] = [await proposed(true), await proposed(), await proposed()]
  wait(disputePeriod + reviewWindow)
  await row('settle', take(stranger, 'settle', [unresolved, farmer]))
  await row('release', take(stranger, 'release', [due, farmer]))
  await row('releaseTo', take(farmer, 'releaseTo', [elsewhere, otherFarmer]))
  const closing = await fundQuest({ token })
  await row('giveNotice', take(giver, 'giveNotice', [closing]))
  await row('close', take(operator, 'close', [closing]))
  await row('refund', take(giver, 'refund', [closing]))
  return gas
}

/** The gas of one place, from the deposit to the payment. */
export async function jobs(world: World, token: Address) {
  const { escrowOf, farmer, giver, newQuest, operator, sign, stranger, wait } = world
  const take = taker(world)
  const fund = async () => {
    const quest = newQuest()
    const value = token === native ? amountEach : 0n
    const gas = await take(giver, 'fund', [quest, token, amountEach, 1], value)
    return { id: await escrowOf(giver, quest), gas }
  }

  // As for people who have been here before.
  if (token !== native) await world.allow(token, farmer, 1n)
  await fund()
  const one = await fund()
  const signature = await sign.approval(giver, { escrow: one.id, farmer, deadline: soon })
  const approved =
    one.gas + (await take(operator, 'proposeApproved', [one.id, farmer, true, soon, signature]))

  const two = await fund()
  let released = two.gas + (await take(operator, 'propose', [two.id, farmer, true]))
  wait(reviewWindow)
  released += await take(stranger, 'release', [two.id, farmer])

  const fundings = Array.from({ length: batch }, () => ({ quest: newQuest(), amountEach, slots: 1 }))
  const ids = await Promise.all(fundings.map(({ quest }) => escrowOf(giver, quest)))
  const value = token === native ? amountEach * BigInt(batch) : 0n
  const together = await take(giver, 'fundMany', [token, fundings], value)
  const proposals = ids.map(escrow => ({ escrow, farmer, verified: true }))
  let served = await take(operator, 'proposeMany', [proposals])
  wait(reviewWindow)
  served += await take(stranger, 'releaseMany', [ids.map(escrow => ({ escrow, farmer }))])
  return {
    approved,
    released,
    batched: (together + served) / BigInt(batch),
    // Givers who do not know each other pay in one by one.
    strangers: two.gas + served / BigInt(batch),
  }
}

export async function deploymentGas(world: World): Promise<bigint> {
  const { arbiter, attester, operator, owner, send, stranger, token, version } = world
  const roles = { operator, arbiter, attester, owner, uptimeFeed: zeroAddress, reviewWindow, disputePeriod }
  const data =
    version === 2
      ? encodeDeployData({ abi: questEscrowV2Abi, bytecode: questEscrowV2Bytecode, args: [roles] })
      : encodeDeployData({
          abi: questEscrowV3Abi,
          bytecode: questEscrowV3Bytecode,
          args: [{ ...roles, tokens: [token, zeroAddress, zeroAddress] }],
        })
  return (await send({ from: stranger, data })).gasUsed
}
