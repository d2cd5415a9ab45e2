import type { EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import type { Address } from '../../../ground/address.ts'
import type { Context } from '../../../ground/context.ts'

export type DueCall = EscrowCallRow & { readonly giver: Address }

/** A proposal of work that its giver has signed for gives its turn to that approval, which proposes the work too. */
export async function approvalsFirst(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  calls: readonly DueCall[],
): Promise<readonly DueCall[]> {
  const proposals = calls.filter(({ kind }) => kind === 'propose')
  if (proposals.length === 0) return calls
  const approvals = await db
    .selectFrom('escrow_calls')
    .selectAll()
    .where('quest_id', 'in', [...new Set(proposals.map(({ quest_id }) => quest_id))])
    .where('farmer', 'in', [...new Set(proposals.flatMap(({ farmer }) => farmer ?? []))])
    .where('kind', '=', 'approve')
    .where('state', '=', 'queued')
    .where('not_before', '<=', clock.now())
    .execute()
  if (approvals.length === 0) return calls
  const byWork = new Map(approvals.map(approval => [workOf(approval), approval]))
  const inTurn = calls.map(call => {
    const approval = call.kind === 'propose' ? byWork.get(workOf(call)) : undefined
    return approval === undefined ? call : { ...approval, giver: call.giver }
  })
  return [...new Map(inTurn.map(call => [call.id, call])).values()]
}

function workOf({ quest_id, farmer }: Pick<EscrowCallRow, 'quest_id' | 'farmer'>): string {
  return `${quest_id} ${farmer}`
}
