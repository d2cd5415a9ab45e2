import { questEscrowV2Abi, splitAccountAbi } from '@furrow/contracts'
import type { Quest } from '@furrow/sdk'
import {
  acceptCall,
  acceptedData,
  allowanceData,
  allowCall,
  depositCall,
  escrowsData,
  mostSharedAtOnce,
  type PayIn,
  shareCall,
  splitFrom,
} from '@furrow/sdk/escrow'
import { encodeFunctionData, erc20Abi, getAddress, type Hex, zeroAddress } from 'viem'
import { sameAddress } from '../../ui/address.ts'
import { payeeOf } from './payee.ts'
import type { Sent } from './sent.ts'

/** A decision of a party of a quest. */
export type Call =
  /** The account of a shared place, or of all prizes, gives its payees what it has. */
  | { readonly kind: 'share'; readonly farmer: string }
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

/** A step of paying in that is a transaction of its own. */
export function orderOf(
  step: 'accept' | 'reset' | 'allow' | 'deposit',
  from: string,
  payIn: PayIn,
  accepts: Hex | null = null,
): Order {
  if (step === 'accept') {
    if (accepts === null) throw new TypeError('There is nobody to accept as operator and arbiter.')
    const watch = { to: payIn.escrow, data: acceptedData(from, accepts) }
    return { call: acceptCall(payIn, accepts), watch }
  }
  if (step === 'deposit') return { call: depositCall(payIn), watch: watchDeposit(payIn) }
  const watch = { to: payIn.token, data: allowanceData(payIn, from) }
  return { call: allowCall(payIn, step === 'reset' ? 0n : payIn.total), watch }
}

/** All deposits of one call happen, or none. */
export function watchDeposit({ escrow, deposits }: PayIn): Order['watch'] {
  return { to: escrow, data: escrowsData(deposits[0]?.id as Hex) }
}

/** A decision that only the party's own wallet can sign. */
export function decisionOf(quest: Quest, call: Call): Order {
  const to = getAddress(quest.funding.escrow ?? zeroAddress)
  const id = quest.funding.escrowId as Hex
  if (call.kind === 'share') return shareOrder(quest, call.farmer)
  const farmer = 'farmer' in call ? payeeOf(quest, call.farmer) : null
  const watch =
    farmer === null
      ? { to, data: escrowsData(id) }
      : {
          to,
          data: encodeFunctionData({
            abi,
            functionName: 'payments',
            args: [id, getAddress(farmer)],
          }),
        }
  const named = 'farmer' in call ? { ...call, farmer: farmer ?? call.farmer } : call
  return { call: { to, data: encode(id, named), value: '0x0' }, watch }
}

function shareOrder({ farmers, funding }: Quest, farmer: string): Order {
  const split = farmers.find(({ address }) => sameAddress(address, farmer))?.split
  if (split === undefined) throw new TypeError('Nobody shares this place.')
  const token = getAddress(funding.tokenAddress ?? zeroAddress)
  // All of a contest's winners may be too many for one transaction: the next one goes on behind them.
  const some = split.payees.length > mostSharedAtOnce && { count: mostSharedAtOnce }
  const call = shareCall({ ...splitFrom(split), token, ...some })
  const account = getAddress(split.account)
  const watch =
    token === zeroAddress
      ? {
          to: account,
          data: encodeFunctionData({ abi: splitAccountAbi, functionName: 'rounds', args: [token] }),
        }
      : { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }) }
  return { call, watch }
}

function encode(id: Hex, call: Exclude<Call, { kind: 'share' }>): Hex {
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
