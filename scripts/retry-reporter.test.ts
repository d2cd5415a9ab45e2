import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = pathToFileURL(join(import.meta.dirname, 'retry-reporter.ts')).href

test('a later try is told, what is wrong fails each time, and what a property test found is never tried again', () => {
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
     const tryOf = name => (tries[name] = (tries[name] ?? 0) + 1)
     test('waits', () => { if (tryOf('waits') < 3) throw new Error('not yet\\nat all') })
     test('finds', () => { if (tryOf('finds') < 2) throw new Error('Property failed after 3 tests') })
     test('is wrong', () => { throw new Error('wrong') })`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', root], {
    encoding: 'utf8',
  })
  expect(stderr).toContain('passed at try 3: a.test.js > waits: not yet\n')
  expect(stderr).not.toContain('a.test.js > finds')
  expect(stdout).toContain('2 failed')
  expect(stdout).toContain('1 passed')
  expect(status).toBe(1)
})
