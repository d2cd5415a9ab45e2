import { hasThird } from '@furrow/sdk/escrow-version'
import { sql } from 'kysely'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import { minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { placeOfPayee } from './payees.ts'

const atOnce = 100

/**
 * A call that ends a dispute may be owed already, and refused ever more seldom, when a ruling, its pause or a reorganisation
 * moves the end of the dispute. It waits for that end then, and its refusals count no more, so that it is on time.
 */
export async function followRulings({ clock, db }: Context, escrow: Escrow, head: Head): Promise<void> {
  const { version } = await escrow.readDeployed()
  if (!hasThird(version)) return
  const now = Math.max(head.time, clock.now())
  const moved = await db
    .selectFrom('escrow_calls')
    .innerJoin('assignments', join =>
      join
        .onRef('assignments.quest_id', '=', 'escrow_calls.quest_id')
        .on(
          sql<boolean>`assignments.farmer = ${placeOfPayee('escrow_calls.quest_id', 'escrow_calls.farmer')}`,
        ),
    )
    .select(['escrow_calls.id', 'escrow_calls.not_before as before', 'assignments.dispute_ends_at as ends'])
    .where('escrow_calls.contract', '=', escrow.id)
    .where('escrow_calls.state', '=', 'queued')
    .where('escrow_calls.kind', '=', 'settle')
    .where('assignments.status', '=', 'disputed')
    .where(({ and, eb, or, ref }) =>
      or([
        and([
          eb('assignments.dispute_ends_at', '>', now),
          eb('assignments.dispute_ends_at', '!=', ref('escrow_calls.not_before')),
        ]),
        // It waits for an end that is none any more: the pause after a refusal counts a try.
        and([
          eb('assignments.dispute_ends_at', '<=', now),
          eb('escrow_calls.not_before', '>', now + minute),
          eb('escrow_calls.tries', '=', 0),
        ]),
      ]),
    )
    .limit(atOnce)
    .execute()
  for (const { id, before, ends } of moved)
    await db
      .updateTable('escrow_calls')
      .set({ not_before: ends ?? 0, tries: 0 })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where('not_before', '=', before)
      .execute()
}
