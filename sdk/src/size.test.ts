import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { loadPart } from './load-part.ts'

/** The code that a browser loads before the first call of a page that has a client, and the names of the files of the SDK in it. */
async function loadedFirst(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    absWorkingDir: import.meta.dirname,
    entryNames: 'page',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    outdir: 'out',
    write: false,
    metafile: true,
  })
  const outputs = Object.entries(metafile.outputs)
  const first = new Set(['out/page.js'])
  for (const path of first)
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') first.add(next)
  const texts = outputFiles.filter(({ path }) => [...first].some(it => path.endsWith(`/${it}`)))
  expect(texts).toHaveLength(first.size)
  const files = outputs.flatMap(([path, { inputs }]) => (first.has(path) ? Object.keys(inputs) : []))
  return { bytes: texts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0), files }
}

test('a client without sign-in is at most 3 kB of gzipped JavaScript before its first call', async () => {
  const { bytes, files } = await loadedFirst(
    "import { createFurrow } from './index.ts'\nglobalThis.furrow = createFurrow({ baseUrl: '/api' })",
  )
  expect(files.join()).toContain('client.ts')
  expect(bytes).toBeGreaterThan(500)
  expect(bytes).toBeLessThanOrEqual(3_000)
})

test('neither client has anything that signs in it', async () => {
  for (const module of ['./client.ts', './whole.ts']) {
    const { files } = await loadedFirst(`export { createFurrow } from '${module}'`)
    expect(files.join()).toContain('furrow.ts')
    expect(files.filter(file => /viem|sign-in|sign-votes|typebox/.test(file))).toEqual([])
  }
})

test('a part that cannot be loaded says why', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch /assets/quests.js'))
  await expect(loadPart(missing)).rejects.toMatchObject({
    status: 0,
    code: 'part-not-loaded',
    message: 'A part of the client cannot be loaded: Failed to fetch /assets/quests.js',
    cause: expect.any(TypeError),
  })
})
