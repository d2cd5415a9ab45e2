import { setTimeout as sleep } from 'node:timers/promises'
import { createFurrow } from '@furrow/sdk'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createWallet,
  reviewWindow,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { type ServiceProcess, startProcess } from '../../../test/processes.ts'
import { createAccessToken } from '../../access/auth/tokens.ts'
import { day, hour, systemClock } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { startDaemon } from './daemon.ts'

describe('the review window', () => {
  test('ends to the millisecond: never early, and then at the next round', async () => {
    const { user, clock, runDue, visitor } = await startHarness()
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    const { farmers } = await farmer.furrow.quests.submit(id, { note: 'done' })
    expect(Date.parse(farmers[0]?.reviewEndsAt ?? '') - clock.now()).toBe(reviewWindow)
    clock.advance(reviewWindow - 1)
    expect(await runDue()).toBe(0)
    expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('in-review')
    clock.advance(1)
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).farmers[0]).toMatchObject({ status: 'released', holdReason: null })
  })

  test('is paid once by four processes that see it end together', async () => {
    const env = await takeSharedDatabase()
    const first = await startHarness({ env })
    const others = [1, 2, 3].map(() => startHarness({ env: { ...env, ...first.env }, clock: first.clock }))
    const all = [first, ...(await Promise.all(others))]
    const giver = first.user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 20 })
    const farmers = Array.from({ length: 20 }, () => first.user())
    for (const { furrow } of farmers) {
      await furrow.quests.accept(id)
      await furrow.quests.submit(id, { note: 'done' })
    }
    first.clock.advance(reviewWindow)
    const done = await Promise.all(all.map(({ runDue }) => runDue()))
    expect(done.reduce((a, b) => a + b)).toBe(20)
    const { funding, status } = await first.visitor.quests.get(id)
    expect({ status, released: funding.released }).toEqual({ status: 'completed', released: '2000' })
  })

  test('a payment that fails holds up no other, and is tried again', async () => {
    const { user, clock, runDue, context, visitor } = await startHarness()
    const giver = user()
    const ids: string[] = []
    for (let index = 0; index < 3; index++) {
      const { id } = await giver.furrow.quests.post(sampleQuest)
      const farmer = user()
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
      ids.push(id)
    }
    const broken = ids[0] as string
    await context.db.updateTable('quests').set({ amount: 'broken' }).where('id', '=', broken).execute()
    clock.advance(reviewWindow)
    expect(await runDue()).toBe(2)
    await context.db.updateTable('quests').set({ amount: '100' }).where('id', '=', broken).execute()
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(broken)).status).toBe('completed')
  })

  test('more payments that fail than a round takes hold up no other either', async () => {
    const { user, clock, runDue, context, visitor } = await startHarness()
    const giver = user()
    const stuck = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 130 })
    for (let index = 0; index < 130; index++) {
      const { furrow } = user()
      await furrow.quests.accept(stuck.id)
      await furrow.quests.submit(stuck.id, { note: 'done' })
    }
    clock.advance(1)
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await context.db.updateTable('quests').set({ amount: 'broken' }).where('id', '=', stuck.id).execute()
    clock.advance(reviewWindow)
    while ((await runDue()) > 0);
    expect((await visitor.quests.get(id)).status).toBe('completed')
    await context.db.updateTable('quests').set({ amount: '100' }).where('id', '=', stuck.id).execute()
    while ((await runDue()) > 0);
    const repaired = await visitor.quests.get(stuck.id)
    expect(repaired).toMatchObject({ status: 'completed', funding: { released: '13000' } })
  })

  test.each([1, 2, 3])(
    'work that is disputed while a payer already acts is either paid or held, never both (seed %i)',
    async seed => {
      const env = await takeSharedDatabase()
      // The payer's clock is a moment ahead: it is due there, and can still be disputed here.
      const office = await startHarness({ env })
      const payer = await startHarness({ env: { ...env, ...office.env } })
      const giver = office.user()
      const moments = fc.sample(fc.constantFrom('before', 'meanwhile', 'after'), { seed, numRuns: 15 })
      const work: { id: string; address: string; moment: (typeof moments)[number] }[] = []
      for (const moment of moments) {
        const { id } = await giver.furrow.quests.post(sampleQuest)
        const farmer = office.user()
        await farmer.furrow.quests.accept(id)
        await farmer.furrow.quests.submit(id, { note: 'done' })
        work.push({ id, address: farmer.address, moment })
      }
      office.clock.advance(reviewWindow - 1)
      payer.clock.advance(reviewWindow)
      const late = office.user(giver)
      const disputed = new Map<string, Promise<boolean>>()
      const dispute = (when: string) => {
        for (const { id, address } of work.filter(({ moment }) => moment === when))
          disputed.set(
            id,
            late.furrow.quests.dispute(id, address, 'no').then(
              () => true,
              ({ status }) => status !== 400,
            ),
          )
        return Promise.all(disputed.values())
      }

      // It knows that all of it is due, and has not paid any: the dispute comes first, or both come together.
      whenRead(payer.context, work[0]?.id as string, async () => {
        await dispute('before')
        dispute('meanwhile')
      })
      const paid = await payer.runDue()
      await dispute('after')
      const outcomes = await Promise.all(
        work.map(async ({ id, moment }) => {
          const status = (await office.visitor.quests.get(id)).farmers[0]?.status
          return { moment, status, disputed: await disputed.get(id) }
        }),
      )
      const allowed = {
        before: [{ status: 'disputed', disputed: true }],
        after: [{ status: 'released', disputed: false }],
        meanwhile: [
          { status: 'disputed', disputed: true },
          { status: 'released', disputed: false },
        ],
      }
      for (const { moment, ...outcome } of outcomes) expect(allowed[moment]).toContainEqual(outcome)
      for (const moment of Object.keys(allowed)) expect(moments).toContain(moment)
      expect(outcomes.filter(({ status }) => status === 'released')).toHaveLength(paid)
      const releases = await office.context.db
        .selectFrom('ledger_entries')
        .selectAll()
        .where('account', '=', 'released')
        .execute()
      expect(releases).toHaveLength(paid)
      expect(await payer.runDue()).toBe(0)
    },
  )
})

/** Does something once: when this service has read rows that name it, and before it goes on. */
function whenRead(context: Context, id: string, act: () => Promise<void>): void {
  let done = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!done && JSON.stringify(result.rows).includes(id)) {
        done = true
        await act()
      }
      return result
    },
  }
  Object.assign(context, { db: context.db.withPlugin(plugin) })
}

test('what is in no hurry works a quarter of the time at most, however much there is to do', async () => {
  const { context } = await startHarness()
  const rounds: { began: number; ended: number }[] = []
  const duty: Duty = {
    name: 'patient',
    every: () => hour,
    isPatient: true,
    async round() {
      const began = performance.now()
      await sleep(20)
      return rounds.push({ began, ended: performance.now() })
    },
  }
  await using _ = startDaemon(context, [duty])
  await expect.poll(() => rounds.length, { timeout: 20_000 }).toBeGreaterThan(3)
  for (const [index, { began }] of rounds.entries()) {
    const before = rounds[index - 1]
    // A timer may be a millisecond early.
    if (before !== undefined)
      expect(began - before.ended).toBeGreaterThan(3 * (before.ended - before.began) - 5)
  }
})

describe('what else comes due', () => {
  test('a place without work is warned of once, three days ahead, and then free again', async () => {
    const { user, clock, runDue, visitor } = await startHarness({ env: { IDLE_DAYS: '30' } })
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    clock.advance(27 * day - 1)
    expect(await runDue()).toBe(0)
    clock.advance(1)
    expect(await runDue()).toBe(1)
    expect(await runDue()).toBe(0)
    clock.advance(3 * day)
    expect(await runDue()).toBe(1)
    const quest = await visitor.quests.get(id)
    expect({ status: quest.status, farmers: quest.farmers }).toEqual({ status: 'open', farmers: [] })
    const subjects = (await user(farmer).furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.startsWith('Your place ends soon'))).toHaveLength(1)
    await user(farmer).furrow.quests.accept(id)
  })

  test('an undecided dispute pays work that a merge proves, and refunds a bare submission', async () => {
    const { user, clock, runDue, visitor } = await startHarness()
    const giver = user()
    const [merged, submitted] = [user(), user()]
    const first = await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'farm/gate' })
    const second = await giver.furrow.quests.post(sampleQuest)
    await merged.furrow.quests.accept(first.id)
    await visitor.verify({ repo: 'farm/gate', pr: 1 })
    await submitted.furrow.quests.accept(second.id)
    await submitted.furrow.quests.submit(second.id, { note: 'done' })
    await giver.furrow.quests.dispute(first.id, merged.address, 'no')
    await giver.furrow.quests.dispute(second.id, submitted.address, 'no')
    clock.advance(14 * day - 1)
    expect(await runDue()).toBe(0)
    clock.advance(1)
    expect(await runDue()).toBe(2)
    expect((await visitor.quests.get(first.id)).farmers[0]?.status).toBe('released')
    expect((await visitor.quests.get(second.id)).farmers[0]?.status).toBe('refunded')
  })

  test('a quest past its deadline takes nobody, and is over when nothing is under way', async () => {
    const { user, clock, runDue, visitor } = await startHarness()
    const deadline = new Date(clock.now() + hour).toISOString()
    const { id } = await user().furrow.quests.post({ ...sampleQuest, maxFarmers: 2, deadline })
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    clock.advance(hour)
    await expect(user().furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).status).toBe('in-progress')
    await farmer.furrow.quests.submit(id, { note: 'done' })
    clock.advance(reviewWindow)
    await runDue()
    const quest = await visitor.quests.get(id)
    expect(quest).toMatchObject({ status: 'completed', funding: { released: '100', refunded: '100' } })
  })
})

describe('real processes that are killed', () => {
  test('pay each farmer once, never early and less than a minute late', { timeout: 90_000 }, async () => {
    const env = {
      ...(await takeSharedDatabase()),
      JWT_SECRET: 'a secret for tests that is long enough to be one',
      REVIEW_WINDOW_HOURS: '0.002',
      RATE_LIMIT: '0',
    }
    const processes: ServiceProcess[] = []
    onTestFinished(async () => {
      await Promise.all(processes.map(({ kill }) => kill('SIGKILL')))
    })
    processes.push(await startProcess(env))
    processes.push(await startProcess(env))
    const { context } = await startHarness({ env: { ...env, LOG_LEVEL: 'silent' } })
    const client = (baseUrl: string) => {
      const { address } = createWallet()
      return {
        address,
        furrow: createFurrow({ baseUrl, token: createAccessToken(realTime(context), address) }),
      }
    }
    const [one] = processes as [ServiceProcess]
    const giver = client(one.baseUrl)
    const places = 40
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: places })
    for (let index = 0; index < places; index++) {
      const { furrow } = client(one.baseUrl)
      await furrow.quests.accept(id)
      await furrow.quests.submit(id, { note: 'done' })
    }
    // Killed and started again all through the time in which the windows end.
    for (let round = 0; round < 6; round++) {
      await sleep(400 + Math.random() * 1_200)
      await processes.shift()?.kill('SIGKILL')
      processes.push(await startProcess(env))
    }
    const [survivor] = processes as [ServiceProcess]
    const reader = createFurrow({ baseUrl: survivor.baseUrl })
    await expect.poll(async () => (await reader.quests.get(id)).status, { timeout: 30_000 }).toBe('completed')

    const { farmers } = await reader.quests.get(id)
    expect(farmers).toHaveLength(places)
    for (const { reviewEndsAt, releasedAt } of farmers) {
      const late = Date.parse(releasedAt ?? '') - Date.parse(reviewEndsAt ?? '')
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(60_000)
    }
    const releases = await context.db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('account', '=', 'released')
      .execute()
    expect(releases).toHaveLength(places)
  })
})

/** The processes have the real clock; the harness's own stands still. */
function realTime<T>(context: T): T {
  return { ...context, clock: systemClock }
}
