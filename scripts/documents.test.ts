import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { readFacts } from '../server/src/ground/config/described/write.ts'
import { createFakeClock, sampleQuest, startHarness } from '../server/test/harness.ts'
import { type Block, readBlocks, reasonOf, reasons } from './document-blocks.ts'

const root = join(import.meta.dirname, '..')
const run = readBlocks().filter(block => reasonOf(block) === undefined)
const of = (language: string) => run.filter(block => block.language === language)

test('every block is run here, or a reason says where else, and no reason is left over', () => {
  const languages = new Set(['sh', 'ts', 'json', 'env', 'md'])
  expect(run.filter(({ language }) => !languages.has(language)).map(({ name }) => name)).toEqual([])
  const given = new Set(readBlocks().map(reasonOf))
  expect(Object.keys(reasons).filter(reason => !given.has(reason))).toEqual([])
})

/** A folder where packages, and the command line, are found as in the repository. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-documents-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['node_modules', 'scripts', 'cli']) await symlink(join(root, name), join(folder, name))
  const scripts = { cli: manifest.scripts.cli }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  await mkdir(join(folder, 'home'))
  return folder
}

/** Runs a program to its end; its exit code, and everything that it wrote. */
async function runProgram(
  command: string,
  args: readonly string[],
  folder: string,
): Promise<[number, string]> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: join(folder, 'home'), LANG: 'C.UTF-8' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', text => {
      said += String(text)
    })
  const [code] = await once(child, 'close')
  return [code, said]
}

/** The blocks of one page, one after the other in one shell. A request that is refused ends it, as a command that fails does. */
function scriptOf(blocks: readonly Block[], origin: string): string {
  const begin =
    'set -euo pipefail\nshopt -s inherit_errexit\ncurl() { command curl --fail-with-body "$@"; }\n'
  return (
    begin +
    blocks
      .map(
        ({ text }, index) =>
          `${text.replaceAll('http://127.0.0.1:8080', origin)}\nprintf "\\n@@ %s\\n" ${index}\n`,
      )
      .join('')
  )
}

describe('commands', () => {
  test.each([...new Set(of('sh').map(({ source }) => source))])(
    'those of %s do what they say, in their order',
    async source => {
      const { baseUrl } = await startHarness({ clock: createFakeClock(Date.now()) })
      const blocks = of('sh').filter(block => block.source === source)
      const [code, said] = await runProgram(
        'bash',
        ['-c', scriptOf(blocks, new URL(baseUrl).origin)],
        await makeFolder(),
      )
      const done = [...said.matchAll(/^@@ (\d+)$/gm)].length
      expect(done, `${blocks[done]?.name}\n${said.slice(-2_000)}`).toBe(blocks.length)
      expect(code).toBe(0)
    },
    // Programs start anew for dozens of requests: a busy machine takes its time.
    600_000,
  )
})

/** Names that the text around the blocks has spoken of. */
const before = (baseUrl: string) => `
import { createFurrow as connect } from '@furrow/sdk'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
const account = privateKeyToAccount(generatePrivateKey())
const walletClient = { account, signMessage: ({ message }: any) => account.signMessage({ message }) }
const draft = ${JSON.stringify(sampleQuest)}
const leave = new AbortController()
const { signal } = leave
const showBoard = async () => leave.abort()
const showUnread = (count: number) => console.log(count)
const known = connect({ baseUrl: '${baseUrl}' })
await known.signIn(walletClient)
`

test('a request that is refused ends the commands of a page', async () => {
  const { baseUrl } = await startHarness()
  const text = 'asked() { curl -sS "$@"; echo; }\nID=$(asked http://127.0.0.1:8080/api/nothing | sed s/a/b/)'
  const blocks = [{ source: '', language: 'sh', text, name: '' }]
  const [code, said] = await runProgram(
    'bash',
    ['-c', scriptOf(blocks, new URL(baseUrl).origin)],
    await makeFolder(),
  )
  expect([code === 0, said.includes('@@')]).toEqual([false, false])
})

describe('programs', () => {
  test.each(of('ts'))('$name', async ({ text }) => {
    const { baseUrl, user } = await startHarness({ clock: createFakeClock(Date.now()) })
    await user().furrow.quests.post({ ...sampleQuest, skills: ['typescript'] })
    const folder = await makeFolder()
    const own = text.includes('createFurrow(') ? '' : 'const furrow = known\n'
    const body = text.replaceAll('https://furrow.example.org/api', baseUrl)
    await writeFile(
      join(folder, 'block.ts'),
      `${before(baseUrl)}{\n${own}${body.replace(/^import .*$/gm, 'const createFurrow = connect')}}\n`,
    )
    const [code, said] = await runProgram(process.execPath, ['block.ts'], folder)
    expect([code, said.trim()]).toEqual([0, ''])
  })
})

test.each(of('json'))('$name is JSON', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow()
})

test.each(of('env'))('$name has settings that there are', ({ text }) => {
  const { names } = readFacts()
  const given = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  expect(given).not.toEqual([])
  expect(given.filter(name => !names.has(name))).toEqual([])
})

test.each(of('md'))('$name shows what the service has', async ({ text }) => {
  const { baseUrl } = await startHarness()
  const addresses = [...text.matchAll(/https:\/\/quests\.example\.org(\/[^)]*)/g)].map(
    ([, path = '']) => path,
  )
  expect(addresses).not.toEqual([])
  for (const path of addresses) expect((await fetch(new URL(path, baseUrl))).status, path).toBe(200)
})
