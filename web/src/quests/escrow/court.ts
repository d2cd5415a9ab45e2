import type { Quest } from '@furrow/sdk'
import {
  bringCall,
  broughtData,
  type Court,
  type DisputeOnChain,
  readCourt as readOf,
} from '@furrow/sdk/escrow'
import type { Order } from './escrow-call.ts'
import { isOnChain, type Node } from './node.ts'

/** null where the arbiter is no court, or the wallet is on another chain. @throws the wallet's own errors. */
export async function readCourt(node: Node, quest: Quest, farmer: string): Promise<Court | null> {
  if (!(await isOnChain(node, quest.funding.chainId ?? 1))) return null
  return readOf(node, disputeOf(quest, farmer))
}

/** Brings the dispute, for the court's fee. */
export function bringOrder(court: Court, quest: Quest, farmer: string): Order {
  const dispute = disputeOf(quest, farmer)
  return { call: bringCall(court, dispute), watch: { to: court.arbiter, data: broughtData(dispute) } }
}

function disputeOf({ funding: { escrow = '', escrowId = '' } }: Quest, farmer: string): DisputeOnChain {
  return { escrow, escrowId, farmer }
}
