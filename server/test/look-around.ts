import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'

/**
 * Tries, as a program that reads strangers' images, to reach its surroundings; prints the results as JSON. Its input is the
 * name of a file.
 */
function attempt(act: () => unknown): 'done' | 'refused' {
  try {
    act()
    return 'done'
  } catch {
    return 'refused'
  }
}

const name = await text(process.stdin)
const found = {
  read: attempt(() => readFileSync(name)),
  start: attempt(() => execFileSync('/bin/true')),
  user: process.getuid?.(),
  networks: Object.keys(networkInterfaces()).filter(name => name !== 'lo'),
  settings: Object.keys(process.env).filter(name => !/^(MALLOC_ARENA_MAX|PWD|LC_\w+)$/.test(name)),
}
process.stdout.write(JSON.stringify(found))
