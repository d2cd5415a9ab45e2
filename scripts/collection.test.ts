import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bruToJsonV2 } from '@usebruno/lang'
import { expect, test } from 'vitest'
import { startHarness } from '../server/test/harness.ts'
import { type Document, writeCollection } from './bruno/collection.ts'

const folder = join(import.meta.dirname, '../examples/bruno')

async function makeFiles(): Promise<Record<string, string>> {
  const { send } = await startHarness()
  return writeCollection((await send('GET', '/openapi.json')).body as Document)
}

test('the collection has what the document says today: npm run document', async () => {
  const files = await makeFiles()
  for (const [path, text] of Object.entries(files)) await expect(text).toMatchFileSnapshot(join(folder, path))
  const present = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())
  const paths = present.map(one => relative(folder, join(one.parentPath, one.name)))
  expect(paths.filter(path => !(path in files) && path !== 'README.md')).toEqual([])
})

test('a request that names what another one made finds it in a variable', async () => {
  const files = await makeFiles()
  const edit = bruToJsonV2(files['quests/changeQuest-edit.bru'] ?? '')
  expect(edit).toMatchObject({
    http: { method: 'patch', url: '{{server}}/api/quests', auth: 'inherit' },
    body: { json: expect.stringContaining('"questId": "{{questId}}"') },
  })
  expect(Object.values(files).join('\n')).not.toMatch(/-\d{13}-|"2026-/)
})
