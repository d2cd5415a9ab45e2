import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { artifactFiles } from '../scripts/artifacts.ts'

test('the committed artifacts are what the sources compile to, byte for byte', () => {
  const files = artifactFiles()
  expect(files.length).toBeGreaterThan(0)
  for (const [path, text] of files)
    expect(readFileSync(path, 'utf8') === text, `${path.pathname}: run "npm run compile -w contracts"`).toBe(
      true,
    )
  // The compiler takes half a minute by itself, and a busy machine several.
}, 600_000)
