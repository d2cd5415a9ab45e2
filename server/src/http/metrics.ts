import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { inTime } from './in-time.ts'

/** Less than whoever collects the figures waits for them. */
const patience = 1_000
/** Enough to know that something is wrong. */
const mostCounted = 1_000
const reasons = ['chain-unreachable', 'low-balance'] as const

export type Metrics = {
  readonly contentType: string
  countAnswer(status: number): void
  /** All figures as Prometheus reads them, also while the database does not answer. */
  read(): Promise<string>
}

export function createMetrics({ clock, db, log }: Pick<Context, 'clock' | 'db' | 'log'>): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Counted here and handed over when asked for: a counter with labels costs more than all else that a request does.
  const answered = new Map<number, number>()
  new Counter({
    name: 'furrow_http_requests_total',
    help: 'Requests answered, by status.',
    labelNames: ['status'] as const,
    registers,
    collect() {
      this.reset()
      for (const [status, count] of answered) this.inc({ status }, count)
    },
  })
  const databaseUp = new Gauge({
    name: 'furrow_database_up',
    help: 'Whether the database answered; where it did not, what only it knows is left out.',
    registers,
  })
  const escrowStopped = new Gauge({
    name: 'furrow_escrow_stopped',
    help: 'Whether nothing is sent to the escrow contract, by reason.',
    labelNames: ['reason'] as const,
    registers,
  })
  const escrowParked = new Gauge({
    name: 'furrow_escrow_parked_events',
    help: 'Events of the escrow contract that could not be applied, and are tried again.',
    labelNames: ['contract'] as const,
    registers,
  })
  const escrowOwed = new Gauge({
    name: 'furrow_escrow_oldest_call_seconds',
    help: 'How long the oldest call has been owed to the escrow contract.',
    labelNames: ['contract'] as const,
    registers,
  })

  async function askDatabase(): Promise<void> {
    escrowStopped.reset()
    escrowParked.reset()
    escrowOwed.reset()
    try {
      const contracts = await inTime(readContracts(db), patience)
      databaseUp.set(1)
      for (const reason of reasons)
        escrowStopped.set({ reason }, Number(contracts.some(({ problem }) => problem === reason)))
      for (const { contract, parked, owed_since } of contracts) {
        escrowParked.set({ contract }, Number(parked))
        escrowOwed.set({ contract }, owed_since === null ? 0 : (clock.now() - Number(owed_since)) / 1_000)
      }
    } catch (error) {
      databaseUp.set(0)
      log.warn({ err: error }, 'the database could not be asked for its figures')
    }
  }

  return {
    contentType: registry.contentType,
    countAnswer: status => answered.set(status, (answered.get(status) ?? 0) + 1),
    async read() {
      await askDatabase()
      return registry.metrics()
    },
  }
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
        .where('state', 'in', ['queued', 'sent'])
        .select(({ fn }) => fn.min('created_at').as('since'))
        .as('owed_since'),
    ])
    .execute()
}
