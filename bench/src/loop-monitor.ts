import { monitorEventLoopDelay } from 'node:perf_hooks'

// Preloaded into a service that is measured. A timer of one millisecond is late by as long as a turn of the event loop took,
// and by what the machine gave to others meanwhile.
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', () => {
  process.send?.({ longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 })
  delay.reset()
})
// The service ends when it wants to, whoever might still ask.
process.channel?.unref()
