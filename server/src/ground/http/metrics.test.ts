import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  engine,
  type Harness,
  reviewWindow,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { occupiable, occupy } from '../../../test/occupy.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { makeBackups } from '../../operate/backup/duty.ts'
import { payInLedger } from '../../quests/rails/ledger-rail/due.ts'
import { startDaemon } from '../../service/daemon/daemon.ts'
import { second } from '../clock.ts'
import { timeRequests } from './durations.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-metrics-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Moves the clock, since metrics are cached for five seconds. */
async function readMetrics({ baseUrl, clock }: Harness): Promise<string> {
  clock.advance(5 * second)
  const response = await fetch(new URL('/metrics', baseUrl))
  expect(response.status).toBe(200)
  return response.text()
}

describe('GET /metrics', () => {
  test('has what the process and the database know', async () => {
    const figures = await readMetrics(await startHarness())
    expect(figures).toContain('furrow_database_up 1')
    expect(figures).toContain('furrow_escrow_stopped{reason="low-balance"} 0')
    expect(figures).toContain('furrow_http_requests_total')
  })

  test('says that the database is gone, and goes on with the rest', async () => {
    const harness = await startHarness()
    await readMetrics(harness)
    await harness.context.db.destroy()
    const figures = await readMetrics(harness)
    expect(figures).toContain('furrow_database_up 0')
    expect(figures).not.toContain('furrow_escrow_stopped{')
    expect(figures).toContain('furrow_http_requests_total{status="200"} 1')
  })

  test('does not wait for a database that does not answer', async () => {
    const harness = await startHarness({ env: occupiable })
    const free = await occupy(harness.context.db)
    const began = performance.now()
    expect(await readMetrics(harness)).toContain('furrow_database_up 0')
    // PostgreSQL's pool gives up after five seconds, the embedded database never.
    expect(performance.now() - began).toBeLessThan(4_000)
    await free()
    expect(await readMetrics(harness)).toContain('furrow_database_up 1')
  })
})

describe('what is told', () => {
  const bucket = (le: string, labels: string) =>
    `furrow_http_request_duration_seconds_bucket{${labels},le="${le}"}`

  test('how long each route took, by its pattern and never by what stands in a URL', async () => {
    const harness = await startHarness()
    const { send, user } = harness
    const { id } = await user().furrow.quests.post(sampleQuest)
    for (let times = 0; times < 3; times++) await send('GET', `/quests?id=${id}&q=secret`)
    await send('HEAD', '/quests')
    await send('GET', '/quests?limit=none')
    await send('POST', '/secret/path')
    await send('DELETE', '/leaderboard')
    const figures = await readMetrics(harness)
    const count = (labels: string) =>
      Number(
        figures
          .split('\n')
          .find(line => line.startsWith(bucket('+Inf', labels)))
          ?.split(' ')[1] ?? 'none',
      )
    expect(count('route="/api/quests",method="GET",status="2xx"')).toBe(3)
    expect(count('route="/api/quests",method="GET",status="4xx"')).toBe(1)
    expect(count('route="/api/quests",method="HEAD",status="2xx"')).toBe(1)
    expect(count('route="/api/quests",method="POST",status="2xx"')).toBe(1)
    expect(count('route="unknown",method="POST",status="4xx"')).toBe(1)
    expect(count('route="unknown",method="DELETE",status="4xx"')).toBe(1)
    expect(figures).not.toContain(id)
    expect(figures).not.toContain('secret')
  })

  test('buckets hold what took as long or less', async () => {
    const app = Fastify()
    const durations = timeRequests(app)
    app.get('/slow', async () => {
      await sleep(60)
      return {}
    })
    await app.inject('/slow')
    const labels = 'route="/slow",method="GET",status="2xx"'
    const shown = durations.show()
    expect(shown).toContain(`${bucket('0.05', labels)} 0\n`)
    expect(shown).toContain(`${bucket('10', labels)} 1\n`)
    const sum = /_sum\{.*\} (\S+)/.exec(shown)?.[1]
    expect(Number(sum)).toBeGreaterThan(0.05)
  })

  test('work that should have been paid a minute ago, but for what a merge in doubt holds', async () => {
    const harness = await startHarness()
    const { clock, context, runDue, user } = harness
    const ids: string[] = []
    for (let index = 0; index < 2; index++) {
      const { id } = await user().furrow.quests.post(sampleQuest)
      const farmer = user()
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
      ids.push(id)
    }
    clock.advance(reviewWindow + 50 * second)
    expect(await readMetrics(harness)).toContain('furrow_overdue_releases{rail="ledger"} 0')
    clock.advance(40 * second)
    const late = await readMetrics(harness)
    expect(late).toContain('furrow_overdue_releases{rail="ledger"} 2')
    expect(late).toContain('furrow_oldest_overdue_release_seconds{rail="ledger"} 100')
    const held = context.db.updateTable('assignments').where('quest_id', '=', ids[0] as string)
    await held.set({ merge_check: 'unreachable' }).execute()
    expect(await readMetrics(harness)).toContain('furrow_overdue_releases{rail="ledger"} 1')
    await held.set({ merge_check: null }).execute()
    await runDue()
    const paid = await readMetrics(harness)
    expect(paid).toContain('furrow_overdue_releases{rail="ledger"} 0')
    expect(paid).toContain('furrow_oldest_overdue_release_seconds{rail="ledger"} 0')
    expect(paid).toContain('furrow_overdue_releases{rail="chain"} 0')
  })

  test('when the payer last made its round, and not that it failed', async () => {
    const harness = await startHarness()
    const { clock, context } = harness
    const shown = `furrow_duty_last_success_timestamp_seconds{duty="${payInLedger.name}"}`
    expect(await readMetrics(harness)).not.toContain(shown)
    const paidAt = clock.now()
    await startDaemon(context, [payInLedger])[Symbol.asyncDispose]()
    expect(await readMetrics(harness)).toContain(`${shown} ${paidAt / 1_000}\n`)
    clock.advance(second)
    const failing = { ...payInLedger, round: () => Promise.reject(new Error('no')) }
    await startDaemon(context, [failing])[Symbol.asyncDispose]()
    expect(await readMetrics(harness)).toContain(`${shown} ${paidAt / 1_000}\n`)
  })

  test('backups by setting, the disk, the queues, the database and whether it is ready', async () => {
    const env = { ...(await takeSharedDatabase()), BACKUP_HOURS: '6', BACKUP_DIR: await createFolder() }
    const harness = await startHarness({ env })
    const { clock, context, user } = harness
    const before = await readMetrics(harness)
    expect(before).toContain('furrow_backup_interval_seconds 21600')
    expect(before).toContain('furrow_backup_last_timestamp_seconds 0')
    await makeBackups.round(context)
    const madeAt = clock.now()
    await user().furrow.quests.post(sampleQuest)
    const after = await readMetrics(harness)
    expect(after).toContain(`furrow_backup_last_timestamp_seconds ${madeAt / 1_000}\n`)
    expect(after).toMatch(/furrow_disk_free_bytes\{folder="backups"\} \d{7,}/)
    expect(after).toContain('furrow_queue_waiting{queue="posted quests"} 0')
    expect(after).toContain('furrow_database_waiting 0')
    expect(after).toContain('furrow_ready 1')
    expect(/furrow_database_connections\{state="used"\} \d+/.test(after)).toBe(engine === 'postgres')
    expect(await readMetrics(await startHarness())).not.toContain('\nfurrow_backup_interval')
  })

  test('who waits for the database', async () => {
    const harness = await startHarness()
    const { baseUrl, context } = harness
    await occupy(context.db)
    const waiting = context.db.insertInto('meta').values({ key: 'x', value: 'y' }).execute()
    const figures = await readMetrics(harness)
    expect(Number(/furrow_database_waiting (\d+)/.exec(figures)?.[1])).toBeGreaterThan(0)
    expect(figures).toContain('furrow_ready 0')
    if (engine === 'postgres') {
      expect(figures).toContain('furrow_database_connections{state="used"} 10\n')
      expect(figures).toContain('furrow_database_connections{state="idle"} 0\n')
    }
    expect((await fetch(new URL('/healthz', baseUrl))).status).toBe(200)
    void waiting.catch(() => {})
  })

  test('is read from the database once in five seconds, however many ask', async () => {
    const harness = await startHarness()
    await readMetrics(harness)
    const watched = watchDatabase()
    const ask = () => fetch(new URL('/metrics', harness.baseUrl)).then(answer => answer.text())
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(watched.statements.length).toBe(0)
    await readMetrics(harness)
    watched.stop()
    expect(watched.statements.length).toBeGreaterThan(0)
  })
})

describe('METRICS', () => {
  const status = async (url: URL | string, method = 'GET') => (await fetch(url, { method })).status

  test('off has no figures, anywhere', async () => {
    const { baseUrl } = await startHarness({ env: { METRICS: 'off' } })
    expect(await status(new URL('/metrics', baseUrl))).toBe(404)
    expect(await status(new URL('/healthz', baseUrl))).toBe(200)
  })

  test('with a port has them there, and no longer beside the interface', async () => {
    const { baseUrl, send, logged } = await startHarness({ env: { METRICS: '127.0.0.1:0' } })
    const [, port] = /"port":(\d+),"msg":"figures/.exec(logged()) ?? []
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    await send('GET', '/leaderboard')
    expect(await status(new URL('/metrics', baseUrl))).toBe(404)
    expect(await (await fetch(at('/metrics'))).text()).toContain('furrow_http_requests_total{status="200"} 1')
    expect(await (await fetch(at('/healthz'))).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(at('/readyz'))).json()).toEqual({ status: 'ready' })
    for (const path of ['/', '/api/quests', '/docs']) expect(await status(at(path))).toBe(404)
    expect(await status(at('/metrics'), 'POST')).toBe(405)
  })

  test('beside the interface are for this machine, and for who has the token', async () => {
    const alone = await startHarness()
    const guarded = await startHarness({ env: { METRICS_TOKEN: 'for prometheus' } })
    const ask = async ({ baseUrl }: Harness, headers: Record<string, string>) =>
      (await fetch(new URL('/metrics', baseUrl), { headers })).status
    // A request through a proxy on this machine is not from this machine.
    const through = { 'x-forwarded-for': '198.51.100.7' }
    expect([await ask(alone, {}), await ask(alone, through)]).toEqual([200, 403])
    const bearer = (token: string) => ({ ...through, authorization: `Bearer ${token}` })
    expect([
      await ask(guarded, {}),
      await ask(guarded, through),
      await ask(guarded, bearer('a guess')),
      await ask(guarded, bearer('for prometheus')),
    ]).toEqual([200, 401, 401, 200])
  })

  test('with a port that is taken ends the start', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    await expect(startHarness({ env: { METRICS: `127.0.0.1:${port}` } })).rejects.toThrow(
      `METRICS: another program listens on port ${port} of 127.0.0.1.`,
    )
  })
})
