import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest, startHarness } from '../../../test/harness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { writeAccesses } from '../../access/audit-trail/access.ts'
import { attendBallots } from '../../community/community-dao/due-ballots.ts'
import { day, hour, instant, minute, second } from '../../ground/clock.ts'
import { isTimed, lastRounds, type Timed } from '../../ground/duty.ts'
import { endExpired, passDeadlines, warnOfExpiry, warnOfIdleness } from '../../quests/board/due.ts'
import { closeApplications, expireApplications } from '../../quests/board/due-applications.ts'
import { payInLedger } from '../../quests/rails/ledger-rail/due.ts'
import { endDisputes } from '../../quests/rails/ledger-rail/end-disputes.ts'
import { warnAhead } from '../../rules/lifecycle/commands/places.ts'
import { readSoonest } from './alarm.ts'
import { startDaemon } from './daemon.ts'
import { duties, whatIsDue } from './duties.ts'

const timed = duties.filter(isTimed)
const patient = { timeout: 60_000 }

/** When the job says that it is due, and what a round does just before that and then. */
async function tryAt(
  { context, clock }: Awaited<ReturnType<typeof startHarness>>,
  duty: (typeof duties)[number],
  at: number,
) {
  const [soonest] = await readSoonest(context, [duty as Timed], at + 30 * day)
  const [unseen] = await readSoonest(context, [duty as Timed], at - 1)
  clock.advance(at - 1 - clock.now())
  const early = await duty.round(context)
  clock.advance(1)
  return { soonest, unseen, early, due: (await duty.round(context)) > 0 }
}

const exactly = (at: number) => ({ soonest: at, unseen: null, early: 0, due: true })

describe('the moment at which a job has something to do', () => {
  test('is that of the first payment, to the millisecond', async () => {
    const harness = await startHarness()
    const { id } = await harness.user().furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    for (const farmer of [harness.user(), harness.user()]) {
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
      harness.clock.advance(hour)
    }
    const at = harness.clock.now() - 2 * hour + reviewWindow
    expect(await tryAt(harness, payInLedger, at)).toEqual(exactly(at))
  })

  test('is that of the warning of an idle place, and of the warning and the end of one with a term', async () => {
    const harness = await startHarness({ env: { ACCEPT_DAYS: '30', IDLE_DAYS: '10' } })
    const { id } = await harness.user().furrow.quests.post(sampleQuest)
    await harness.user().furrow.quests.accept(id)
    const place = await harness.context.db.selectFrom('assignments').selectAll().executeTakeFirstOrThrow()
    const [idle, end] = [Number(place.idle_at) - day, Number(place.expires_at)]
    expect(await tryAt(harness, warnOfIdleness, idle)).toEqual(exactly(idle))
    const warned = end - warnAhead(harness.config)
    expect(await tryAt(harness, warnOfExpiry, warned)).toEqual(exactly(warned))
    expect(await tryAt(harness, endExpired, end)).toEqual(exactly(end))
  })

  test('is the deadline of an open quest, and of a paused one', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const [soon, later] = [harness.clock.now() + hour, harness.clock.now() + 2 * hour]
    const paused = await giver.furrow.quests.post({ ...sampleQuest, deadline: instant(soon) })
    await giver.furrow.quests.post({ ...sampleQuest, deadline: instant(later) })
    await giver.furrow.quests.post(sampleQuest)
    await giver.furrow.quests.pause(paused.id)
    expect(await tryAt(harness, passDeadlines, soon)).toEqual(exactly(soon))
    expect(await tryAt(harness, passDeadlines, later)).toEqual(exactly(later))
    expect(await readSoonest(harness.context, [passDeadlines as Timed], later + day)).toEqual([null])
  })

  test('is the end of an application, or now where nobody can be admitted any more', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const draft = { ...sampleQuest, admission: 'application' as const }
    const [one, other] = [await giver.furrow.quests.post(draft), await giver.furrow.quests.post(draft)]
    const farmers = [harness.user(), harness.user()]
    await farmers[0]?.furrow.quests.apply(one.id)
    const { expires_at: at } = await harness.context.db
      .selectFrom('applications')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    expect(await readSoonest(harness.context, [closeApplications as Timed], at)).toEqual([null])
    expect(await tryAt(harness, expireApplications, at)).toEqual(exactly(at))
    for (const { furrow } of farmers.map(farmer => harness.user(farmer))) await furrow.quests.apply(other.id)
    await harness.user(giver).furrow.quests.admit(other.id, farmers[0]?.address as string)
    expect(await readSoonest(harness.context, [closeApplications as Timed], at)).toEqual([0])
    expect(await closeApplications.round(harness.context)).toBe(1)
    expect(await readSoonest(harness.context, [closeApplications as Timed], at)).toEqual([null])
  })

  test('is the end of a dispute, and of a vote', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    const at = harness.clock.now() + 14 * day
    const endsAt = harness.clock.now() + 15 * day
    await harness.user(harness.genesis).furrow.communityDao.propose({
      title: 'A shed',
      description: 'x',
      category: 'y',
      endsAt: instant(endsAt),
    })
    while ((await attendBallots.round(harness.context)) > 0);
    expect(await tryAt(harness, endDisputes, at)).toEqual(exactly(at))
    expect(await tryAt(harness, attendBallots, endsAt)).toEqual(exactly(endsAt))
  })
})

describe('jobs that say when they are due', () => {
  test('are all that ask the database more than once a minute of a process at rest', async () => {
    const { context } = await startHarness()
    const hurried = duties.filter(duty => !isTimed(duty) && duty.every(context) < minute)
    // It only writes what this process noted.
    expect(hurried).toEqual([writeAccesses])
  })

  test('are asked about in one statement, whatever the settings', async () => {
    const { context, clock } = await startHarness()
    const watched = watchDatabase()
    await readSoonest(context, timed, clock.now())
    watched.stop()
    expect(watched.statements).toHaveLength(1)
  })

  test('have no round while nothing is due, however often that is looked at', async () => {
    const { context } = await startHarness()
    // A patient one may go on a while with what the start left.
    const hurried = timed.filter(({ isPatient }) => !isPatient)
    await using _ = startDaemon(context, hurried)
    await expect.poll(() => lastRounds(context).size, patient).toBe(hurried.length)
    const watched = watchDatabase()
    const looks = () => watched.statements.filter(({ sql }) => sql.includes('review_ends_at')).length
    // The first one may still be that of a round.
    await expect.poll(looks, patient).toBeGreaterThan(0)
    const before = watched.statements.length
    const looked = looks()
    await expect.poll(looks, patient).toBeGreaterThan(looked + 1)
    const others = watched.statements.slice(before).filter(({ sql }) => !sql.includes('review_ends_at'))
    expect(others).toEqual([])
    watched.stop()
  })

  test('are woken by the clock, and by what this process writes', async () => {
    const { context, clock, user, visitor } = await startHarness()
    await using _ = startDaemon(context, whatIsDue)
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    clock.advance(reviewWindow)
    await expect.poll(async () => (await visitor.quests.get(id)).status, patient).toBe('completed')
  })

  test('that fail, or are due and can do nothing, do not spin, and keep no other waiting', async () => {
    const { context, logged } = await startHarness()
    const began: number[] = []
    let others = 0
    const always = { soonest: () => sql<number>`(select cast(0 as bigint))` }
    const failing: Timed = {
      ...always,
      name: 'fails',
      async round() {
        began.push(performance.now())
        throw new Error('It cannot be done.')
      },
    }
    const stuck: Timed = { ...always, name: 'can do nothing', round: async () => 0 * others++ }
    await using _ = startDaemon(context, [failing, stuck])
    await expect.poll(() => Math.min(began.length, others), patient).toBeGreaterThan(2)
    // A timer may be a millisecond early.
    for (const [index, at] of began.entries())
      if (index > 0) expect(at - (began[index - 1] as number)).toBeGreaterThan(2 * second - 5)
    expect(logged()).toContain('"duty":"fails"')
  })
})
