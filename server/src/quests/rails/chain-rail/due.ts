import { sql } from 'kysely'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { changeDue } from '../../change/due.ts'
import { findWork, type WorkQuery } from '../../change/find-work.ts'

/** Due by the contract's own clock, or by ours where the chain is quiet. A merge in doubt is not paid. */
export async function askWhatIsDue(ours: Context, { id }: Pick<Escrow, 'id'>, head: Head): Promise<number> {
  const now = Math.max(head.time, ours.clock.now())
  const context = { ...ours, clock: { ...ours.clock, now: () => now } }
  const release = findWork(
    farmer => ({ kind: 'window-over', by: null, farmer }),
    query =>
      notAsked('release', id, query)
        .where('assignments.status', '=', sql.lit('in-review' as const))
        .where('assignments.review_ends_at', '<=', now)
        .where(({ eb, or }) =>
          or([eb('assignments.merge_check', 'is', null), eb('assignments.merge_check', '=', 'clear')]),
        )
        .orderBy('assignments.review_ends_at'),
  )
  const settle = findWork(
    farmer => ({ kind: 'end-dispute', by: null, farmer, verdict: null }),
    query =>
      notAsked('settle', id, query)
        .where('assignments.status', '=', sql.lit('disputed' as const))
        .where('assignments.dispute_ends_at', '<=', now)
        .orderBy('assignments.dispute_ends_at'),
  )
  return (await changeDue(context, release)) + (await changeDue(context, settle))
}

function notAsked(call: 'release' | 'settle', contract: string, query: WorkQuery): WorkQuery {
  return query
    .where('assignments.rail', '=', 'chain')
    .where('assignments.proposed', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('escrows')
          .select('escrows.quest_id')
          .whereRef('escrows.quest_id', '=', 'assignments.quest_id')
          .where('escrows.contract', '=', contract),
      ),
    )
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('escrow_calls')
            .select('escrow_calls.id')
            .where(
              'escrow_calls.id',
              '=',
              sql<string>`${sql.lit(`${call}:`)} || ${ref('assignments.quest_id')} || ':' || ${ref('assignments.farmer')}`,
            ),
        ),
      ),
    )
}
