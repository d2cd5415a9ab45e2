import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/million.md'), 'utf8')
const folders = ['', 'contracts/test', 'server/src/quests/rails/chain-rail']

/** Files of tests, and the names of tests that follow each on its line. */
const named = [...page.matchAll(/`([\w/.-]+\.(?:test\.ts|t\.sol))`([^`\n|]*)/g)].map(
  ([, file = '', after = '']) => ({
    file,
    tests: [...after.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }),
)

test('each test that docs/million.md names is there', () => {
  expect(named.length).toBeGreaterThan(25)
  for (const { file, tests } of named) {
    const path = folders.map(folder => join(root, folder, file)).find(one => existsSync(one))
    expect(path, file).toBeDefined()
    const text = readFileSync(path ?? '', 'utf8')
    for (const name of tests) expect(text, `${file}: ${name}`).toContain(name)
  }
})

test('each row of its tables names a test, or a page where there is none', () => {
  const rows = page.split('\n').filter(line => line.startsWith('| ') && !/^\| (Claim|Key|Power) /.test(line))
  for (const row of rows) expect(row).toMatch(/`[\w/.-]+\.(test\.ts|t\.sol)`/)
})
