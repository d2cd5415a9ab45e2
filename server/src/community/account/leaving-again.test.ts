import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasLeft } from '@furrow/sdk/contract'
import { openPatiently } from '@furrow/storage/database.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blob, createFilesFolder, namesIn, pdf, text } from '../../../test/files.ts'
import {
  createSharedDatabase,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { restoreBackup } from '../../operate/backup/restore.ts'
import { sourceOf } from '../../operate/backup/source.ts'
import { writeBackup } from '../../operate/backup/write-backup.ts'
import { keepDepartures } from './keep-departures.ts'

const leaveAs = ({ account, furrow }: User) =>
  furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-departures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(env: Record<string, string> = {}) {
  const folder = await createFolder()
  const harness = await startHarness({
    env: { ...(await takeSharedDatabase()), BACKUP_DIR: folder, ...env },
  })
  return { harness, folder }
}

async function settle({ user }: Harness, me: User, bio = 'kestrel') {
  await me.furrow.profile.change({ farmerProfile: { bio } })
  const giver = user()
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await me.furrow.quests.accept(id)
  await me.furrow.quests.submit(id, { note: 'kestrel did it' })
  await giver.furrow.quests.approve(id, me.address)
  return id
}

const bioOf = async ({ visitor }: Harness, { address }: User) =>
  visitor.profile.get(address).then(
    ({ farmerProfile }) => farmerProfile.bio,
    () => null,
  )

/** Runs a command against an empty database, with the settings of a service. */
async function restoring({ env }: Harness, more: Record<string, string>) {
  const place = await createSharedDatabase()
  const settings: Record<string, string> = {
    ...env,
    DATA_DIR: '',
    DATABASE_URL: '',
    BACKUP_DIR: '',
    ...place,
    ...more,
  }
  for (const name of Object.keys(settings)) if (settings[name] === '') delete settings[name]
  // On PostgreSQL files need a folder of their own, or they would go beside the tests.
  settings.DATA_DIR ??= await createFolder()
  const run = async (...args: string[]) => {
    const { code, output, stdout } = await runProcess(settings, 'cli/restore.ts', [...args, '--json'])
    return { code, output, told: JSON.parse(stdout) }
  }
  return { place, settings, run }
}

describe('a backup from before somebody left', () => {
  test('is restored without them, and with all others; and whoever came back since stays', async () => {
    const { harness, folder } = await start()
    const { clock, context } = harness
    const [me, other, returned] = [await harness.signIn(), await harness.signIn(), await harness.signIn()]
    const id = await settle(harness, me)
    await settle(harness, other)
    await settle(harness, returned)
    const first = await writeBackup(context, folder)
    clock.advance(day)
    await leaveAs(await harness.signIn(returned))
    await (await harness.signIn(returned)).furrow.profile.change({ farmerProfile: { bio: 'back' } })
    const second = await writeBackup(context, folder)
    clock.advance(day)
    await leaveAs(await harness.signIn(me))
    // The marks do not say who it was.
    for (const name of await readdir(join(folder, 'departures')))
      expect(await readFile(join(folder, 'departures', name), 'utf8')).not.toContain(me.address.slice(2))

    const before = await restoring(harness, {})
    expect(await before.run(first.file)).toMatchObject({
      code: 0,
      told: { departures: { erased: 2, waiting: [] } },
    })
    const early = await startHarness({ env: { ...harness.env, ...before.place }, clock })
    expect([await bioOf(early, me), await bioOf(early, other), await bioOf(early, returned)]).toEqual([
      null,
      'kestrel',
      null,
    ])
    expect(hasLeft((await early.visitor.quests.get(id)).farmers[0]?.address ?? '')).toBe(true)
    await requireSound(early.context)

    const after = await restoring(harness, {})
    expect(await after.run(second.file)).toMatchObject({ code: 0, told: { departures: { erased: 1 } } })
    const late = await startHarness({ env: { ...harness.env, ...after.place }, clock })
    expect([await bioOf(late, me), await bioOf(late, returned)]).toEqual([null, 'back'])
    // A backup of the restored database knows of the departure.
    const third = await writeBackup(late.context, folder)
    const again = await restoring(harness, {})
    expect((await again.run(third.file)).told.departures).toMatchObject({ erased: 0, known: true })
  })

  test('puts back no file of theirs', async () => {
    const files = await createFilesFolder()
    const { harness, folder } = await start(files)
    const [me, other] = [await harness.signIn(), await harness.signIn()]
    await me.furrow.files.upload(blob(pdf))
    await other.furrow.files.upload(blob(text))
    const { file } = await writeBackup(harness.context, folder)
    await leaveAs(await harness.signIn(me))
    const place = await createFilesFolder()
    const { run } = await restoring(harness, place)
    expect(await run(file)).toMatchObject({ code: 0, told: { departures: { erased: 1 } } })
    expect(await namesIn(place.DATA_DIR)).toEqual([createHash('sha256').update(text).digest('hex')])
  })

  test('is restored without them also where the restore was broken off', async () => {
    const { harness, folder } = await start()
    const me = await harness.signIn()
    await settle(harness, me)
    const { file } = await writeBackup(harness.context, folder)
    await leaveAs(me)
    const { place, settings, run } = await restoring(harness, {})
    const config = readConfig(settings)
    const database = await openPatiently(config, harness.context.log)
    const broken = restoreBackup(
      database,
      config,
      harness.context.secrets,
      sourceOf(file),
      undefined,
      async () => {
        throw new Error('the machine died')
      },
    )
    await expect(broken).rejects.toThrow('the machine died')
    await database.db.destroy()
    await expect(startHarness({ env: { ...harness.env, ...place } })).rejects.toThrow('was broken off')
    expect(await run(file)).toMatchObject({ code: 0, told: { departures: { erased: 1 } } })
    const restored = await startHarness({ env: { ...harness.env, ...place }, clock: harness.clock })
    expect(await bioOf(restored, me)).toBe(null)
  })

  test('is matched under an older secret too, and says so where that is not set', async () => {
    const { harness, folder } = await start()
    const me = await harness.signIn()
    await settle(harness, me)
    const { file } = await writeBackup(harness.context, folder)
    await leaveAs(me)
    const old = harness.env.JWT_SECRET as string
    const fresh = 'another secret for tests that is long enough as well'
    const both = await restoring(harness, { JWT_SECRET: fresh, JWT_SECRET_PREVIOUS: old })
    expect(await both.run(file)).toMatchObject({ code: 0, told: { departures: { erased: 1, unread: 0 } } })

    // Departures after a change of the secret are noted under the newer one alone.
    const later = await startHarness({
      env: { ...harness.env, JWT_SECRET: fresh, JWT_SECRET_PREVIOUS: old },
      clock: harness.clock,
    })
    const other = await later.signIn()
    await settle(later, other, 'still here')
    const { file: second } = await writeBackup(later.context, folder)
    await leaveAs(other)
    const lacking = await restoring(harness, { JWT_SECRET: old })
    expect(await lacking.run(second)).toMatchObject({
      code: 1,
      told: { departures: { erased: 0, unread: 1 } },
    })
  })

  test('keeps whoever has work under way in it, tells of them, and erases them once that is over', async () => {
    const { harness, folder } = await start()
    const { clock, context } = harness
    const [me, giver] = [await harness.signIn(), harness.user()]
    await me.furrow.profile.change({ farmerProfile: { bio: 'kestrel' } })
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await me.furrow.quests.accept(id)
    const { file } = await writeBackup(context, folder)
    await me.furrow.quests.submit(id, { note: 'Done' })
    await giver.furrow.quests.approve(id, me.address)
    await leaveAs(me)

    const { place, run } = await restoring(harness, { BACKUP_DIR: folder })
    const { code, told } = await run(file)
    expect({ code, waiting: told.departures.waiting }).toEqual({
      code: 1,
      waiting: [{ address: me.address, why: expect.stringContaining(id) }],
    })
    const restored = await startHarness({ env: { ...harness.env, ...place }, clock })
    expect(await bioOf(restored, me)).toBe('kestrel')
    await restored.user(me).furrow.quests.submit(id, { note: 'Done' })
    await restored.user(giver).furrow.quests.approve(id, me.address)
    expect(await run('--leavers')).toMatchObject({ code: 0, told: { erased: 1, waiting: [] } })
    expect(await bioOf(restored, me)).toBe(null)
    // People who come back after that stay.
    await (await restored.signIn(me)).furrow.profile.change({ farmerProfile: { bio: 'back' } })
    expect(await run('--leavers')).toMatchObject({ code: 0, told: { erased: 0 } })
    expect(await bioOf(restored, me)).toBe('back')
    await requireSound(restored.context)
  })
})

describe('what is noted of who left', () => {
  test('is beside the backups of each process, also of those that they did not leave by, for two years', async () => {
    const { harness, folder } = await start()
    const elsewhere = await createFolder()
    const twin = await startHarness({
      env: { ...harness.env, BACKUP_DIR: elsewhere },
      clock: harness.clock,
    })
    const me = await harness.signIn()
    await leaveAs(me)
    const names = (of: string) => readdir(join(of, 'departures')).catch(() => [])
    expect([(await names(folder)).length, (await names(elsewhere)).length]).toEqual([1, 0])
    await keepDepartures.round(twin.context)
    expect(await names(elsewhere)).toEqual(await names(folder))
    harness.clock.advance(731 * day)
    for (const { context } of [harness, twin]) await keepDepartures.round(context)
    expect(await names(elsewhere)).toEqual([])
    expect(await harness.context.db.selectFrom('departure_marks').selectAll().execute()).toEqual([])
  })

  test('keeps nobody from leaving where the folder cannot be written to, and is told once', async () => {
    const file = join(await createFolder(), 'file')
    await writeFile(file, '')
    const { harness } = await start({ BACKUP_DIR: join(file, 'backups') })
    const me = await harness.signIn()
    expect(await leaveAs(me)).toEqual({ success: true })
    for (let round = 0; round < 3; round++) await keepDepartures.round(harness.context)
    expect(harness.logged().split('cannot be noted in BACKUP_DIR')).toHaveLength(2)
  })
})
