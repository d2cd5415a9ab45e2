import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeTime, hasFakeTime } from '../../test/fake-time.ts'
import { createWallet, engine, sampleQuest, takeSharedDatabase } from '../../test/harness.ts'
import { type ServiceProcess, startProcess } from '../../test/processes.ts'
import { day, hour, isOff, minute, second } from './clock.ts'
import { watchMachine } from './service-clock.ts'

const settings = { JWT_SECRET: 'a secret for tests that is long enough to be one', LOG_LEVEL: 'info' }

async function start(env: Record<string, string>): Promise<ServiceProcess> {
  const process = await startProcess(env)
  onTestFinished(async () => void (await process.kill('SIGKILL')))
  return process
}

async function signIn({ baseUrl }: ServiceProcess, fetch: typeof globalThis.fetch = globalThis.fetch) {
  const { account } = createWallet()
  const furrow = createFurrow({ baseUrl, fetch, retry: { attempts: 1 } })
  const token = await furrow.signIn({
    account,
    signMessage: ({ message }) => account.signMessage({ message }),
  })
  return { address: account.address, furrow, token }
}

/** Work in review, in so many quests of one giver. */
async function handIn(at: ServiceProcess) {
  const [giver, farmer] = await Promise.all([signIn(at), signIn(at)])
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  return { giver, farmer, id, status: async () => (await giver.furrow.quests.get(id)).status }
}

const soon = { timeout: 20_000, interval: 100 }

const [place, what, play] =
  engine === 'postgres'
    ? ([
        'processes on one PostgreSQL',
        'live by its clock: one that is hours off pays nothing, and takes no nonce twice',
        offOnPostgres,
      ] as const)
    : ([
        'a process on SQLite',
        'pays nothing early when its clock leaps, and goes on once it is right again',
        leapOnSqlite,
      ] as const)

describe.skipIf(!hasFakeTime)(`${place}${hasFakeTime ? '' : ' (skipped: libfaketime is missing)'}`, () => {
  test(what, { timeout: 60_000 }, play)
})

async function offOnPostgres(): Promise<void> {
  const env = { ...(await takeSharedDatabase()), ...settings }
  const [ahead, behind] = await Promise.all([
    start({ ...env, ...fakeTime('+2h'), REVIEW_WINDOW_HOURS: '1' }),
    start({ ...env, ...fakeTime('-3h'), REVIEW_WINDOW_HOURS: '0.0003' }),
  ])
  // Sessions and nonces of the one count at the other.
  let signIns: string[] = []
  const { token } = await signIn(ahead, async (...given) => {
    const asked = new Request(...given)
    signIns = [...signIns, await asked.clone().text()]
    return fetch(asked)
  })
  for (const { baseUrl } of [ahead, behind]) {
    const headers = { 'content-type': 'application/json' }
    const again = await fetch(`${baseUrl}/auth/verify`, {
      method: 'POST',
      headers,
      body: signIns.at(-1) as string,
    })
    expect(await again.json()).toEqual({
      error: expect.stringContaining('used before'),
      code: expect.any(String),
    })
    expect((await createFurrow({ baseUrl, token }).mail.list()).items).toEqual([])
  }

  const early = await handIn(ahead)
  const due = await handIn(behind)
  for (const one of [ahead, behind]) await expect.poll(one.output, soon).toContain('pays nothing')
  expect(await metric(ahead)).toBeCloseTo(2 * 3_600, -1)
  expect(await metric(behind)).toBeCloseTo(-3 * 3_600, -1)
  await expect.poll(() => metric(behind, payer), soon).toBeGreaterThan(Date.now() / second)
  expect(await due.status()).toBe('in-review')
  // The process with the right time pays due work, and nothing else.
  const right = await start(env)
  await expect.poll(due.status, soon).toBe('completed')
  expect(await early.status()).toBe('in-review')
  expect(right.output()).not.toContain('pays nothing')
  expect(await metric(right)).toBeCloseTo(0, 0)
  const { farmers } = await early.giver.furrow.quests.get(early.id)
  expect(Math.abs(Date.parse(farmers[0]?.reviewEndsAt ?? '') - Date.now() - hour)).toBeLessThan(minute)
}

async function leapOnSqlite(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-time-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'offset')
  await writeFile(file, '+0')
  const window = 6 * second
  const service = await start({
    ...(await takeSharedDatabase()),
    ...settings,
    ...fakeTime({ file }),
    REVIEW_WINDOW_HOURS: String(window / hour),
  })
  const began = performance.now()
  const { status } = await handIn(service)
  await writeFile(file, '+2h')
  await expect.poll(service.output, soon).toContain('the clock of this machine leapt')
  expect(await metric(service)).toBeCloseTo(2 * 3_600, -1)
  expect(await status()).toBe('in-review')
  await writeFile(file, '+0')
  await expect.poll(status, soon).toBe('completed')
  expect(performance.now() - began).toBeGreaterThan(window)
}

// PostgreSQL tells the time itself, and no process that starts can be ahead of it.
const onSqlite = engine === 'sqlite' ? test.skipIf(!hasFakeTime) : () => {}

onSqlite(
  'a start on SQLite with a clock that is days ahead pays nothing by itself, and the next one with the right time goes on',
  { timeout: 60_000 },
  async () => {
    const env = { ...(await takeSharedDatabase()), ...settings, REVIEW_WINDOW_HOURS: '1' }
    const first = await start(env)
    const { id } = await handIn(first)
    expect(first.output()).not.toContain('pays nothing')
    await first.kill('SIGTERM')

    const ahead = await start({ ...env, ...fakeTime('+2d') })
    expect(ahead.output()).toContain(
      'far from the last moment that the database knows: this process pays nothing',
    )
    expect(await metric(ahead)).toBeCloseTo((2 * day) / second, -2)
    await expect.poll(() => metric(ahead, payer), soon).toBeGreaterThan(0)
    expect((await createFurrow({ baseUrl: ahead.baseUrl }).quests.get(id)).status).toBe('in-review')
    await ahead.kill('SIGTERM')

    const right = await start(env)
    expect(right.output()).not.toContain('pays nothing')
    expect(await metric(right)).toBeCloseTo(0, 0)
  },
)

const payer = 'furrow_duty_last_success_timestamp_seconds{duty="pay what is due in the ledger"}'

async function metric({ baseUrl }: ServiceProcess, name = 'furrow_clock_ahead_seconds'): Promise<number> {
  const text = await (await fetch(new URL('/metrics', baseUrl))).text()
  return Number(text.split(`\n${name} `)[1]?.split('\n')[0])
}

test.each([
  { known: null, isDoubted: false },
  { known: 0, isDoubted: false },
  { known: -day, isDoubted: false },
  { known: -day - second, isDoubted: true },
  { known: 6 * second, isDoubted: true },
])(
  'a start with the last known moment at $known ms is doubted: $isDoubted, for an hour at most',
  async ({ known, isDoubted }) => {
    let elapsed = 0
    const began = Date.parse('2026-03-01T12:00:00Z')
    const machine = { now: () => began + elapsed, elapsed: () => elapsed }
    const clock = watchMachine(machine, known === null ? null : began + known)
    for (; elapsed < hour; elapsed += 5 * minute) {
      await clock.look()
      expect(isOff(clock)).toBe(isDoubted)
    }
    await clock.look()
    expect(isOff(clock)).toBe(false)
  },
)

test('a clock that leapt is off for an hour of even running at most, and never for a small step', () => {
  const step = fc.record({
    leap: fc.integer({ min: -3 * hour, max: 3 * hour }),
    runs: fc.integer({ min: 0, max: 2 * hour }),
  })
  return fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
      let elapsed = 0
      let wall = Date.parse('2026-03-01T12:00:00Z')
      const clock = watchMachine({ now: () => wall, elapsed: () => elapsed })
      for (const { leap, runs } of steps) {
        const before = clock.ahead()
        wall += leap
        expect(clock.ahead()).toBe(before + leap)
        await clock.look()
        expect(isOff(clock)).toBe(Math.abs(before + leap) > 5 * second)
        for (let ran = 0; ran < runs; ran += 5 * minute) {
          elapsed += 5 * minute
          wall += 5 * minute
          await clock.look()
        }
        if (runs >= hour) expect(clock.ahead()).toBe(0)
        expect(clock.now()).toBe(wall)
      }
    }),
  )
})

test('a clock that leaps again is off for an hour from then on', async () => {
  let [elapsed, wall] = [0, Date.parse('2026-03-01T12:00:00Z')]
  const clock = watchMachine({ now: () => wall, elapsed: () => elapsed })
  const leapAndRun = async (leap: number, minutes: number) => {
    wall += leap
    await clock.look()
    elapsed += minutes * minute
    wall += minutes * minute
    await clock.look()
    return isOff(clock)
  }
  expect(await leapAndRun(hour, 30)).toBe(true)
  expect(await leapAndRun(hour, 59)).toBe(true)
  expect(await leapAndRun(0, 1)).toBe(false)
})
