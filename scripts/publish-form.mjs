// A workspace's package.json names its sources, so that nothing here needs a build. What is packed names what is built: `prepack`
// builds, and moves the fields of `publishConfig` to where npm reads them; `postpack` moves them back.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const kept = 'package.workspace.json'

if (process.argv[2] === 'restore') restore()
else prepare()

function prepare() {
  // A pack that was ended in the middle left its form here.
  if (existsSync(kept)) restore()
  rmSync('dist', { recursive: true, force: true })
  if (spawnSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 2, 2] }).status !== 0) process.exit(1)
  const { publishConfig, devDependencies: _, ...rest } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { access, ...form } = publishConfig
  copyFileSync(join(import.meta.dirname, '../LICENSE'), 'LICENSE')
  copyFileSync('package.json', kept)
  writeFileSync(
    'package.json',
    `${JSON.stringify({ ...rest, ...form, publishConfig: { access } }, null, 2)}\n`,
  )
}

function restore() {
  if (existsSync(kept)) renameSync(kept, 'package.json')
  rmSync('LICENSE', { force: true })
}
