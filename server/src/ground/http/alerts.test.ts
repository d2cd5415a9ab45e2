import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'

const ops = join(import.meta.dirname, '../../../../ops')
const rules = join(ops, 'prometheus/alerts.yaml')
const [tests, dashboard] = [join(ops, 'prometheus/alerts.test.yaml'), join(ops, 'grafana/furrow.json')]

const promtool = (args: readonly string[], input = '') =>
  spawnSync('promtool', args, { input, encoding: 'utf8' })
const hasPromtool = promtool(['--version']).status === 0

async function readFigures(): Promise<string> {
  const { baseUrl, send } = await startHarness()
  await send('GET', '/quests')
  return (await fetch(new URL('/metrics', baseUrl))).text()
}

function namesIn(figures: string): Set<string> {
  const types = figures.matchAll(/^# TYPE (\w+) (\w+)$/gm)
  return new Set(
    [...types].flatMap(([, name, type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map(part => `${name}_${part}`) : [name as string],
    ),
  )
}

describe('the alerts and the dashboard', () => {
  test.each([
    ['alerts', rules, 15],
    ["alerts' tests", tests, 15],
    ['dashboard', dashboard, 18],
  ])('name only what the service tells: %s', async (_, file, least) => {
    const told = namesIn(await readFigures())
    const named = new Set(readFileSync(file, 'utf8').match(/\b(furrow|process|nodejs)_\w+/g))
    expect(named.size).toBeGreaterThanOrEqual(least)
    expect([...named].filter(name => !told.has(name))).toEqual([])
  })

  test('every figure of the service is looked at, by one or the other', async () => {
    const all = readFileSync(rules, 'utf8') + readFileSync(dashboard, 'utf8')
    const told = [...namesIn(await readFigures())].filter(name => /^furrow_.*(?<!_sum|_count)$/.test(name))
    expect(told.length).toBeGreaterThan(15)
    expect(told.filter(name => !all.includes(name))).toEqual([])
  })

  test('every duty that a rule names is one', async () => {
    const { duties } = await import('../../service/daemon/duties.ts')
    const known = new Set(duties.map(({ name }) => name))
    for (const file of [rules, dashboard]) {
      const text = readFileSync(file, 'utf8').replaceAll('\\"', '"')
      const named = [...text.matchAll(/duty=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|'))
      expect(named.length).toBeGreaterThan(1)
      expect(named.filter(name => !known.has(name))).toEqual([])
    }
  })
})

describe.skipIf(!hasPromtool)('Prometheus itself (needs promtool)', () => {
  test('can read the figures', async () => {
    const { stdout, stderr, status } = promtool(['check', 'metrics'], await readFigures())
    // Status 3 is a mere dislike of names, as of some of the process's own.
    expect(status === 0 || status === 3, stdout + stderr).toBe(true)
    expect(stderr.match(/^furrow_.*/gm)).toBeNull()
  })

  test('takes the rules', () => {
    expect(promtool(['check', 'rules', rules])).toMatchObject({ status: 0 })
  })

  test('raises each alert when it should, and none where nothing is wrong', () => {
    const { status, stdout, stderr } = promtool(['test', 'rules', tests])
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
    const raised = new Set(readFileSync(tests, 'utf8').match(/(?<=alertname=")\w+/g))
    const named = readFileSync(rules, 'utf8').match(/(?<=- alert: )\w+/g) ?? []
    expect(named.filter(name => !raised.has(name))).toEqual([])
  })

  test('understands what the dashboard asks', () => {
    const { panels } = JSON.parse(readFileSync(dashboard, 'utf8')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(asked.length).toBeGreaterThan(15)
    const records = asked.map(
      (expr, index) =>
        `{"record":"asked_${index}","expr":${JSON.stringify(expr.replaceAll('$__rate_interval', '1m'))}}`,
    )
    const asRules = `{"groups":[{"name":"dashboard","rules":[${records.join(',')}]}]}`
    const folder = mkdtempSync(join(tmpdir(), 'furrow-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'dashboard.yaml')
    writeFileSync(file, asRules)
    expect(promtool(['check', 'rules', file])).toMatchObject({ status: 0 })
  })
})
