import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** By then the first duties are done, and requests that waited for the start are answered. */
const usually = 10_000
/** Share of the time since the last look in which the event loop was busy. */
const atRest = 0.05

/** V8 would keep a start's memory, a fifth of a process at rest. This blocks for a tenth of a second: once, if idle. */
export function giveBackAtRest(every = usually): Disposable {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > atRest) return
    clearInterval(timer)
    collect()
  }, every)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as Collect
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
