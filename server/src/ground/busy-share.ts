import { performance } from 'node:perf_hooks'

/** Gives the share of the time since it was last asked, from 0 to 1, in which the event loop ran. */
export function createBusyShare(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}
