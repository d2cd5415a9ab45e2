import { setTimeout as sleep } from 'node:timers/promises'
import { fillDue } from './fill-due.ts'
import { askMonitor } from './monitor.ts'
import { startProbe } from './probe.ts'
import { startBare, startService } from './servers.ts'
import { due, payerSeconds } from './settings.ts'
import type { OpenStore, Store } from './store.ts'

/** Measures how fast a backlog of due work is paid, and how much slower others are served meanwhile. */
export async function measurePayer(openStore: OpenStore): Promise<void> {
  await using store = await openStore()
  await fillDue(store, due)
  const paidBefore = await countPaid(store)
  // It gets no requests: its turns show the machine's own delays.
  await using idle = await startBare('', ...monitored)
  await using service = await startService(store.env, ...monitored)
  const began = performance.now()
  const paidAtStart = await countPaid(store)
  // Turns of the start must not count.
  await askMonitor(service)
  await askMonitor(idle)
  const probe = startProbe(service.origin)
  let paid = paidAtStart
  while (paid < paidBefore + due && performance.now() < began + 1_000 * payerSeconds) {
    await sleep(250)
    paid = await countPaid(store)
  }
  const perSecond = (1_000 * (paid - paidAtStart)) / (performance.now() - began)
  const turns = await askMonitor(service)
  const idleTurns = await askMonitor(idle)
  const { p50, p99, max, refused } = await probe.stop()
  const ms = (value: number) => value.toFixed(1)
  console.log(`  payer, ${due} due
    ${Math.round(perSecond)} releases/s, ${paid - paidBefore} of them (aim 250/s)
    turns of the event loop: longest ${ms(turns.longestMs)} ms, 99 % ${ms(turns.p99Ms)} ms (aim 20 ms)
    those of an idle process meanwhile: longest ${ms(idleTurns.longestMs)} ms, 99 % ${ms(idleTurns.p99Ms)} ms
    GET /healthz meanwhile: p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(max)} ms; ${refused} refused`)
}

const monitored = ['--import', './bench/src/loop-monitor.ts']

/** Counts in the ledger, where each payment is booked once. Its sums are a few rows, since the probe shares this process. */
async function countPaid(store: Store): Promise<number> {
  const rows = await store.query('select released from ledger_sums')
  return rows.reduce((sum, { released }) => sum + Number(BigInt(String(released)) / unitsEach), 0)
}

const unitsEach = 100n * 10n ** 18n
