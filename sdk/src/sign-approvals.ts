import { encodeAbiParameters, keccak256, toBytes } from 'viem'
import { approvalTypedData } from './approval.ts'
import type { ApprovalTerms } from './contract/index.ts'

/**
 * The typed data of an approval of work in the given quest of the giver.
 *
 * @throws TypeError where the terms are of another deposit: a service could ask for another approval than it says.
 */
export function typedDataFor(terms: ApprovalTerms, { giver, questId }: { giver: string; questId: string }) {
  const types = [{ type: 'address' }, { type: 'bytes32' }] as const
  const id = keccak256(
    encodeAbiParameters(types, [giver.toLowerCase() as `0x${string}`, keccak256(toBytes(questId))]),
  )
  if (terms.escrowId.toLowerCase() !== id)
    throw new TypeError('The terms of the approval are not of this quest.')
  return approvalTypedData(terms)
}
