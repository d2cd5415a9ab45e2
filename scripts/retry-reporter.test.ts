import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = pathToFileURL(join(import.meta.dirname, 'retry-reporter.ts')).href

test('a second try is told, what is wrong fails twice, and what a property test found is never tried again', () => {
  const root = mkdtempSync(join(tmpdir(), 'furrow-retries-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `import { retry, RetryReporter } from '${reporter}'
     export default { test: { globals: true, retry, reporters: ['default', new RetryReporter()] } }`,
  )
  writeFileSync(
    join(root, 'a.test.js'),
    `const tries = {}
     const first = name => (tries[name] = (tries[name] ?? 0) + 1) === 1
     test('waits', () => { if (first('waits')) throw new Error('not yet\\nat all') })
     test('finds', () => { if (first('finds')) throw new Error('Property failed after 3 tests') })
     test('is wrong', () => { throw new Error('wrong') })`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', root], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('passed at the second try: a.test.js > waits: not yet\n')
  expect(stderr).not.toContain('second try: a.test.js > finds')
  expect(stdout).toContain('2 failed')
  expect(stdout).toContain('1 passed')
  expect(status).toBe(1)
})
