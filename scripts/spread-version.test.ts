import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import cli from '../cli/package.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { version } from '../server/src/ground/version.ts'
import { spreadVersion } from './spread-version.ts'

const root = join(import.meta.dirname, '..')
const { version: ours } = manifest

test('every workspace, document and example says the version of the root', () => {
  for (const [path, text] of spreadVersion()) {
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
    expect(text, path).toContain(ours)
  }
  expect([version, cli.version]).toEqual([ours, ours])
})

test('the newest entry of the changelog is that version, or is not released yet', () => {
  const [, newest] = /^## \[(.+?)\]/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  expect(['Unreleased', ours]).toContain(newest)
})
