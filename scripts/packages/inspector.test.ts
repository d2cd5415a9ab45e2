import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../server/test/harness.ts'
import {
  makeKey,
  playEveryTool,
  readCalled,
  startWithPull,
  type Tools,
} from '../../server/test/play-tools.ts'
import { installProgram, runBeside } from './install.ts'

let inspector: ReturnType<typeof installProgram>
beforeAll(() => {
  inspector = installProgram('@modelcontextprotocol/inspector@2.12.0')
})
afterAll(() => inspector?.remove())

/** The protocol's own inspector, one process for each question. */
async function ask(baseUrl: string, key: string | null, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runBeside(
    process.execPath,
    [
      ...[join(inspector.folder, 'node_modules/.bin/mcp-inspector'), '--cli', '--quiet', '--format', 'json'],
      ...['--server-url', new URL('/mcp', baseUrl).href, '--transport', 'http'],
      ...(key === null ? [] : ['--header', `Authorization: Bearer ${key}`]),
      ...args,
    ],
    inspector.folder,
    { HOME: inspector.folder },
  )
  return { code, stderr, result: stdout === '' ? null : JSON.parse(stdout).result }
}

async function startAs(baseUrl: string, user: User): Promise<Tools & { address: string }> {
  const key = await makeKey(user, ['read', 'take', 'give', 'talk'])
  return {
    address: user.account.address,
    async names() {
      const { result } = await ask(baseUrl, key, '--method', 'tools/list')
      return (result.tools as { name: string }[]).map(({ name }) => name)
    },
    async call(name, args = {}) {
      const json = JSON.stringify(args)
      const { result } = await ask(
        baseUrl,
        key,
        ...['--method', 'tools/call', '--tool-name', name, '--tool-args-json', json],
      )
      return readCalled(result)
    },
  }
}

test("the protocol's inspector plays quests, and calls every tool", { timeout: 600_000 }, async () => {
  const harness = await startWithPull()
  const giver = await startAs(harness.baseUrl, harness.user())
  const farmer = await startAs(harness.baseUrl, harness.user())
  await playEveryTool(harness, { giver, farmer })
})

test('the inspector finds no tool whose schema some program could not read', async () => {
  const { baseUrl } = await startWithPull()
  const { code, stderr } = await ask(baseUrl, null, '--method', 'tools/list', '--strict')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
