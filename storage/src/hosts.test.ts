import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postgresUrl } from '../../server/test/harness.ts'
import { createConnector } from './hosts.ts'

/** Nothing listens there. */
const away = 'postgres://postgres@127.0.0.1:1/postgres'
const there = postgresUrl

function openHost(connectionString: string) {
  const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: 1_000 })
  onTestFinished(() => pool.end())
  return { pool, asked: vi.spyOn(pool, 'connect') }
}

test('that no host of a database can be used is said with the reason of each', async () => {
  const hosts = [openHost(away), openHost(away)].map(({ pool }) => pool)
  const reason = '127\\.0\\.0\\.1:1: .*ECONNREFUSED[^;]*'
  await expect(createConnector(hosts)()).rejects.toThrow(
    new RegExp(`^no host of DATABASE_URL can be used \\(${reason}; ${reason}\\)$`),
  )
})

if (there !== null) {
  test('the host of a database that answered last is asked first, and others only where it does not', async () => {
    const [first, second] = [openHost(away), openHost(there)]
    const connect = createConnector([first.pool, second.pool])
    for (let count = 0; count < 3; count++) (await connect()).release()
    expect([first, second].map(({ asked }) => asked.mock.calls.length)).toEqual([1, 3])
  })

  test('a host of a database whose connections are all in use is waited for, and no other is asked', async () => {
    const [first, second] = [openHost(there), openHost(there)]
    const client = await first.pool.connect()
    Object.assign(first.pool.options, { connectionTimeoutMillis: 50 })
    const another = createConnector([first.pool, second.pool])().then(taken => taken.release())
    await expect(another.finally(() => client.release())).rejects.toThrow('timeout exceeded')
    expect(second.asked).not.toHaveBeenCalled()
  })

  test('a host of a database that refuses what the settings say is not passed over', async () => {
    const wrong = new URL(there)
    wrong.searchParams.set('options', '-c of_nobody=1')
    const [first, second] = [openHost(wrong.href), openHost(there)]
    const refused = createConnector([first.pool, second.pool])().then(taken => taken.release())
    await expect(refused).rejects.toThrow('of_nobody')
    expect(second.asked).not.toHaveBeenCalled()
  })
}
