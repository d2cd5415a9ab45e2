import { inSplitOrder, shareCall, splitAddressOf, takeOwedCall } from '@furrow/sdk/escrow'
import { type Address, encodeFunctionData, getAddress, type Hex, pad, parseEventLogs, toHex } from 'viem'
import { splitAccountAbi, splitterAbi, splitterBytecode } from '../../src/index.ts'
import { assetsOn, native } from '../assets.ts'
import { type Outcome, startChain } from '../chain.ts'
import { actorAbi, actorBytecode, quirkyTokenAbi, quirkyTokenBytecode } from '../fixtures.ts'
import { moods } from '../v2/world.ts'

export type Payees = {
  readonly payees: readonly Hex[]
  readonly parts: readonly bigint[]
  readonly salt: Hex
}

/** A chain with a splitter, a token with any habits, and people who hold nothing yet. */
export async function startSplits() {
  const chain = await startChain()
  const { client, send } = chain
  const [payer, stranger] = chain.people as [Address, Address]
  const factory = await chain.deploy(splitterAbi, splitterBytecode)
  const token = await chain.deploy(quirkyTokenAbi, quirkyTokenBytecode)
  const { balanceOf } = assetsOn(chain, factory)
  let accounts = 0

  /** An account of its own, of these payees in any order; each gets a part by their place in the list. */
  function newSplit(people: readonly Address[], parts: readonly bigint[]): Payees & { account: Hex } {
    accounts += 1
    const given = people.map((payee, index) => ({ payee, part: parts[index] ?? 0n }))
    const ordered = inSplitOrder(given)
    const split = { ...ordered, salt: pad(toHex(accounts)) }
    return { ...split, account: splitAddressOf({ factory, ...split }) }
  }

  async function pay(asset: Address, account: Address, amount: bigint): Promise<Outcome> {
    if (asset === native) return send({ from: payer, to: account, value: amount })
    const data = encodeFunctionData({ abi: quirkyTokenAbi, functionName: 'mint', args: [account, amount] })
    return send({ from: payer, to: asset, data })
  }

  /** Anybody shares out. */
  async function share(split: Payees, asset: Address, { count, gas }: { count?: number; gas?: bigint } = {}) {
    const counted = count === undefined ? {} : { count }
    const { to, data } = shareCall({ factory, ...split, token: asset, ...counted })
    const outcome = await send({ from: stranger, to, data, ...(gas ? { gas } : {}) })
    const events = parseEventLogs({ abi: splitAccountAbi, logs: outcome.logs })
    return { ...outcome, events: events.map(({ eventName, args }) => [eventName, args] as const) }
  }

  const owedTo = (account: Address, asset: Address, payee: Address) =>
    client.readContract({
      abi: splitAccountAbi,
      address: account,
      functionName: 'owed',
      args: [asset, payee],
    })

  const newActor = () => chain.deploy(actorAbi, actorBytecode)

  async function setMood(actor: Address, mood: keyof typeof moods, target = actor, call: Hex = '0x') {
    const args = [moods[mood], target, call] as const
    const data = encodeFunctionData({ abi: actorAbi, functionName: 'setMood', args })
    await send({ from: stranger, to: actor, data })
  }

  const actAs = (actor: Address, to: Address, data: Hex) =>
    send({
      from: stranger,
      to: actor,
      data: encodeFunctionData({ abi: actorAbi, functionName: 'act', args: [to, 0n, data] }),
    })

  const block = (holder: Address, blocked: boolean) =>
    send({
      from: stranger,
      to: token,
      data: encodeFunctionData({
        abi: quirkyTokenAbi,
        functionName: 'setBlocked',
        args: [holder, blocked],
      }),
    })

  const takeTo = (account: Address, asset: Address, receiver: Address) =>
    takeOwedCall({ account, token: asset, receiver }).data

  return {
    ...chain,
    ...{ payer, stranger, factory, token, balanceOf, newSplit, pay, share, owedTo, newActor, setMood },
    ...{ actAs, block, takeTo },
  }
}

let made = 0

/** Somebody who was never paid before. */
export function newPerson(): Hex {
  made += 1
  return getAddress(pad(toHex(0xfa_0000_0000n + BigInt(made)), { size: 20 }))
}
