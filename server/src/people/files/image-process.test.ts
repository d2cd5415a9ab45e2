import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchProcesses } from '../../../test/processes-started.ts'
import { findFence } from '../../ground/clients/fence.ts'
import { runImageProcess } from './image-process.ts'

test('a program that reads images stands behind the best fence that there is, with nothing of the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-probe-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const secret = join(folder, 'jwt-secret')
  await writeFile(secret, 'secret', { mode: 0o644 })
  const started = watchProcesses('look-around')
  const { output } = await runImageProcess(
    new URL('../../../test/look-around.ts', import.meta.url),
    [],
    Buffer.from(secret),
    { milliseconds: 20_000, output: 10_000 },
  )
  const { kind, command, args } = await findFence()
  const { user, networks, ...found } = JSON.parse(output.toString())
  expect(found).toEqual({ read: 'refused', start: 'refused', settings: [] })
  expect(started).toMatchObject([{ process: { spawnfile: command } }])
  expect(started[0]?.args).toEqual(expect.arrayContaining([...args, '--permission']))
  // The part that the kernel holds, and not Node.
  if (kind === 'namespaces') expect(networks).toEqual([])
  if (kind === 'user') expect(user).toBe(65_534)
})
