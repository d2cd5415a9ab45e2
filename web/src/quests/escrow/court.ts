import type { Quest } from '@furrow/sdk'
import {
  type AppealableCourt,
  appealCall,
  bringCall,
  broughtData,
  type Court,
  type CourtSide,
  type DisputeOnChain,
  readAppealableCourt,
  readCourt as readPlain,
  roundData,
} from '@furrow/sdk/escrow'
import type { Order } from './escrow-call.ts'
import { isOnChain, type Node } from './node.ts'
import { payeeOf } from './payee.ts'

export type Courts =
  | { readonly kind: 'plain'; readonly court: Court }
  | { readonly kind: 'appealable'; readonly court: AppealableCourt }
  /** The wallet is on another chain: nobody can see here whether the arbiter is a court. */
  | { readonly kind: 'elsewhere' }

/** null where the arbiter is no court. @throws the wallet's own errors. */
export async function readCourt(node: Node, quest: Quest, farmer: string): Promise<Courts | null> {
  if (!(await isOnChain(node, quest.funding.chainId ?? 1))) return { kind: 'elsewhere' }
  const dispute = disputeOf(quest, farmer)
  const appealable = await readAppealableCourt(node, dispute)
  if (appealable !== null) return { kind: 'appealable', court: appealable }
  const court = await readPlain(node, dispute)
  return court && { kind: 'plain', court }
}

/** Brings the dispute, for the court's fee; or pays it for the own side, where appeals are possible. */
export function bringOrder(court: Court | AppealableCourt, quest: Quest, farmer: string): Order {
  const dispute = disputeOf(quest, farmer)
  const data = 'group' in court ? roundData({ ...court, rounds: 0 }) : broughtData(dispute)
  return { call: bringCall(court, dispute), watch: { to: court.arbiter, data } }
}

/** Pays for one side's appeal. */
export function appealOrder(court: AppealableCourt, side: CourtSide, amount: bigint): Order {
  return { call: appealCall(court, side, amount), watch: { to: court.arbiter, data: roundData(court) } }
}

function disputeOf(quest: Quest, farmer: string): DisputeOnChain {
  const { arbiter, escrow = '', escrowId = '' } = quest.funding
  return { escrow, escrowId, farmer: payeeOf(quest, farmer), arbiter: arbiter ?? undefined }
}
