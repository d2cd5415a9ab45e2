// Starts what ops/image/assemble.mjs made once, as who will run it, so that its code is kept compiled: a start takes half the
// time then, also where nothing can be written. `node ops/image/first-start.mjs <folder>`, as root.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

const furrow = join(process.argv[2] ?? '', 'furrow')
const cache = join(furrow, 'node_modules/.cache')
const node = { uid: 1000, gid: 1000 }
mkdirSync(cache)
chownSync(cache, node.uid, node.gid)

const args = ['--import', './scripts/require-node.mjs', 'server/dist/bin/main.js']
const child = spawn(process.execPath, args, {
  cwd: furrow,
  env: {
    DATA_DIR: ':memory:',
    JWT_SECRET: randomBytes(32).toString('hex'),
    PORT: '0',
    NODE_COMPILE_CACHE_PORTABLE: '1',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
  ...node,
})
let output = ''
for await (const chunk of child.stdout) {
  output += String(chunk)
  if (output.includes('Furrow is ready')) child.kill('SIGTERM')
}
if (!output.includes('Furrow is ready')) throw new Error(`It does not start:\n${output}`)
