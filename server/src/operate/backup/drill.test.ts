import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSharedDatabase,
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { makeHistory } from '../../../test/usage/some-history.ts'

const secret = { JWT_SECRET: 'a secret for tests that is long enough to be one' }

/** Two people do as much as they can. */
const unlimited = {
  QUOTA_PLACES: '0',
  QUOTA_QUESTS_A_DAY: '0',
  QUOTA_LIVE_QUESTS: '0',
  QUOTA_LETTERS_A_DAY: '0',
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command, which has to succeed; returns its answer for programs. */
async function command(name: string, env: Record<string, string>, ...args: string[]) {
  const { code, output, stdout } = await runProcess({ ...secret, ...env }, `cli/${name}.ts`, [
    ...args,
    '--json',
  ])
  if (code !== 0) throw new Error(output)
  return JSON.parse(stdout)
}

/** Everything that the service answers to anyone, and to these people. */
async function answersOf({ visitor, user, context }: Harness, people: readonly User[]) {
  const quests = (await visitor.quests.list()).items
  const each = <T>(ask: (id: string) => Promise<T>) => Promise.all(quests.map(({ id }) => ask(id)))
  return {
    quests,
    whole: await each(id => visitor.quests.get(id)),
    events: await each(async id => (await visitor.quests.events(id)).items),
    leaderboard: await visitor.leaderboard(),
    dao: await visitor.communityDao.get(),
    people: await Promise.all(
      people.map(async person => ({
        mail: (await user(person).furrow.mail.list()).items,
        profile: await visitor.profile.get(person.address).catch(({ message }) => message),
        reputation: await visitor.reputation(person.address),
      })),
    ),
    clock: context.clock.now(),
  }
}

async function linesOf(file: string): Promise<string[]> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
  // The header says which engine, and when; the trailer has a checksum of that too.
  return lines.slice(1, -1)
}

test('a backup of a service under load, restored into an empty place, answers as the service did', async () => {
  const folder = await createFolder()
  const source = await takeSharedDatabase()
  const office = await startHarness({ env: { ...source, ...unlimited } })
  const people = await makeHistory(office)
  const [giver, farmer] = [office.user(), office.user()]

  const posted: string[] = []
  let isRunning = true
  const load = Array.from({ length: 4 }, async () => {
    // A page of mail has them all.
    while (isRunning && posted.length < 500) {
      const { id } = await giver.furrow.quests.post(sampleQuest)
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.mail.send({ to: giver.address, subject: 'Begun', body: id })
      posted.push(id)
    }
  })
  while (posted.length < 20) await giver.furrow.quests.post(sampleQuest)
  const before = posted.length
  const busy = await command('backup', source, folder)
  isRunning = false
  await Promise.all(load)
  expect(posted.length).toBeGreaterThan(before)

  const middle = await createSharedDatabase()
  const { rows } = await command('restore', middle, busy.file)
  expect(rows).toBeGreaterThan(100)
  await command('verify', middle)
  const restored = await startHarness({ env: { ...office.env, ...middle }, clock: office.clock })
  const letters = (await restored.user(giver).furrow.mail.list()).items.map(({ body }) => body)
  // Requests answered before it began are in it; later changes are in it whole or not at all.
  expect(letters).toEqual(expect.arrayContaining(posted.slice(0, before)))
  for (const id of letters.filter(body => body.startsWith('quest-')))
    expect((await restored.visitor.quests.get(id)).farmers).toHaveLength(1)

  const still = await command('backup', source, folder)
  const target = await createSharedDatabase()
  await command('restore', target, still.file)
  const all = [...people, giver, farmer]
  const expected = await answersOf(office, all)
  const after = await startHarness({ env: { ...office.env, ...target }, clock: office.clock })
  expect(await answersOf(after, all)).toEqual(expected)
  // It goes on from there.
  const { id } = await after.user(giver).furrow.quests.post(sampleQuest)
  await after.user(farmer).furrow.quests.accept(id)
})

test(`a backup goes from ${engine} to SQLite and back, and stays the same line for line`, async () => {
  const folder = await createFolder()
  const source = await takeSharedDatabase()
  await makeHistory(await startHarness({ env: source }))
  const { file } = await command('backup', source, folder)
  const embedded = { DATA_DIR: await createFolder() }
  await command('restore', embedded, file)
  await command('verify', embedded)
  const moved = await command('backup', embedded, folder)
  const back = await createSharedDatabase()
  await command('restore', back, moved.file)
  await command('verify', back)
  const again = await command('backup', back, folder)
  const lines = await linesOf(file)
  expect(lines.length).toBeGreaterThan(200)
  expect(await linesOf(moved.file)).toEqual(lines)
  expect(await linesOf(again.file)).toEqual(lines)
  expect((await readdir(folder)).toSorted()).toEqual(
    [file, moved.file, again.file].map(path => path.slice(folder.length + 1)),
  )
})
