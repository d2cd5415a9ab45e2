import { createFurrow } from '@furrow/sdk'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createFakeClock,
  createSharedDatabase,
  createWallet,
  sampleQuest,
  startHarness,
} from '../../server/test/harness.ts'
import { runProcess, type ServiceProcess, startProcess } from '../../server/test/processes.ts'
import { checkOut, hasHistory, snapshot, versionBefore } from '../../server/test/version-before.ts'

const secret = { JWT_SECRET: 'a secret for tests that is long enough to be one' }

type Place = Pick<ServiceProcess, 'baseUrl'>

/** One piece of work, each step seen by both sides, whoever took it. */
async function work(giverAt: Place, farmerAt: Place): Promise<void> {
  const signIn = async ({ baseUrl }: Place) => {
    const { account } = createWallet()
    const furrow = createFurrow({ baseUrl })
    await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
    return { furrow, address: account.address }
  }
  const [giver, farmer] = await Promise.all([signIn(giverAt), signIn(farmerAt)])
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, skills: ['carpentry'] })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'It closes now.' })
  await giver.furrow.quests.approve(id, farmer.address)
  await giver.furrow.mail.send({ to: farmer.address, subject: 'Thanks', body: 'It closes.' })
  await farmer.furrow.communityDao.propose({ title: 'A shed', description: 'For tools.', category: 'tools' })
  for (const { furrow } of [giver, farmer]) {
    expect(await furrow.quests.get(id)).toMatchObject({
      status: 'completed',
      farmers: [{ status: 'released' }],
    })
    const { items } = await furrow.quests.list({ skill: 'carpentry', q: 'gate' })
    expect(items.map(quest => quest.id)).toContain(id)
    expect((await furrow.leaderboard()).farmers.length).toBeGreaterThan(0)
  }
  const { items: letters } = await farmer.furrow.mail.list()
  expect(letters.map(({ subject }) => subject)).toContain('Thanks')
}

/** All quests as the public sees them, in both versions' form. */
async function readQuests(at: Place) {
  const { items } = await createFurrow(at).quests.list({ limit: '100' })
  const lines = items.map(({ id, title, status, reward, farmers }) => ({
    ...{ id, title, status, reward },
    farmers: farmers.map(({ address, status }) => ({ address, status })),
  }))
  return lines.toSorted((a, b) => a.id.localeCompare(b.id))
}

/** Light concurrent work. */
const workOf = (one: Place, other: Place) =>
  Promise.all([work(one, one), work(one, other), work(other, one), work(other, other)])

const skipped = hasHistory ? '' : ' (skipped: there is no history)'

describe.skipIf(!hasHistory)(`0.1.0${skipped}`, () => {
  test('is not upgraded while it runs, and wholly once it has stopped', async () => {
    const env = { ...(await createSharedDatabase()), ...secret }
    const checkout = await checkOut(versionBefore)
    const [before, beside] = [await startProcess(env, checkout), await startProcess(env, checkout)]
    await work(before, beside)
    const kept = await readQuests(before)
    expect(await beside.kill('SIGTERM')).toBe(0)

    const { code, output } = await runProcess(env)
    expect({ code, lines: output.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(output).toContain('Stop all processes of 0.1.0, then start this version')
    // It goes on, on the schema that it knows.
    await work(before, before)
    expect(await readQuests(before)).toHaveLength(kept.length + 1)

    const last = await readQuests(before)
    expect(await before.kill('SIGTERM')).toBe(0)
    const present = await Promise.all([startProcess(env), startProcess(env)])
    for (const one of present) expect(await readQuests(one)).toEqual(last)
    await work(...present)
    for (const one of present) expect(await one.kill('SIGTERM')).toBe(0)
    expect(await runProcess(env, 'cli/verify.ts')).toMatchObject({ code: 0 })
  })
})

describe.skipIf(!hasHistory)(`the newest snapshot that can run beside this version${skipped}`, () => {
  test('goes on while this one takes over, and once it is gone again', async () => {
    const env = { ...(await createSharedDatabase()), ...secret }
    const checkout = await checkOut(snapshot)
    const before = await startProcess(env, checkout)
    await workOf(before, before)
    const present = await startProcess(env)
    await workOf(before, present)
    // Another new process, which finds the schema ready, and one that goes back to the old version.
    const [second, again] = [await startProcess(env), await startProcess(env, checkout)]
    await workOf(second, again)
    for (const one of [present, second]) expect(await one.kill('SIGTERM')).toBe(0)
    await workOf(before, again)
    for (const one of [before, again]) expect(await one.kill('SIGTERM')).toBe(0)
    const last = await startProcess(env)
    await workOf(last, last)
    expect(await last.kill('SIGTERM')).toBe(0)
  })
})

describe('a database of a later version', () => {
  const later = async (name: string) => {
    const env = { ...(await createSharedDatabase()), ...secret }
    // The processes run on the real time.
    const harness = await startHarness({ env, clock: createFakeClock(Date.now()) })
    const { db } = harness.context
    await sql`alter table quests add column of_later integer not null default 0`.execute(db)
    await sql`create table of_later (id text primary key)`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2999-01-01T00:00:00.000Z')`.execute(
      db,
    )
    return { env, harness }
  }

  test('serves this one too, where it was only added to', async () => {
    const { env, harness } = await later('900-of-later')
    const started = await Promise.all([startProcess(env), startProcess(env)])
    const [one, other] = started
    await workOf(one, other)
    await workOf(harness, one)
    expect(one.output()).toContain('900-of-later')
    expect(await createFurrow(one).version()).toMatchObject({ schema: '900-of-later' })
    for (const process of started) expect(await process.kill('SIGTERM')).toBe(0)
  })

  test('is refused in one sentence, where something was taken away', async () => {
    const { env } = await later('901-contract-quests')
    const { code, output } = await runProcess(env)
    expect({ code, lines: output.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(output).toContain('of a newer version, which this one cannot run on')
    expect(output).toContain('901-contract-quests')
  })
})
