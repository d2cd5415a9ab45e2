import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startServer, startSilent } from '../../sdk/src/test/server.ts'
import { exitCodes } from './exit-codes.ts'

const main = new URL('main.ts', import.meta.url).pathname

/** The command as a process, which nobody's login helps. */
function start(
  args: readonly string[],
  baseUrl: string,
  stdio: ('ignore' | 'pipe' | number)[],
): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', FURROW_URL: baseUrl }
  const child = spawn(process.execPath, [main, ...args], { env, stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a command whose answer does not come', async signal => {
  const { baseUrl, asked } = await startSilent()
  const child = start(['quests', 'list'], baseUrl, ['ignore', 'ignore', 'ignore'])
  const ended = once(child, 'exit')
  await asked
  child.kill(signal)
  expect(await ended).toEqual([null, signal])
})

test('an answer that a full disk does not take is a failure', async () => {
  const { baseUrl } = await startServer(() => ({ body: [] }))
  const child = start(['quests', 'list'], baseUrl, ['ignore', openSync('/dev/full', 'w'), 'pipe'])
  const ended = once(child, 'exit')
  const said = await text(child.stderr as NodeJS.ReadableStream)
  expect({ ended: await ended, said }).toEqual({
    ended: [exitCodes.failed, null],
    said: expect.stringMatching(/^furrow: The output cannot be written: ENOSPC[^\n]*\n$/),
  })
})

test('a reader that has enough changes no exit code', () => {
  const shell = (line: string) =>
    spawnSync('bash', ['-c', `${line}; echo "\${PIPESTATUS[0]}"`, process.execPath, main], {
      encoding: 'utf8',
    })
  expect(shell('"$0" "$1" --help | true').stdout).toBe(`${exitCodes.done}\n`)
  expect(shell('"$0" "$1" plough 2>&1 >/dev/null | true').stdout).toBe(`${exitCodes.usage}\n`)
})
