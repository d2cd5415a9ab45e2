import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { second } from '../clock.ts'
import type { Context } from '../context.ts'
import { inTime } from '../in-time.ts'
import type { Durations } from './durations.ts'
import type { Figures } from './figures.ts'

/** Shorter than a collector's own timeout. */
const patience = 1_000
/** All readers share one result for this long, so that reading makes no work. */
const freshFor = 5 * second

export type Metrics = {
  readonly contentType: string
  countAnswer(status: number): void
  add(figures: Figures): void
  read(): Promise<string>
}

let nodesOwn: Registry | null = null

/**
 * Node's own figures, of the process: its observers and its clock of the event loop never stop, so there is one of each. They wake
 * the process a hundred times a second, so they begin with the first reader.
 */
function observeNode(): Registry {
  if (nodesOwn === null) {
    nodesOwn = new Registry()
    collectDefaultMetrics({ register: nodesOwn })
  }
  return nodesOwn
}

export function createMetrics(context: Context, durations: Durations): Metrics {
  const { clock, db, log } = context
  const registry = new Registry()
  const registers = [registry]
  // Counted here and handed over on demand: a labelled counter costs more than the rest of a request's work.
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
  const reads: (() => Promise<void>)[] = []

  async function askDatabase(): Promise<void> {
    const up = await inTime(sql`select 1`.execute(db), patience).catch(error => {
      log.warn(toLog(error), 'the database could not be asked for its figures')
      return null
    })
    databaseUp.set(up === null ? 0 : 1)
  }

  function add({ gauges, read }: Figures): void {
    const made = new Map(
      Object.entries(gauges).map(([name, { help, labels = [] }]) => [
        name,
        new Gauge({ name, help, labelNames: labels, registers }),
      ]),
    )
    reads.push(async () => {
      for (const [name, gauge] of made) {
        gauge.reset()
        // Resetting a gauge without labels sets it to 0, which would be reported.
        if (gauges[name]?.labels === undefined) gauge.remove()
      }
      try {
        for (const { name, value, labels = {} } of await inTime(Promise.resolve(read(context)), patience))
          made.get(name)?.set(labels, value)
      } catch (error) {
        log.warn({ ...toLog(error), figures: [...made.keys()] }, 'figures could not be read')
      }
    })
  }

  let last: { readonly at: number; readonly done: Promise<unknown> } | null = null
  function readFresh(): Promise<unknown> {
    const now = clock.elapsed()
    if (last === null || now - last.at >= freshFor)
      last = { at: now, done: Promise.all([...reads, askDatabase].map(read => read())) }
    return last.done
  }

  return {
    contentType: registry.contentType,
    countAnswer: status => answered.set(status, (answered.get(status) ?? 0) + 1),
    add,
    async read() {
      await readFresh()
      const [own, nodes] = await Promise.all([registry.metrics(), observeNode().metrics()])
      return `${nodes}${own}${durations.show()}`
    },
  }
}
