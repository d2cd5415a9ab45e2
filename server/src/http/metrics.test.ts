import { describe, expect, test } from 'vitest'
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
