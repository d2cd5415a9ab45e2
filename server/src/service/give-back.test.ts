import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Ends when a weakly held object has gone: only a full collection frees it, which V8 does not run by itself while nothing happens. */
const atRest = `
import { giveBackAtRest } from ${JSON.stringify(new URL('give-back.ts', import.meta.url).href)}
const held = new WeakRef({ bytes: new Array(1_000).fill(0) })
giveBackAtRest(500)
let looks = 0
const look = setInterval(() => {
  if (held.deref() !== undefined && ++looks < 60) return
  clearInterval(look)
  console.log(held.deref() === undefined ? 'given back' : 'kept')
}, 1_000)`

test('a process at rest gives back what nothing needs any more', async () => {
  // A process of its own: one that runs tests is never at rest.
  const args = ['--input-type=module', '--eval', atRest]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.trim()).toBe('given back')
})
