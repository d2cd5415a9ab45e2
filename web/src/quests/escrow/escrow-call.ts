import { questEscrowV2Abi } from '@furrow/contracts'
import type { Quest } from '@furrow/sdk'
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  stringToBytes,
  zeroAddress,
} from 'viem'
import type { Prompt } from './fund-plan.ts'
import type { Sent } from './sent.ts'

/** A decision of a party of a quest. */
export type Call =
  | { readonly kind: 'approve' | 'dispute' | 'returnWork'; readonly farmer: string }
  | { readonly kind: 'resolve'; readonly farmer: string; readonly pay: boolean }
  /** The farmer's part, in ten-thousandths. */
  | { readonly kind: 'split'; readonly farmer: string; readonly share: number }
  | { readonly kind: 'refund' | 'giveNotice' | 'concede' }
  /** Sends the wallet owner's waiting money to an address that can take it. */
  | { readonly kind: 'releaseTo' | 'refundTo'; readonly receiver: string }
  | { readonly kind: 'takeBackTo' | 'reclaimTo'; readonly farmer: string; readonly receiver: string }

/** The call to send, and the question to the chain that tells whether it happened. */
export type Order = { readonly call: Sent['call']; readonly watch: { readonly to: Hex; readonly data: Hex } }

/** The second version has the functions of the first. */
const abi = questEscrowV2Abi

export type Terms = ReturnType<typeof termsOf>

export function termsOf({ id, funding, maxFarmers }: Quest) {
  const amountEach = BigInt(funding.amountEach ?? 0)
  const token = getAddress(funding.tokenAddress ?? zeroAddress)
  return {
    quest: keccak256(stringToBytes(id)),
    id: funding.escrowId as Hex,
    escrow: getAddress(funding.escrow ?? zeroAddress),
    token,
    isCoin: token === zeroAddress,
    amountEach,
    places: maxFarmers,
    total: amountEach * BigInt(maxFarmers),
    /** The first version of the contract takes none. */
    takesPermits: (funding.contractVersion ?? 1) > 1,
  }
}

/** A step of paying in. */
export function orderOf(
  step: Exclude<Prompt, 'network' | 'together' | 'permit'>,
  from: string,
  terms: Terms,
): Order {
  const { escrow, token, isCoin, quest, amountEach, places, total } = terms
  if (step === 'deposit') {
    const data = encodeFunctionData({ abi, functionName: 'fund', args: [quest, token, amountEach, places] })
    return { call: callOf(escrow, data, isCoin ? total : 0n), watch: watchDeposit(terms) }
  }
  const data = approval(terms, step === 'reset' ? 0n : total)
  return { call: callOf(token, data), watch: watchAllowance(terms, from) }
}

type SignedPermit = {
  readonly deadline: bigint
  readonly v: number
  readonly r: Hex
  readonly s: Hex
}

/** The deposit with a signed permit, in the place of an allowance before. */
export function permittedDeposit(terms: Terms, { deadline, v, r, s }: SignedPermit): Order {
  const { escrow, token, quest, amountEach, places } = terms
  const args = [quest, token, amountEach, places, deadline, v, r, s] as const
  const data = encodeFunctionData({ abi, functionName: 'fundWithPermit', args })
  return { call: callOf(escrow, data), watch: watchDeposit(terms) }
}

/** A decision that only the party's own wallet can sign. */
export function decisionOf(quest: Quest, call: Call): Order {
  const terms = termsOf(quest)
  const farmer = 'farmer' in call ? call.farmer : null
  const watch =
    farmer === null
      ? watchDeposit(terms)
      : {
          to: terms.escrow,
          data: encodeFunctionData({
            abi,
            functionName: 'payments',
            args: [terms.id, getAddress(farmer)],
          }),
        }
  return { call: callOf(terms.escrow, encode(terms.id, call)), watch }
}

export function approval({ escrow }: Terms, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [escrow, amount] })
}

export function watchAllowance({ token, escrow }: Terms, from: string): Order['watch'] {
  const args = [getAddress(from), escrow] as const
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }) }
}

export function watchDeposit({ escrow, id }: Terms): Order['watch'] {
  return { to: escrow, data: encodeFunctionData({ abi, functionName: 'escrows', args: [id] }) }
}

function callOf(to: Hex, data: Hex, value = 0n): Sent['call'] {
  return { to, data, value: `0x${value.toString(16)}` }
}

function encode(id: Hex, call: Call): Hex {
  if (call.kind === 'releaseTo' || call.kind === 'refundTo')
    return encodeFunctionData({ abi, functionName: call.kind, args: [id, getAddress(call.receiver)] })
  if (!('farmer' in call)) return encodeFunctionData({ abi, functionName: call.kind, args: [id] })
  const farmer = getAddress(call.farmer)
  if (call.kind === 'resolve')
    return encodeFunctionData({ abi, functionName: 'resolve', args: [id, farmer, call.pay] })
  if (call.kind === 'split')
    return encodeFunctionData({ abi, functionName: 'split', args: [id, farmer, call.share] })
  if (call.kind === 'takeBackTo' || call.kind === 'reclaimTo')
    return encodeFunctionData({ abi, functionName: call.kind, args: [id, farmer, getAddress(call.receiver)] })
  return encodeFunctionData({ abi, functionName: call.kind, args: [id, farmer] })
}
