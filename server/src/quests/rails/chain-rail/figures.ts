import type { Db } from '@furrow/storage/db.ts'
import type { EscrowProblem } from '@furrow/storage/escrow-tables.ts'
import { sql } from 'kysely'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Escrows } from '../../../ground/clients/escrows.ts'
import { silenceOf } from '../../../ground/clients/halted.ts'
import type { Figures, Sample } from '../../../ground/http/figures.ts'
import { overBudget } from './gas-budget.ts'
import { dayOf } from './gas-spent.ts'
import { lastFinal } from './last-final.ts'
import { type Distrust, distrustOf } from './tell-of-chain.ts'

const mostCounted = 1_000
const distrusts: readonly Distrust[] = ['wrong-chain', 'disagreement']
const reasons: readonly EscrowProblem[] = [
  'chain-unreachable',
  'low-balance',
  'no-contract',
  'no-operator',
  'proposals-paused',
]

export const escrowFigures: Figures = {
  gauges: {
    furrow_escrow_stopped: {
      help: 'Whether nothing is sent to the escrow contract, or no proposal, by reason: then its quests take nobody.',
      labels: ['reason', 'contract'],
    },
    furrow_escrow_distrusted: {
      help: 'Whether this process does not believe the RPC of the escrow, by reason: then nothing is read or paid.',
      labels: ['reason', 'contract'],
    },
    furrow_escrow_head_age_seconds: {
      help: "How old the newest block of the contract's chain is, as of the last look at it; not of a local chain.",
      labels: ['contract'],
    },
    furrow_escrow_cursor_lag_blocks: {
      help: 'How many final blocks of the chain, as of the last look at it, were not followed yet.',
      labels: ['contract'],
    },
    furrow_escrow_parked_events: {
      help: 'Events of the escrow contract that could not be applied, and are tried again.',
      labels: ['contract'],
    },
    furrow_escrow_contradictions: {
      help: 'Quests that the escrow contract and the database contradict each other about: nothing is sent for them.',
      labels: ['contract'],
    },
    furrow_escrow_oldest_call_seconds: {
      help: 'How long the oldest call has been owed to the escrow contract that waits for no gas budget.',
      labels: ['contract'],
    },
    furrow_escrow_reorganisations: {
      help: "How often the contract's chain took back blocks that counted as final, since it is followed.",
      labels: ['contract'],
    },
    furrow_escrow_over_budget_calls: {
      help: 'Calls that wait for the next day, since the gas budget of their giver is spent.',
      labels: ['contract'],
    },
    furrow_escrow_gas_today_coins: {
      help: "What final calls to the escrow contract have cost today (UTC), in the chain's coin.",
      labels: ['contract'],
    },
  },
  async read({ clock, db, escrows }) {
    const contracts = await readContracts(db, dayOf(clock.now()))
    return [
      ...showStopped(escrows, contracts),
      ...escrows.all.flatMap(escrow =>
        distrusts.map(reason => ({
          name: 'furrow_escrow_distrusted',
          labels: { reason, contract: escrow.id },
          value: Number(distrustOf(escrow).why === reason),
        })),
      ),
      ...escrows.all.flatMap(escrow => showSilence(escrow, clock.now())),
      ...contracts.flatMap(
        ({ contract, next_block, parked, contradictions, owed_since, held, gwei, reorganisations }) => [
          { name: 'furrow_escrow_reorganisations', labels: { contract }, value: reorganisations },
          ...showLag(escrows.byId(contract), next_block),
          { name: 'furrow_escrow_over_budget_calls', labels: { contract }, value: Number(held) },
          { name: 'furrow_escrow_gas_today_coins', labels: { contract }, value: Number(gwei ?? 0) / 1e9 },
          { name: 'furrow_escrow_parked_events', labels: { contract }, value: Number(parked) },
          { name: 'furrow_escrow_contradictions', labels: { contract }, value: Number(contradictions) },
          {
            name: 'furrow_escrow_oldest_call_seconds',
            labels: { contract },
            // A chain's clock may be ahead of ours, and so may the time of a call.
            value: owed_since === null ? 0 : Math.max(clock.now() - Number(owed_since), 0) / 1_000,
          },
        ],
      ),
    ]
  },
}

function showStopped(
  { all }: Escrows,
  contracts: readonly { readonly contract: string; readonly problem: string | null }[],
): Sample[] {
  const name = 'furrow_escrow_stopped'
  if (all.length === 0) return reasons.map(reason => ({ name, labels: { reason }, value: 0 }))
  const problems = new Map(contracts.map(({ contract, problem }) => [contract, problem]))
  return all.flatMap(({ id }) =>
    reasons.map(reason => ({
      name,
      labels: { reason, contract: id },
      value: Number(problems.get(id) === reason),
    })),
  )
}

function showSilence(escrow: Escrow, now: number): Sample[] {
  const silence = silenceOf(escrow, now)
  if (silence === null) return []
  return [{ name: 'furrow_escrow_head_age_seconds', labels: { contract: escrow.id }, value: silence / 1_000 }]
}

function showLag(escrow: Escrow | null, next: number | null): Sample[] {
  const final = escrow && lastFinal(escrow).block
  if (escrow === null || final === null || next === null) return []
  const value = Math.max(Number(final) + 1 - Number(next), 0)
  return [{ name: 'furrow_escrow_cursor_lag_blocks', labels: { contract: escrow.id }, value }]
}

function readContracts(db: Db, today: number) {
  return db
    .selectFrom('escrow_contracts')
    .select(({ selectFrom }) => [
      'contract',
      'next_block',
      'problem',
      'reorganisations',
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
      selectFrom('escrows')
        .whereRef('escrows.contract', '=', 'escrow_contracts.contract')
        .where('contradiction', 'is not', null)
        .select(({ fn }) => fn.countAll().as('count'))
        .as('contradictions'),
      selectFrom('escrow_calls')
        .whereRef('escrow_calls.contract', '=', 'escrow_contracts.contract')
        // Literals: few calls have these states, and a plan for any state would be one for all of them.
        .where('state', 'in', [sql.lit('queued' as const), sql.lit('sent' as const)])
        .where('escrow_calls.problem', 'is distinct from', overBudget)
        .select(({ fn }) => fn.min('created_at').as('since'))
        .as('owed_since'),
      selectFrom('escrow_calls')
        .whereRef('escrow_calls.contract', '=', 'escrow_contracts.contract')
        .where('state', '=', sql.lit('queued' as const))
        .where('escrow_calls.problem', '=', overBudget)
        .select(({ fn }) => fn.countAll().as('count'))
        .as('held'),
      selectFrom('escrow_gas')
        .whereRef('escrow_gas.contract', '=', 'escrow_contracts.contract')
        .where('day', '=', today)
        .select(({ fn }) => fn.sum('gwei').as('sum'))
        .as('gwei'),
    ])
    .execute()
}
