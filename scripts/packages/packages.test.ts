import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import sdk from '../../sdk/package.json' with { type: 'json' }
import { startHarness } from '../../server/test/harness.ts'
import { copyInto, installPacked, nodeOf, root, run, runBeside } from './install.ts'

const names = ['@furrow/sdk', '@furrow/mcp', '@furrow/cli']
const played = { status: 'completed', isKnown: true, paid: [['released', true]], refused: 400, amount: '1' }

let packed: ReturnType<typeof installPacked>
beforeAll(() => {
  packed = installPacked(names, { viem: sdk.dependencies.viem })
  copyInto(packed.folder, 'play.ts')
  writeFileSync(
    join(packed.folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: [],
        outDir: 'built',
      },
      files: ['play.ts'],
    }),
  )
  run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], packed.folder)
})
afterAll(() => packed?.remove())

test('a package has what is built, its README and its licence, and no source or test', () => {
  expect(packed.tarballs.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  for (const { files } of packed.tarballs) {
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
    expect(paths.filter(path => /(?<!\.d)\.ts$|\.test\.|(^|\/)test\//.test(path))).toEqual([])
  }
})

test('packing leaves the workspaces as they were', () => {
  for (const { name } of packed.tarballs) {
    const manifest = JSON.parse(
      readFileSync(join(root, name.replace('@furrow/', ''), 'package.json'), 'utf8'),
    )
    expect(manifest).toHaveProperty('publishConfig.exports')
    expect(JSON.stringify(manifest.exports ?? {})).not.toContain('dist')
  }
})

describe.each(['20.20.2', '24.21.0'])('with Node.js %s', version => {
  let node: string
  beforeAll(() => {
    node = nodeOf(version, packed.folder)
  })

  test('the SDK plays a whole quest, after a strict check of its types', async () => {
    const { baseUrl } = await startHarness()
    const { code, stdout, stderr } = await runBeside(node, ['built/play.js'], packed.folder, {
      FURROW_URL: baseUrl,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(played)
  })

  test('the MCP server finds a quest for an agent', async () => {
    const harness = await startHarness()
    const { furrow, account } = harness.user()
    const posted = await furrow.quests.post({
      title: 'Mow the upper meadow',
      description: 'Before it rains.',
      reward: '20 USDC',
      rewardAmount: 20,
      rewardToken: 'USDC',
      skills: ['mowing'],
      maxFarmers: 1,
      category: 'maintenance',
    })
    const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
    const { key } = await furrow.keys.make(
      { account, signMessage },
      { name: 'agent', scopes: ['read'], days: 1 },
    )
    const client = new Client({ name: 'a test', version: '1' })
    onTestFinished(() => client.close())
    const bin = join(packed.folder, 'node_modules/.bin/furrow-mcp')
    const env = { PATH: process.env.PATH ?? '', FURROW_URL: harness.baseUrl, FURROW_KEY: key }
    await client.connect(new StdioClientTransport({ command: node, args: [bin], cwd: packed.folder, env }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('find_quests')
    const { content, isError = false } = await client.callTool({
      name: 'find_quests',
      arguments: { q: 'meadow' },
    })
    expect(isError).toBe(false)
    expect(JSON.stringify(content)).toContain(posted.id)
  })
})

test.each(['20.20.2', '24.21.0'])('the command line lists quests with Node.js %s', async version => {
  const { baseUrl } = await startHarness()
  const bin = join(packed.folder, 'node_modules/.bin/furrow')
  const env = { HOME: packed.folder, FURROW_URL: baseUrl }
  const node = nodeOf(version, packed.folder)
  const { code, stdout, stderr } = await runBeside(
    node,
    [bin, 'quests', 'list', '--json'],
    packed.folder,
    env,
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ quests: expect.any(Array) })
})

describe('for a browser', () => {
  async function bundle(contents: string) {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: packed.folder },
      absWorkingDir: packed.folder,
      entryNames: 'page',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      minify: true,
      outdir: 'bundled',
      outExtension: { '.js': '.mjs' },
      write: true,
      metafile: true,
    })
    return { outputFiles, outputs: metafile.outputs }
  }

  test('esbuild makes a page of it that plays the quest too', async () => {
    await bundle("import './built/play.js'")
    const { baseUrl } = await startHarness()
    const at = `globalThis.furrowUrl = ${JSON.stringify(baseUrl)}; await import('./bundled/page.mjs')`
    const args = ['--input-type=module', '-e', at]
    const { code, stdout, stderr } = await runBeside(process.execPath, args, packed.folder)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(played)
  })

  test('a page loads at most 3 kB of it before its first call', async () => {
    const { outputs } = await bundle(
      "import { createFurrow } from '@furrow/sdk'\nglobalThis.furrow = createFurrow({ baseUrl: '/api' })",
    )
    const first = new Set(['bundled/page.mjs'])
    for (const path of first)
      for (const { path: next, kind } of outputs[path]?.imports ?? [])
        if (kind === 'import-statement') first.add(next)
    const sizes = [...first].map(path => gzipSync(readFileSync(join(packed.folder, path))).length)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(500)
    expect(bytes).toBeLessThanOrEqual(3_000)
  })
})
