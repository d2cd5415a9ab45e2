import { encodeFunctionData, getAddress, type Hex } from 'viem'
import { hasThird } from '../escrow-version.ts'
import { escrowAbi } from './abi.ts'
import { callContract, type Node } from './node.ts'
import type { Call, PayIn } from './pay-in.ts'

/**
 * Why the contract would refuse a deposit, from its third version on. `not-listed`: its owner takes no deposits in the token;
 * `over-limit`: it takes `most` for one at most, in the token's smallest unit; `not-accepted`: its operator is its arbiter
 * too, which the giver, who is another than the payer, has not accepted.
 */
export type Blocked =
  | { readonly why: 'not-listed' }
  | { readonly why: 'over-limit'; readonly most: bigint }
  | { readonly why: 'not-accepted'; readonly both: Hex }

export type Taken = {
  /** One address is operator and arbiter: the giver has to accept it by name before they pay in. null where nothing is missing. */
  readonly accepts: Hex | null
  readonly blocked: Blocked | null
}

/** Asks the contract itself. @throws the node's own errors. */
export async function readTaken(node: Node, from: string, payIn: PayIn): Promise<Taken> {
  if (!hasThird(payIn.version)) return { accepts: null, blocked: null }
  const { escrow, sponsorship } = payIn
  const [operator, arbiter, blocked] = await Promise.all([
    readAddress(node, escrow, 'operator'),
    readAddress(node, escrow, 'arbiter'),
    readBound(node, payIn),
  ])
  const giver = sponsorship?.giver ?? from
  if (blocked !== null || operator !== arbiter || (await hasAccepted(node, escrow, giver, arbiter)))
    return { accepts: null, blocked }
  return sponsorship === undefined
    ? { accepts: arbiter, blocked: null }
    : { accepts: null, blocked: { why: 'not-accepted', both: arbiter } }
}

async function readBound(node: Node, { escrow, token, deposits }: PayIn): Promise<Blocked | null> {
  const limits = encodeFunctionData({ abi: escrowAbi, functionName: 'limits', args: [token] })
  const only = encodeFunctionData({ abi: escrowAbi, functionName: 'onlyListed' })
  const [most, onlyListed] = await Promise.all([
    callContract(node, escrow, limits).then(BigInt),
    callContract(node, escrow, only).then(BigInt),
  ])
  if (most === 0n) return onlyListed === 0n ? null : { why: 'not-listed' }
  return deposits.some(({ total }) => total > most) ? { why: 'over-limit', most } : null
}

export async function readAddress(
  node: Node,
  escrow: Hex,
  functionName: 'arbiter' | 'operator',
): Promise<Hex> {
  const data = encodeFunctionData({ abi: escrowAbi, functionName })
  return getAddress(`0x${(await callContract(node, escrow, data)).slice(-40)}`)
}

/** The question whether this giver has accepted that the address is both. */
export function acceptedData(giver: string, both: Hex): Hex {
  const args = [getAddress(giver), both] as const
  return encodeFunctionData({ abi: escrowAbi, functionName: 'acceptsBoth', args })
}

async function hasAccepted(node: Node, escrow: Hex, giver: string, both: Hex): Promise<boolean> {
  return BigInt(await callContract(node, escrow, acceptedData(giver, both))) !== 0n
}

/** The giver accepts by name that one address is operator and arbiter. */
export function acceptCall({ escrow }: PayIn, both: Hex): Call {
  const data = encodeFunctionData({ abi: escrowAbi, functionName: 'acceptBoth', args: [both, true] })
  return { to: escrow, data, value: '0x0' }
}
