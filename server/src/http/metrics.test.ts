import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Harness, startHarness } from '../test/harness.ts'
import { occupy } from '../test/occupy.ts'

async function readMetrics({ baseUrl }: Harness): Promise<string> {
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
    const harness = await startHarness()
    const free = await occupy(harness.context.db)
    const began = performance.now()
    expect(await readMetrics(harness)).toContain('furrow_database_up 0')
    // PostgreSQL's pool gives up after five seconds, the embedded database never.
    expect(performance.now() - began).toBeLessThan(4_000)
    await free()
    expect(await readMetrics(harness)).toContain('furrow_database_up 1')
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
    for (const path of ['/', '/api/quests', '/readyz', '/docs']) expect(await status(at(path))).toBe(404)
    expect(await status(at('/metrics'), 'POST')).toBe(405)
  })

  test('with a port that is taken ends the start', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    await expect(startHarness({ env: { METRICS: `127.0.0.1:${port}` } })).rejects.toThrow('EADDRINUSE')
  })
})
