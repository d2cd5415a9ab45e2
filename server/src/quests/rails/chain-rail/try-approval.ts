import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { ApprovalCall } from '../../../ground/clients/escrow-calls.ts'
import type { TriedOut } from './prepare.ts'

/** The way in which the contract would take a signed approval now: of proposed work, or with the proposal. */
export async function tryApproval(
  escrow: Escrow,
  approval: ApprovalCall,
): Promise<TriedOut | { refused: string }> {
  let refused = ''
  for (const kind of ['approveFor', 'proposeApproved'] as const) {
    const call = { ...approval, kind }
    const estimate = await escrow.estimate(call)
    if (!('refused' in estimate)) return { ...estimate, call }
    if (estimate.refused !== 'NotProposed') return estimate
    refused = estimate.refused
  }
  return { refused }
}
