import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBusyShare } from '../ground/busy-share.ts'

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** By then the first duties are done, and requests that waited for the start are answered. */
const usually = 10_000
/** Share of the time since the last look in which the event loop was busy. */
const atRest = 0.05

/**
 * Gives the machine back the memory that starting took and nothing needs any more, a fifth of a process at rest, which V8 would
 * keep until it is short of memory. It blocks everything for a tenth of a second: so once, when nobody asks anything.
 */
export function giveBackAtRest(every = usually): Disposable {
  const readBusyShare = createBusyShare()
  const timer = setInterval(() => {
    if (readBusyShare() > atRest) return
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
