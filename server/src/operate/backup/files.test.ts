import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPatiently } from '@furrow/storage/database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { blob, createFilesEnv, namesIn, pdf, text } from '../../../test/files.ts'
import { createFakeClock, startHarness } from '../../../test/harness.ts'
import { runProcess } from '../../../test/processes.ts'
import { startS3 } from '../../../test/s3.ts'
import { day } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { makeBackups } from './duty.ts'
import { restoreBackup } from './restore.ts'
import { sourceOf } from './source.ts'
import { writeBackup } from './write-backup.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start() {
  const [env, folder] = [await createFilesEnv(), await createFolder()]
  const harness = await startHarness({ env: { ...env, BACKUP_HOURS: '24', BACKUP_DIR: folder } })
  return { harness, folder, dataDir: env.DATA_DIR }
}

test('files are kept beside the backups, restored with one, and verified', async () => {
  const { harness, folder, dataDir } = await start()
  const giver = harness.user()
  const { url } = await giver.furrow.files.upload(blob(text))
  await giver.furrow.files.upload(blob(pdf))
  const { file, missingFiles } = await writeBackup(harness.context, folder)
  expect(missingFiles).toBe(0)
  expect((await namesIn(folder)).toSorted()).toEqual(await namesIn(dataDir))

  const settings = { JWT_SECRET: harness.env.JWT_SECRET ?? '' }
  const checked = await runProcess(settings, 'cli/restore.ts', [file, '--check'])
  expect(checked.output).toContain('0 of its 2 files are not beside it.')
  const target = await createFilesEnv()
  const restored = await runProcess({ ...settings, ...target }, 'cli/restore.ts', [file])
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Everything fits together.') })
  const again = await startHarness({ env: target })
  expect(Buffer.from(await (await fetch(new URL(url, again.baseUrl))).arrayBuffer())).toEqual(text)

  // Into a bucket too, from the same folder.
  const bucket = await startS3()
  const elsewhere = { ...settings, ...(await createFilesEnv()), ...bucket.env }
  expect(await runProcess(elsewhere, 'cli/restore.ts', [file])).toMatchObject({ code: 0 })
  expect(bucket.objects.size).toBe(2)

  const [name = ''] = await namesIn(target.DATA_DIR)
  await writeFile(join(target.DATA_DIR, 'files', name.slice(0, 2), name), 'x'.repeat(text.length))
  const verified = await runProcess({ ...settings, ...target }, 'cli/verify.ts')
  expect(verified).toMatchObject({ code: 1, output: expect.stringContaining(`damaged:\n  ${name}`) })
})

test('a restore that is broken off while files are put back goes on with the same backup, and nothing starts before', async () => {
  const { harness, folder } = await start()
  const giver = harness.user()
  const { url } = await giver.furrow.files.upload(blob(text))
  const { file } = await writeBackup(harness.context, folder)
  const target = await createFilesEnv()
  const settings = { ...target, JWT_SECRET: harness.env.JWT_SECRET ?? '' }
  const config = readConfig({ ...target, JWT_SECRET: harness.env.JWT_SECRET })
  const database = await openPatiently(config, harness.context.log)
  const breakOff = (sentence: string) => {
    if (sentence.startsWith("people's files")) throw new Error('the machine died')
  }
  const nowhere = { ...config, files: { folder: null, s3: null, scanner: null } }
  const { secrets } = harness.context
  await expect(restoreBackup(database, nowhere, secrets, sourceOf(file), breakOff)).rejects.toThrow(
    'the machine died',
  )
  await database.db.destroy()

  await expect(startHarness({ env: target })).rejects.toThrow(/was broken off.*goes on where it stopped/)
  const other = await writeBackup({ ...harness.context, clock: createFakeClock(0) }, await createFolder())
  expect(await runProcess(settings, 'cli/restore.ts', [other.file])).toMatchObject({
    code: 1,
    output: expect.stringContaining('go on with that one'),
  })
  expect(await runProcess(settings, 'cli/restore.ts', [file])).toMatchObject({ code: 0 })
  const again = await startHarness({ env: target })
  expect(Buffer.from(await (await fetch(new URL(url, again.baseUrl))).arrayBuffer())).toEqual(text)
})

test('files that are missing are no success: of a backup, nor of a look at one', async () => {
  const { harness, folder, dataDir } = await start()
  await harness.user().furrow.files.upload(blob(text))
  const { file } = await writeBackup(harness.context, folder)
  const [hash = ''] = await namesIn(folder)
  const settings = { ...harness.env, DATA_DIR: dataDir, BACKUP_DIR: await createFolder() }
  await rm(join(folder, 'files'), { recursive: true })
  expect(await runProcess(settings, 'cli/restore.ts', [file, '--check'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 of its 1 files are not beside it.'),
  })
  await rm(join(dataDir, 'files', hash.slice(0, 2), hash))
  expect(await runProcess(settings, 'cli/backup.ts')).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 files that it names are missing'),
  })
})

test('a file that was damaged beside a backup is not put back, and no success', async () => {
  const { harness, folder } = await start()
  await harness.user().furrow.files.upload(blob(text))
  const { file } = await writeBackup(harness.context, folder)
  const [hash = ''] = await namesIn(folder)
  const kept = join(folder, 'files', hash.slice(0, 2), hash)
  await rm(kept)
  await writeFile(kept, 'x'.repeat(text.length))
  const target = await createFilesEnv()
  const settings = { ...target, JWT_SECRET: harness.env.JWT_SECRET ?? '' }
  expect(await runProcess(settings, 'cli/restore.ts', [file])).toMatchObject({ code: 1 })
  expect(await namesIn(target.DATA_DIR)).toEqual([])
})

test('what no backup names any more goes with the last one that did', async () => {
  const { harness, folder } = await start()
  const { context, clock } = harness
  const giver = harness.user()
  const gone = await giver.furrow.files.upload(blob(text))
  await giver.furrow.files.upload(blob(pdf))
  await makeBackups.round(context)
  const [first = ''] = (await readdir(folder)).filter(name => name.endsWith('.gz'))
  await giver.furrow.files.delete(gone.id)
  const kept = async () => (await namesIn(folder)).length
  for (let days = 0; days < 2; days++) {
    clock.advance(day)
    await makeBackups.round(context)
  }
  expect(await kept()).toBe(2)
  await rm(join(folder, first))
  clock.advance(day)
  await makeBackups.round(context)
  const { hash } = await context.db.selectFrom('files').select('hash').executeTakeFirstOrThrow()
  expect(await namesIn(folder)).toEqual([hash])
})
