import type { Db } from '@furrow/storage/db.ts'
import type { Rail } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { minute } from '../../ground/clock.ts'
import type { Figures } from '../../ground/http/figures.ts'
import { overBudget } from './chain-rail/gas-budget.ts'
import { placeOfPayee } from './chain-rail/payees.ts'

const mostCounted = 1_000
/** Payments run each second: work that waits longer does not wait for a run. */
const grace = minute
/** Calls that anybody may make are sent also where the contract takes no proposal. */
const stopsPaying = ['chain-unreachable', 'low-balance', 'no-contract'] as const
const rails: readonly Rail[] = ['ledger', 'chain']

export const overdueFigures: Figures = {
  gauges: {
    furrow_overdue_releases: {
      help: `Work whose review window has been over for a minute, that nothing holds, and that is not paid; at most ${mostCounted}.`,
      labels: ['rail'],
    },
    furrow_oldest_overdue_release_seconds: {
      help: 'For how long the window of the oldest of them has been over.',
      labels: ['rail'],
    },
  },
  async read({ clock, db }) {
    const now = clock.now()
    const found = await Promise.all(rails.map(rail => readOverdue(db, rail, now - grace)))
    return rails.flatMap((rail, index) => {
      const { count, since } = found[index] as Awaited<ReturnType<typeof readOverdue>>
      const age = since === null ? 0 : (now - Number(since)) / 1_000
      return [
        { name: 'furrow_overdue_releases', labels: { rail }, value: Number(count) },
        { name: 'furrow_oldest_overdue_release_seconds', labels: { rail }, value: age },
      ]
    })
  },
}

/** A merge in doubt holds its work; on chain, so do problems that stop all calls, which have their own figure. */
async function readOverdue(db: Db, rail: Rail, until: number) {
  const overdue = db
    .selectFrom('assignments')
    .select('review_ends_at')
    .where('rail', '=', sql.lit(rail))
    .where('status', '=', sql.lit('in-review' as const))
    .where('review_ends_at', '<=', until)
    .where(({ eb, or }) => or([eb('merge_check', 'is', null), eb('merge_check', '=', 'clear')]))
    .$if(rail === 'chain', query =>
      query
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('escrows')
                .innerJoin('escrow_contracts', 'escrow_contracts.contract', 'escrows.contract')
                .whereRef('escrows.quest_id', '=', 'assignments.quest_id')
                .where(({ and, eb, or, ref }) =>
                  or([
                    eb('escrow_contracts.problem', 'in', [...stopsPaying]),
                    and([
                      eb('escrow_contracts.problem', 'is not', null),
                      eb(ref('assignments.proposed'), '=', 0),
                    ]),
                  ]),
                )
                .select('escrows.quest_id'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('escrow_calls')
                .whereRef('escrow_calls.quest_id', '=', 'assignments.quest_id')
                .where(
                  sql<boolean>`assignments.farmer = ${placeOfPayee('escrow_calls.quest_id', 'escrow_calls.farmer')}`,
                )
                .where('escrow_calls.problem', '=', overBudget)
                .select('escrow_calls.id'),
            ),
          ),
        ),
    )
    .orderBy('review_ends_at')
    .limit(mostCounted)
  return db
    .selectFrom(overdue.as('found'))
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('review_ends_at').as('since')])
    .executeTakeFirstOrThrow()
}
