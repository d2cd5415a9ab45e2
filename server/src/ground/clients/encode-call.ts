import {
  questEscrowAbi as abi,
  questEscrowV2Abi as secondAbi,
  splitterAbi,
  questEscrowV3Abi as thirdAbi,
} from '@furrow/contracts'
import { encodeFunctionData, type Hex } from 'viem'
import type { ApprovalCall, AttestedCall, EscrowCall } from './escrow-calls.ts'

/** The call's bytes. By itself each, or the types of what they are called with would be mixed. */
export function encodeCall(call: EscrowCall): Hex {
  if (call.kind === 'proposeMany')
    return encodeFunctionData({ abi: secondAbi, functionName: 'proposeMany', args: [call.items] })
  if (call.kind === 'releaseMany')
    return encodeFunctionData({ abi: secondAbi, functionName: 'releaseMany', args: [call.items] })
  if (call.kind === 'propose') {
    const args = [call.escrow, call.farmer, call.verified] as const
    return encodeFunctionData({ abi, functionName: 'propose', args })
  }
  if (call.kind === 'close') return encodeFunctionData({ abi, functionName: 'close', args: [call.escrow] })
  if (call.kind === 'share') {
    const { payees, parts, salt } = call.split
    const args = [payees, parts, salt, call.token] as const
    if (payees.length <= call.count)
      return encodeFunctionData({ abi: splitterAbi, functionName: 'share', args })
    const some = [...args, BigInt(call.count)] as const
    return encodeFunctionData({ abi: splitterAbi, functionName: 'shareSome', args: some })
  }
  if (call.kind === 'proposeAttested') return encodeAttested(call)
  if (call.kind === 'approveFor' || call.kind === 'proposeApproved') return encodeApproval(call)
  return encodeFunctionData({ abi, functionName: call.kind, args: [call.escrow, call.farmer] })
}

function encodeAttested({ escrow, farmer, work, deadline, signature }: AttestedCall): Hex {
  const functionName = 'proposeAttested'
  if (work === null) {
    const args = [escrow, farmer, BigInt(deadline), signature] as const
    return encodeFunctionData({ abi: secondAbi, functionName, args })
  }
  const args = [escrow, farmer, work, BigInt(deadline), signature] as const
  return encodeFunctionData({ abi: thirdAbi, functionName, args })
}

function encodeApproval({ kind, escrow, farmer, verified, deadline, signature }: ApprovalCall): Hex {
  if (kind === 'approveFor') {
    const args = [escrow, farmer, BigInt(deadline), signature] as const
    return encodeFunctionData({ abi: secondAbi, functionName: kind, args })
  }
  const args = [escrow, farmer, verified, BigInt(deadline), signature] as const
  return encodeFunctionData({ abi: secondAbi, functionName: kind, args })
}
