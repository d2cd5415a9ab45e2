import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createBusyShare } from '../busy-share.ts'

const lookEvery = 500
/** In milliseconds: so often the measure wakes the process. */
const resolution = 10
/** Share of the time in which the event loop runs: below it, nothing is late, and the measure rests. */
const busy = 0.5

export type EventLoopWatch = Disposable & {
  /** The mean of the last half second, in milliseconds; 0 for a process that is not busy. */
  delay(): number
}

export function watchEventLoopDelay(): EventLoopWatch {
  const measure = monitorEventLoopDelay({ resolution })
  const readBusyShare = createBusyShare()
  let isMeasured = false
  let delay = 0
  const timer = setInterval(() => {
    // Not a number where nothing was measured.
    delay = isMeasured ? Math.max(0, measure.mean / 1e6 - resolution) || 0 : 0
    if (isMeasured) measure.reset()
    isMeasured = readBusyShare() >= busy
    if (isMeasured) measure.enable()
    else measure.disable()
  }, lookEvery).unref()
  return {
    delay: () => delay,
    [Symbol.dispose]() {
      clearInterval(timer)
      measure.disable()
    },
  }
}
