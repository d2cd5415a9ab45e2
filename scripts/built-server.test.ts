import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const commit = 'c0ffee'.repeat(6)
const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)

/** A checkout after a pull: the sources, and an install. Removed by `end`. */
function copy() {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-built-'))
  for (const part of [
    'package.json',
    'package-lock.json',
    'scripts',
    'sdk',
    'storage',
    'mcp',
    'contracts/src',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true })
  cpSync(join(root, 'server'), join(folder, 'server'), {
    recursive: true,
    preserveTimestamps: true,
    filter: path => !path.startsWith(join(root, 'server/dist')),
  })
  mkdirSync(join(folder, 'web/dist'), { recursive: true })
  writeFileSync(join(folder, 'web/dist/index.html'), '<title>Furrow</title><p>The page</p>')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Runs `npm start` there, up to its line of readiness or its end. */
async function start(folder: string, env: Record<string, string> = { FURROW_COMMIT: commit }) {
  const data = mkdtempSync(join(tmpdir(), 'furrow-data-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const child = spawn('sh', ['-c', packageJson.scripts.start], {
    cwd: folder,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      DATA_DIR: data,
      PORT: '0',
      // A test machine may be busy with other tests.
      OVERLOAD_MS: '0',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk)
    })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const address = () => /"address":"(http:[^"]+)\/api"/.exec(output)?.[1]
  while (address() === undefined && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data'), ended])
  return { origin: address() ?? '', output, code: child.exitCode }
}

describe('npm start', () => {
  let folder: string
  beforeAll(() => {
    folder = copy()
    return () => rmSync(folder, { recursive: true })
  })
  const builtAt = () => statSync(join(folder, 'server/dist/bin/main.js')).mtimeMs

  test('builds the server where nobody did, and serves all of it', async () => {
    const { origin } = await start(folder)
    const baseUrl = `${origin}/api`
    const furrow = createFurrow({ baseUrl })
    await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
    expect((await furrow.quests.list()).items).toEqual([])
    expect(await furrow.version()).toMatchObject({ name: 'furrow', commit })
    expect(await (await fetch(origin)).text()).toContain('<p>The page</p>')
  })

  test('takes what was built as long as no source is newer, and then builds anew', async () => {
    const before = builtAt()
    await start(folder)
    expect(builtAt()).toBe(before)
    const soon = new Date(Date.now() + 1)
    utimesSync(join(folder, 'server/src/ground/clock.ts'), soon, soon)
    await start(folder)
    expect(builtAt()).toBeGreaterThan(before)
  })

  test('says what failed by the lines of the sources', async () => {
    const unforeseen = 'process.umask = () => { throw new Error("nobody foresaw this") }'
    const { output, code } = await start(folder, {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(unforeseen)}`,
    })
    expect(code).toBe(1)
    expect(output).toContain('nobody foresaw this')
    expect(output).toMatch(/server\/src\/main\.ts:\d+:\d+/)
  })

  test('needs no vite where nothing is newer, and otherwise says that it does', async () => {
    rmSync(join(folder, 'node_modules'))
    mkdirSync(join(folder, 'node_modules'))
    for (const name of ['@fastify', 'secp256k1'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    const started = await start(folder)
    expect(started.origin, started.output).not.toBe('')
    rmSync(join(folder, 'server/dist'), { recursive: true })
    const { output, code } = await start(folder)
    expect(code).toBe(1)
    expect(output).toContain('vite is not installed here')
  })
})
