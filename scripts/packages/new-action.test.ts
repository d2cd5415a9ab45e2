import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, runBeside } from './install.ts'
import { steps } from './new-action.ts'

/** The project's sources, with its packages: what is changed here, is changed nowhere else. */
const copy = mkdtempSync(join(tmpdir(), 'furrow-new-action-'))

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of files.split('\0').filter(file => /\.(ts|tsx|mts|mjs|json|po|css|html)$/.test(file)))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  linkPackages()
  symlinkSync(join(root, 'contracts/node_modules'), join(copy, 'contracts/node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Each package is the installed one, but for the project's own. */
function linkPackages(): void {
  const [installed, linked] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(linked, '@furrow'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@furrow' && name !== '.cache') symlinkSync(join(installed, name), join(linked, name))
  for (const name of readdirSync(join(installed, '@furrow')))
    symlinkSync(join(copy, name), join(linked, '@furrow', name))
}

/** The copy with all steps but those. */
function follow(without: readonly number[] = []): void {
  const changed = new Set(Object.values(steps).flatMap(edits => edits.map(({ file }) => file)))
  for (const file of changed) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
    else rmSync(join(copy, file), { force: true })
  }
  for (const [step, edits] of Object.entries(steps))
    if (!without.includes(Number(step)))
      for (const { file, before, text } of edits) {
        const path = join(copy, file)
        mkdirSync(dirname(path), { recursive: true })
        if (before === undefined) writeFileSync(path, text)
        else {
          const source = readFileSync(path, 'utf8')
          expect(source, `${file} has the place for step ${step}`).toContain(before)
          writeFileSync(
            path,
            source.replace(before, () => text + before),
          )
        }
      }
}

/** The compiler's words about the service and the packages, or about the web client. */
async function complaintsOf(project: '.' | 'web' = '.'): Promise<string> {
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await runBeside(tsc, ['--noEmit', '-p', project], copy)
  return stdout
}

/** The output of tests that fail; empty where all pass. */
async function failuresOf(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runBeside(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--retry=0', ...args],
    copy,
    { SIMULATION_STEPS: '400000', NO_COLOR: '1' },
  )
  return code === 0 ? '' : stdout + stderr
}

const rules = 'server/src/rules/lifecycle'

describe('the recipe for a new action', { timeout: 600_000 }, () => {
  test('is complete: with all its steps everything compiles, and its tests pass', async () => {
    follow()
    expect(await complaintsOf()).toBe('')
    expect(await complaintsOf('web')).toBe('')
    expect(
      await failuresOf(
        `${rules}/commands/encouraging.test.ts`,
        `${rules}/commands/complete.test.ts`,
        `${rules}/simulation.test.ts`,
      ),
    ).toBe('')
  })

  test.each([
    [3, 'server/src/quests/board/action-scopes.ts'],
    [4, 'server/src/quests/board/act.ts'],
    [5, `${rules}/events/all.ts`],
    [7, `${rules}/events/all.ts`],
  ])('without step %i, the compiler names %s', async (step, file) => {
    follow([step])
    expect(await complaintsOf()).toContain(file)
  })

  test('without step 11, the compiler names the timeline', async () => {
    follow([11])
    expect(await complaintsOf('web')).toContain('web/src/quests/quest/timeline/')
  })

  test.each([
    [8, 'server/src/quests/change/rows.test.ts', 'told with every kind', 'encourage'],
    [9, `${rules}/simulation.test.ts`, 'live through', 'encouraged'],
    [13, `${rules}/commands/complete.test.ts`, 'plays every', 'encouraged'],
  ])('without step %i, %s fails', async (step, file, name, words) => {
    follow([step])
    expect(await failuresOf(file, '-t', name)).toContain(words)
  })
})
