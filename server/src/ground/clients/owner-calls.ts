import { questEscrowV3Abi as abi } from '@furrow/contracts'
import { type EncodeFunctionDataParameters, encodeFunctionData, type Hex } from 'viem'
import { checksum, toAddress, zeroAddress } from '../address.ts'
import type { OwnerCall } from './escrow-calls.ts'

type Written = {
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly since: 2 | 3
  readonly from: 'owner' | 'giver'
  readonly note: string
}

const owners = { from: 'owner', since: 2, note: '' } as const
const third = { from: 'owner', since: 3, note: '' } as const

function written(call: OwnerCall): Written {
  if (call.kind === 'nominate')
    return {
      ...owners,
      functionName: 'nominateOperator',
      args: [checksum(call.next)],
      note: 'two days before it may begin',
    }
  if (call.kind === 'rescue')
    return {
      ...owners,
      functionName: 'rescue',
      args: [checksum(call.token), checksum(call.receiver)],
      note: 'what of the token belongs to no escrow',
    }
  if (call.kind === 'pause' || call.kind === 'resume')
    return { ...owners, functionName: 'pauseProposals', args: [call.kind === 'pause'] }
  return writtenOfThird(call)
}

function writtenOfThird(call: ThirdCall): Written {
  if (call.kind === 'nominate-deciders') {
    const args = [checksum(call.arbiter), checksum(call.attester ?? zeroAddress)]
    const isTakenBack = toAddress(call.arbiter) === zeroAddress
    const note = isTakenBack
      ? 'nobody is nominated then'
      : 'seven days before they may begin, about deposits to come'
    return { ...third, functionName: 'nominateDeciders', args, note }
  }
  if (call.kind === 'appoint-deciders')
    return { ...third, functionName: 'appointDeciders', args: [], note: 'for deposits to come' }
  if (call.kind === 'limit')
    return {
      ...third,
      functionName: 'setLimit',
      args: [checksum(call.token), call.most],
      note: call.most === 0n ? 'the token is not listed then' : 'the most that a deposit to come may be',
    }
  if (call.kind === 'only-listed')
    return { ...third, functionName: 'setOnlyListed', args: [call.only], note: 'for deposits to come' }
  if (call.kind === 'pause-ruling')
    return {
      ...third,
      functionName: 'pauseRuling',
      args: [call.escrow, checksum(call.farmer)],
      note: 'this one for a week, once',
    }
  return { ...third, from: 'giver', functionName: 'acceptBoth', args: [checksum(call.both), call.accepted] }
}

type ThirdCall = Exclude<OwnerCall, { readonly kind: 'nominate' | 'rescue' | 'pause' | 'resume' }>

export type OwnersWords = Pick<Written, 'since' | 'from'> & {
  readonly data: Hex
  readonly words: string
}

/** Calls that others than the service send. The second contract has some of the third's, under the same selectors. */
export function writeForOwner(call: OwnerCall): OwnersWords {
  const { args, from, functionName, note, since } = written(call)
  const request = { abi, functionName, args } as unknown as EncodeFunctionDataParameters
  const words = `${functionName}(${args.join(', ')})${note === '' ? '' : `: ${note}`}`
  return { data: encodeFunctionData(request), from, since, words }
}
