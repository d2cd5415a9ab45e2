import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf, lifecycle, refusalsOf } from '../../../../test/played.ts'
import { eventKinds } from '../events/all.ts'
import { commandKinds } from './all.ts'

const files = readdirSync(lifecycle, { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('.ts'),
)
const rules = files.filter(file => !file.endsWith('.test.ts'))

/** The files and the kinds of events that the specifications play, as the `covers(...)` that ends each of them says. */
const covered = new Set(
  files
    .filter(file => file.endsWith('.test.ts'))
    .map(file => readFileSync(join(lifecycle, file), 'utf8'))
    .flatMap(source => [...source.matchAll(/^covers\(([\s\S]*?)\)$/gm)])
    .flatMap(([, call = '']) => [...call.matchAll(/'([^']+)'/g)].map(([, name]) => name)),
)

test('a specification plays every command', async () => {
  const played = await Promise.all(rules.filter(file => covered.has(file)).map(commandsOf))
  expect(played.flat().toSorted()).toEqual(commandKinds.toSorted())
})

test('a specification plays every refusal', () => {
  const refusing = rules.filter(file => refusalsOf(file).length > 0)
  expect(refusing.length).toBeGreaterThan(0)
  expect(refusing.filter(file => !covered.has(file))).toEqual([])
})

test('a specification plays every event, with all that follows from it', () => {
  expect(eventKinds.filter(kind => !covered.has(kind))).toEqual([])
})
