import { once } from 'node:events'
import { connect } from 'node:net'
import { createFurrow } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import {
  createWallet,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type Wallet,
} from '../../../test/harness.ts'
import { keyedRequests } from '../../../test/keyed-requests.ts'
import { startProcess } from '../../../test/processes.ts'
import { requireSound } from '../../../test/soundness.ts'
import { readRows } from '../../../test/tables.ts'
import { systemClock } from '../../ground/clock.ts'

const dying = {
  NODE_OPTIONS: `--import ${new URL('../../../test/die-before-answering.ts', import.meta.url)}`,
}
const noQuotas = { QUOTA_QUESTS_A_DAY: '0', QUOTA_LIVE_QUESTS: '0', QUOTA_LETTERS_A_DAY: '0' }

/** A service in this process on a shared database; its clock is the system's, as for the other services. */
async function startShared(): Promise<Harness> {
  const env = { ...noQuotas, ...(await takeSharedDatabase()) }
  return startHarness({ env, clock: { ...systemClock, advance() {} } })
}

describe('a service that is killed between what it did and its answer', () => {
  test.each(Object.keys(keyedRequests))('%s: another one gives the answer, and does nothing', async name => {
    const harness = await startShared()
    const { env, platform, user, send } = harness
    const people = { giver: user(), farmer: user(), platform: user(platform) }
    const { by, method, path, body } = await (keyedRequests[name] as (typeof keyedRequests)[string])(people)
    const killed = await startProcess({ ...env, ...dying, LOG_LEVEL: 'info' })
    const headers = {
      authorization: `Bearer ${by.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'one',
    }
    const lost = fetch(`${killed.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })
    await expect(lost).rejects.toThrow('fetch failed')
    expect((await killed.ended).code).toBeNull()

    const before = await readRows(harness.context.db)
    expect(before.idempotency_keys?.filter(row => row.includes('"one"'))).toHaveLength(1)
    const answer = await send(method, path, { token: by.token, body, headers: { 'idempotency-key': 'one' } })
    expect(answer.status).toBe(method === 'POST' ? 201 : 200)
    expect(answer.headers.get('idempotent-replayed')).toBe('true')
    expect(await readRows(harness.context.db)).toEqual(before)
  })

  test('again and again, under load: each thing that was asked for is there once', async () => {
    const harness = await startShared()
    const { env, context, user } = harness
    const giver = user()
    const waiting = Array.from({ length: 120 }, (_, index) => ({ idempotencyKey: `quest ${index}` }))
    const count = waiting.length
    let baseUrl = ''
    async function work(): Promise<void> {
      for (let options = waiting.pop(); options !== undefined; options = waiting.pop())
        while (!(await isPosted(options))) await new Promise(resolve => setTimeout(resolve, 20))
    }
    function isPosted(options: { idempotencyKey: string }): Promise<boolean> {
      const furrow = createFurrow({ baseUrl, token: giver.token, retry: { attempts: 1 } })
      return furrow.quests.post(sampleQuest, options).then(
        () => true,
        () => false,
      )
    }
    let workers: Promise<unknown> | null = null
    for (const lifetime of [1, 8, 17, 30]) {
      const service = await startProcess({ ...env, ...dying, DIE_BEFORE_ANSWER: String(lifetime) })
      baseUrl = service.baseUrl
      workers ??= Promise.all(Array.from({ length: 8 }, work))
      expect((await service.ended).code).toBeNull()
    }
    baseUrl = harness.baseUrl
    await workers
    const posted = context.db.selectFrom('quests').select('id').where('giver', '=', giver.address)
    expect(await posted.execute()).toHaveLength(count)
    await requireSound(context)
  })
})

const clients = 300

/** A client that disconnects after so many milliseconds, in the middle of whatever it did. */
async function askAndDie(
  baseUrl: string,
  token: string,
  key: string,
  body: object,
  after: number,
): Promise<void> {
  const { hostname, port, pathname } = new URL(baseUrl)
  const text = JSON.stringify(body)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST ${pathname}/quests HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: "${key}"\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  await new Promise(resolve => setTimeout(resolve, after))
  socket.destroy()
}

describe('clients that are killed and asked again', () => {
  test('make as many things as there were to be made', async () => {
    const harness = await startHarness({ env: noQuotas })
    const { baseUrl, context, user } = harness
    const wallet: Wallet = createWallet()
    const { token, address } = user(wallet)
    const waiting = Array.from({ length: clients }, (_, index) => index)
    const made = new Set<string>()
    async function work(): Promise<void> {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        const idempotencyKey = `client ${index}`
        for (let life = 0; life < 3; life++)
          await askAndDie(baseUrl, token, idempotencyKey, sampleQuest, (index + life * 5) % 12)
        const retry = { attempts: 1_000, delay: () => new Promise<void>(resolve => setTimeout(resolve, 2)) }
        made.add(
          (await createFurrow({ baseUrl, token, retry }).quests.post(sampleQuest, { idempotencyKey })).id,
        )
      }
    }
    await Promise.all(Array.from({ length: 10 }, work))
    expect(made.size).toBe(clients)
    const posted = await context.db.selectFrom('quests').select('id').where('giver', '=', address).execute()
    expect(posted.map(({ id }) => id).toSorted()).toEqual([...made].toSorted())
    await requireSound(context)
  }, 600_000)
})
