import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** First duties are done by then, and who waited for the start has been answered. */
const usually = 10_000
/** Of the time since the last look, in which the event loop had something to do. */
const atRest = 0.05

/**
 * Gives the machine back what starting took and nothing needs any more, a fifth of a process at rest, which V8 would keep
 * until it is short of memory. It takes a tenth of a second, in which nothing else is done: so once, when nobody asks anything.
 */
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
