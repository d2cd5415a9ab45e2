import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the server that tests start, as `npm start` does, and anew where a source is newer. The build starts in a third of
 * the time.
 */
export async function setup(): Promise<void> {
  const nothing = ['--import', './scripts/built-server.mjs', '--eval', '']
  await promisify(execFile)(process.execPath, nothing, { cwd: root })
}
