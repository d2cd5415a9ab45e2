import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../project.ts'
import { readConfig } from '../config.ts'
import { subjects } from './all.ts'
import { readFacts, writeEnvExample, writeSettingsPage } from './write.ts'

const all = subjects.flatMap(({ settings }) => settings)

/** OpenTelemetry's own, beyond those that the documents list. */
const others = /^OTEL_/

test('the documents have every setting that a start reads, once, and no other', () => {
  const described = all.flatMap(({ names, elsewhere }) => (elsewhere ? [] : names))
  const { names } = readFacts()
  expect(described.toSorted()).toEqual([...new Set(described)].toSorted())
  expect([...names].filter(name => !others.test(name)).toSorted()).toEqual(
    described.filter(name => !others.test(name)).toSorted(),
  )
})

test('a default of the documents is that of the service: to set it changes nothing', () => {
  const unset = readConfig({})
  for (const { usual = {}, elsewhere } of all)
    for (const [name, value] of Object.entries(usual))
      if (!elsewhere && name !== 'CODEHOST_KIND' && name !== 'CODEHOST_OIDC_AUDIENCE')
        expect(readConfig({ [name]: value }), name).toEqual(unset)
  // A code host is there once one of its settings is.
  const host = readConfig({ CODEHOST_TOKEN: 'a' })
  expect(
    readConfig({ CODEHOST_TOKEN: 'a', CODEHOST_KIND: 'github', CODEHOST_OIDC_AUDIENCE: 'furrow' }),
  ).toEqual(host)
})

test.each([
  ['docs/settings.md', writeSettingsPage],
  ['.env.example', writeEnvExample],
] as const)('%s is as npm run document writes it', async (file, write) => {
  expect(await readFile(join(projectFolder, file), 'utf8')).toBe(write())
})
