import { monitorEventLoopDelay } from 'node:perf_hooks'

// Preloaded into a measured service. A timer of one millisecond is late by the length of an event loop turn, plus the
// time that the machine gave to others meanwhile.
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', () => {
  process.send?.({ longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 })
  delay.reset()
})
// The service may end at any time, whoever might still ask.
process.channel?.unref()
