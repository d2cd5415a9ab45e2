import { text } from 'node:stream/consumers'
import { openBrowser } from './browser-login.ts'
import { run } from './run.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// A reader that went away, such as `head`, has enough.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  signal: stop.signal,
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  readInput: () => text(process.stdin),
  openPage: openBrowser,
})
