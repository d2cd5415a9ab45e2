import { text } from 'node:stream/consumers'
import { openBrowser } from './browser-login.ts'
import { exitCodes } from './exit-codes.ts'
import { run } from './run.ts'

/** Milliseconds for commands that end by themselves when they are stopped, such as `watch`. */
const patience = 200

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stop.abort()
    // All others wait for an answer, which may never come.
    setTimeout(() => process.kill(process.pid, signal), patience).unref()
  })
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that went away, such as `head`, has enough; a disk that is full has lost the answer.
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(`furrow: The output cannot be written: ${error.message}\n`)
  process.exit(exitCodes.failed)
})
// Nobody hears of a failure then, but its exit code stays.
process.stderr.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  signal: stop.signal,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  readInput: () => text(process.stdin),
  openPage: openBrowser,
})
