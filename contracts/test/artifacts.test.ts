import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { changingFiles } from '../scripts/artifacts.ts'
import type { Input } from '../scripts/compiler.ts'

const root = new URL('../', import.meta.url)
const require = createRequire(import.meta.url)

/** SHA-256 of the artifacts of each version that was released, which hold its bytes and its sources. */
const released = {
  QuestEscrow: ['quest-escrow', 'e6676d2f9af944ef2fdc2d458135f28aea84abd0a552e7c83e55c6224163d2fd'],
  QuestEscrowV2: ['quest-escrow-v2', 'cc3cae5524d726147b9bb0107e152d015f6e9f3316c836d073964f566247d166'],
  CourtArbiter: ['court-arbiter', 'a1672973ea307f2942ff26c8b92c2d6cb5e70dccf791a2456fe9e98da2571208'],
} as const

describe('the committed artifacts', () => {
  test('are what the sources compile to, byte for byte', { timeout: 600_000 }, () => {
    const files = changingFiles()
    expect(files.length).toBeGreaterThan(0)
    for (const [path, text] of files)
      expect(
        readFileSync(path, 'utf8') === text,
        `${path.pathname}: run "npm run compile -w contracts"`,
      ).toBe(true)
  })

  test.each(Object.entries(released))('of %s, which was released, never change', (name, [file, known]) => {
    const texts = [`${name}.json`, `${name}.input.json`, `${file}.ts`].map(read)
    expect(createHash('sha256').update(texts.join('')).digest('hex')).toBe(known)
    const input = JSON.parse(read(`${name}.input.json`)) as Input
    for (const [path, { content }] of Object.entries(input.sources)) {
      const source = path.startsWith('src/') ? new URL(path, root) : require.resolve(path)
      expect(readFileSync(source, 'utf8') === content, path).toBe(true)
    }
  })
})

function read(name: string): string {
  return readFileSync(new URL(`artifacts/${name}`, root), 'utf8')
}
