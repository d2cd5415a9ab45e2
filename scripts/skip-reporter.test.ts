import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = pathToFileURL(join(import.meta.dirname, 'skip-reporter.ts')).href

/** A run of its own, with one test that runs and one that is skipped. */
function run({ strict = true, allowed = '', args = [] as string[] } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'furrow-skips-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const list = join(root, 'allowed-skips')
  writeFileSync(list, allowed)
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `import { SkipReporter } from '${reporter}'
     export default { test: { globals: true, reporters: ['default', new SkipReporter('${list}')] } }`,
  )
  writeFileSync(
    join(root, 'a.test.js'),
    `test('runs', () => {})
     describe('a chain: skipped, there is none', () => { test.skip('does not run', () => {}) })`,
  )
  const { FAIL_ON_SKIPS: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', root, ...args], {
    env: { ...env, ...(strict && { FAIL_ON_SKIPS: '1' }) },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describe('a test that is skipped', () => {
  test('is named with its reason, and costs whoever has not all of it nothing', () => {
    const { status, output } = run({ strict: false })
    expect(output).toContain('1 skipped in a.test.js: a chain: skipped, there is none')
    expect(status).toBe(0)
  })

  test('fails a run that is to run everything', () => {
    const { status, output } = run()
    expect(output).toContain('1 tests did not run')
    expect(status).toBe(1)
  })

  test('is allowed with a reason, and not without one', () => {
    const allowed = run({ allowed: '# why\na.test.js: this machine has no chain\n' })
    expect(allowed.output).toContain('1 skipped in a.test.js: this machine has no chain')
    expect(allowed.status).toBe(0)
    expect(run({ allowed: 'a.test.js\n' }).status).toBe(1)
  })

  test('is no matter where only some were asked for', () => {
    expect(run({ args: ['-t', '^runs'] })).toMatchObject({ status: 0 })
  })
})
