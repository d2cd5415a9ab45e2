import { readdir, readlink } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFilesEnv } from '../../../test/files.ts'
import { startHarness } from '../../../test/harness.ts'
import { spool } from './spool.ts'

/** The spool files that this process still holds; only Linux can tell. */
async function heldAside(): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const paths = await Promise.all(names.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return paths.filter(path => path.includes('.aside-'))
}

test.skipIf(process.platform !== 'linux')(
  'what fails before its first byte leaves no file open, and no turn taken',
  async () => {
    const { context } = await startHarness({ env: await createFilesEnv() })
    const fails = { ip: '192.0.2.1', write: () => Promise.reject(new Error('Connection terminated')) }
    // More often than there are turns.
    for (let count = 0; count < 30; count++)
      await expect(spool(context, fails)).rejects.toThrow('Connection terminated')
    await expect.poll(heldAside).toEqual([])

    const works = await spool(context, {
      ip: '192.0.2.1',
      write: async to => {
        await new Promise<void>(resolve => to.write('all of it', () => resolve()))
      },
    })
    expect(String(Buffer.concat(await works.toArray()))).toBe('all of it')
    await nextTurn()
    await expect.poll(heldAside).toEqual([])
  },
)
