// Builds the server where no build exists, or a source is newer: after a pull, a start runs the pulled code.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')
const sources = [
  'package-lock.json',
  'server/vite.config.ts',
  'server/src',
  'storage/src',
  'sdk/src',
  'mcp/src',
  'contracts/src',
  'contracts/deployments.json',
]

const built = changedAt(join(dist, 'bin/main.js'))
if (sources.some(source => newestOf(join(root, source)) > built)) build()

/** Builds beside the current one, and then replaces it: a simultaneous start finds the one or the other. */
function build() {
  const fresh = `${dist}.${process.pid}`
  const { status, stderr } = spawnSync(process.execPath, [vite(), 'build', 'server', '--outDir', fresh], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) fail(stderr)
  const old = `${fresh}.old`
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } catch (error) {
    // A simultaneous start was quicker.
    if (!existsSync(dist)) throw error
  }
  for (const rest of [fresh, old]) rmSync(rest, { recursive: true, force: true })
}

function vite() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  } catch {
    return fail('vite is not installed here; run "npm ci".')
  }
}

function fail(reason) {
  console.error(
    `The server's sources are newer than what is built of them, and it cannot be built: ${reason}`,
  )
  process.exit(1)
}

function newestOf(path) {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return changedAt(path)
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
  return Math.max(...files.map(({ parentPath, name }) => changedAt(join(parentPath, name))))
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
