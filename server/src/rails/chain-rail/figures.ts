import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Figures } from '../../http/figures.ts'

/** Enough to know that something is wrong. */
const mostCounted = 1_000
const reasons = ['chain-unreachable', 'low-balance'] as const

export const escrowFigures: Figures = {
  gauges: {
    furrow_escrow_stopped: {
      help: 'Whether nothing is sent to the escrow contract, by reason.',
      labels: ['reason'],
    },
    furrow_escrow_parked_events: {
      help: 'Events of the escrow contract that could not be applied, and are tried again.',
      labels: ['contract'],
    },
    furrow_escrow_oldest_call_seconds: {
      help: 'How long the oldest call has been owed to the escrow contract.',
      labels: ['contract'],
    },
  },
  async read({ clock, db }) {
    const contracts = await readContracts(db)
    return [
      ...reasons.map(reason => ({
        name: 'furrow_escrow_stopped',
        labels: { reason },
        value: Number(contracts.some(({ problem }) => problem === reason)),
      })),
      ...contracts.flatMap(({ contract, parked, owed_since }) => [
        { name: 'furrow_escrow_parked_events', labels: { contract }, value: Number(parked) },
        {
          name: 'furrow_escrow_oldest_call_seconds',
          labels: { contract },
          value: owed_since === null ? 0 : (clock.now() - Number(owed_since)) / 1_000,
        },
      ]),
    ]
  },
}

function readContracts(db: Db) {
  return db
    .selectFrom('escrow_contracts')
    .select(({ selectFrom }) => [
      'contract',
      'problem',
      selectFrom(
        selectFrom('escrow_parked')
          .whereRef('escrow_parked.contract', '=', 'escrow_contracts.contract')
          .select('hash')
          .orderBy('next_at')
          .limit(mostCounted)
          .as('parked'),
      )
        .select(({ fn }) => fn.countAll().as('count'))
        .as('parked'),
      selectFrom('escrow_calls')
        .whereRef('escrow_calls.contract', '=', 'escrow_contracts.contract')
        // As they stand: of few calls that is true, and a plan for any state would be one for all of them.
        .where('state', 'in', [sql.lit('queued' as const), sql.lit('sent' as const)])
        .select(({ fn }) => fn.min('created_at').as('since'))
        .as('owed_since'),
    ])
    .execute()
}
