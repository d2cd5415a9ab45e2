import { encodeAbiParameters, keccak256, toBytes } from 'viem'
import { approvalTypedData } from './approval.ts'
import type { ApprovalTerms } from './contract/index.ts'
import { splitAddressOf, splitSaltOf } from './escrow/split.ts'

/**
 * The typed data of an approval of work in the given quest of the giver.
 *
 * @throws TypeError where the terms are of another deposit, or pay somebody else than the farmer or their team: a service could ask
 * for another approval than it says.
 */
export function typedDataFor(
  terms: ApprovalTerms,
  { giver, questId, farmer }: { giver: string; questId: string; farmer: string },
) {
  const types = [{ type: 'address' }, { type: 'bytes32' }] as const
  const id = keccak256(
    encodeAbiParameters(types, [giver.toLowerCase() as `0x${string}`, keccak256(toBytes(questId))]),
  )
  if (terms.escrowId.toLowerCase() !== id)
    throw new TypeError('The terms of the approval are not of this quest.')
  requirePayee(terms, questId, farmer)
  return approvalTypedData(terms)
}

/** A shared place, and that of all prizes, is paid to its account, which is of this place and has its farmer among the payees. */
function requirePayee({ farmer: payee, split }: ApprovalTerms, questId: string, farmer: string): void {
  if (isSame(payee, farmer)) return
  if (split !== undefined) {
    const { splitter: factory, payees, salt } = split
    const parts = split.parts.map(BigInt)
    const account = splitAddressOf({ factory, payees, parts, salt: salt as `0x${string}` })
    const isOfPlace = isSame(salt, splitSaltOf(questId, farmer)) && payees.some(one => isSame(one, farmer))
    if (isSame(account, payee) && isOfPlace) return
  }
  throw new TypeError('The terms of the approval pay somebody else than this farmer.')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
