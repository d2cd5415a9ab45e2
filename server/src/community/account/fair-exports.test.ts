import { execFileSync } from 'node:child_process'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { blob, createFilesEnv, text } from '../../../test/files.ts'
import { engine, startHarness, takeSharedDatabase, type User } from '../../../test/harness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { parts } from './parts.ts'

/** Holds every read of the one file until the returned function is called. */
async function holdFile(dataDir: string): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'files')
  const [entry] = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(one =>
    one.isFile(),
  )
  const path = join(entry?.parentPath ?? '', entry?.name ?? '')
  await rm(path)
  execFileSync('mkfifo', [path])
  const end = async () => {
    await rm(path, { force: true })
  }
  let held = true
  const letGo = async () => {
    if (!held) return
    held = false
    await (await open(path, 'r+')).close()
    await end()
  }
  onTestFinished(letGo)
  return letGo
}

test('what somebody takes along is put together while that of another network takes long', async () => {
  const env = await createFilesEnv()
  const { baseUrl, user } = await startHarness({ env: { ...env, TRUST_PROXY: '1' } })
  const [slow, neighbour, honest] = [user(), user(), user()]
  await slow.furrow.files.upload(blob(text, 'text/plain'))
  const letGo = await holdFile(env.DATA_DIR)
  const done: string[] = []
  const ask = (from: string, { token }: User) =>
    fetch(`${baseUrl}/account/export`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
    })
  const readAll = async (from: string, response: Response) => {
    await response.arrayBuffer()
    done.push(from)
    return response.status
  }
  const take = async (from: string, user: User) => readAll(from, await ask(from, user))
  // Its beginning has come, so it has its turn.
  const first = readAll('2001:db8:7:1::1', await ask('2001:db8:7:1::1', slow))
  const second = take('2001:db8:7:2::1', neighbour)
  expect(await take('198.51.100.1', honest)).toBe(200)
  expect(done).toEqual(['198.51.100.1'])
  await letGo()
  expect([await first, await second]).toEqual([200, 200])
})

test('an account with nothing in it costs few statements to take along', async () => {
  const { user } = await startHarness({ env: await takeSharedDatabase() })
  const me = user()
  const { statements } = watchDatabase()
  const iterated = vi.spyOn(StatementSync.prototype, 'iterate')
  onTestFinished(() => iterated.mockRestore())
  await me.furrow.account.export()
  const asked = statements.length + iterated.mock.calls.length
  // Each list is read once, and once more for its table; PostgreSQL declares, reads and closes a cursor for each.
  const readings = parts.reduce((sum, { table }) => sum + (table ? 2 : 1), 0)
  const ofReading = engine === 'sqlite' ? 1 : 3
  expect(asked).toBeGreaterThan(parts.length)
  expect(asked).toBeLessThanOrEqual(readings * ofReading + 30)
})
