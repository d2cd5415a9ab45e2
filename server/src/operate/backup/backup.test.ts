import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openPatiently } from '@furrow/storage/database.ts'
import { migrate } from '@furrow/storage/migrations/index.ts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyFirstRelease } from '../../../test/first-release.ts'
import {
  createSharedDatabase,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { killProcess, runProcess } from '../../../test/processes.ts'
import { requireSound } from '../../../test/soundness.ts'
import { makeHistory } from '../../../test/usage/some-history.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { makeBackups, readLastBackup } from './duty.ts'
import { checkBackup, restoreBackup } from './restore.ts'
import { lockSecrets, unlockSecrets } from './secret-file.ts'
import { sourceOf } from './source.ts'
import { writeBackup } from './write-backup.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start() {
  const [env, folder] = [await takeSharedDatabase(), await createFolder()]
  const harness = await startHarness({ env: { ...env, BACKUP_HOURS: '24', BACKUP_DIR: folder } })
  return { harness, env, folder }
}

/** A backup of some history, and a place to restore it to. */
async function backUp() {
  const { harness, folder } = await start()
  await makeHistory(harness)
  const { file } = await writeBackup(harness.context, folder)
  return {
    harness,
    folder,
    file,
    lines: gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n'),
  }
}

async function restoreInto(
  env: Record<string, string>,
  { config, context }: Harness,
  file: string,
  say?: (sentence: string) => void,
) {
  const database = await openPatiently(toPlace(env), context.log)
  try {
    return await restoreBackup(database, config, context.secrets, sourceOf(file), say)
  } finally {
    await database.db.destroy()
  }
}

const toPlace = ({ DATABASE_URL, DATA_DIR = '' }: Record<string, string>) => ({
  postgres:
    DATABASE_URL === undefined ? null : { urls: [DATABASE_URL] as const, writable: true, pooled: false },
  dataDir: DATA_DIR,
})

describe('a backup', () => {
  test('is one file that standard tools can check, for its owner alone', async () => {
    const { file, lines } = await backUp()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { rows, sha256 } = JSON.parse(lines.at(-1) ?? '')
    const body = lines.slice(0, -1).map(line => `${line}\n`)
    expect(createHash('sha256').update(body.join('')).digest('hex')).toBe(sha256)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ furrow: 'backup', format: 1 })
    expect(rows).toMatchObject({ quests: 4, meta: expect.any(Number) })
    expect(lines.join()).not.toContain('a secret for tests')
  })

  test('of which any part was changed, is missing or was added is not restored', async () => {
    const { harness, folder, lines, file } = await backUp()
    const packed = await readFile(file)
    const pack = (...changed: string[]) => gzipSync(`${changed.join('\n')}\n`)
    const table = lines.findIndex(line => line.startsWith('{"table":"quests"'))
    const bad: Record<string, Buffer> = {
      cut: packed.subarray(0, packed.length - 100),
      'without its end': pack(...lines.slice(0, -1)),
      'without a row': pack(...lines.toSpliced(table + 1, 1)),
      'with a row twice': pack(...lines.toSpliced(table + 1, 0, lines[table + 1] ?? '')),
      'with another word': pack(...lines.map(line => line.replace('Fix the gate', 'Fix the fence'))),
      'with more behind it': pack(...lines, '["x","y"]'),
      'with a row that is too short': pack(...lines.toSpliced(table + 1, 1, '["x"]')),
      'not packed': Buffer.from(lines.join('\n')),
      'something else': gzipSync('{"hello":"world"}\n'),
      'of a later format': pack((lines[0] ?? '').replace('"format":1', '"format":2'), ...lines.slice(1)),
      'of a later version': pack(
        (lines[0] ?? '').replace(/"schema":"[^"]+"/, '"schema":"999-x"'),
        ...lines.slice(1),
      ),
      empty: gzipSync(''),
    }
    const target = await createSharedDatabase()
    for (const [name, bytes] of Object.entries(bad)) {
      const path = join(folder, 'bad')
      await writeFile(path, bytes)
      await expect(restoreInto(target, harness, path), name).rejects.toThrow(
        /^\/.*(whole|no backup|empty)|^This backup|^This is no/,
      )
    }
    // Nothing was written: it is still as good a place as any.
    await restoreInto(target, harness, file)
  })

  test('goes into no database that is in use, and nowhere without its secret', async () => {
    const { harness, file } = await backUp()
    const used = await takeSharedDatabase()
    const other = await startHarness({
      env: { ...used, JWT_SECRET: 'quite another secret that is long enough' },
    })
    await expect(restoreInto(used, other, file)).rejects.toThrow('The secret is not the one')
    await expect(restoreInto(used, harness, file)).rejects.toThrow('This database is in use.')
  })

  test.each(['ledger'] as const)('of the first release is restored, and brought forward (%s)', async rail => {
    const copy = await copyFirstRelease(rail)
    const folder = await createFolder()
    const env = { ...copy.expected.env, ...(await createSharedDatabase()) }
    const older = await runProcess({ ...copy.env, BACKUP_DIR: folder }, 'cli/backup.ts')
    expect(older).toMatchObject({ code: 0 })
    const [name = ''] = await readdir(folder)
    expect((await checkBackup(sourceOf(join(folder, name)))).schema).toBe('004-names')
    const restored = await runProcess(env, 'cli/restore.ts', [join(folder, name)])
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Everything fits together.') })
    const harness = await startHarness({ env: { ...copy.env, ...env }, clock: copy.clock })
    await requireSound(harness.context)
    // With the setting, an upgrade makes one itself, and a start that changes nothing makes none.
    const backups = { BACKUP_HOURS: '24', BACKUP_DIR: await createFolder() }
    const expected = await copy.start(backups)
    await copy.start(backups)
    const [before = '', ...others] = await readdir(backups.BACKUP_DIR)
    expect({
      schema: (await checkBackup(sourceOf(join(backups.BACKUP_DIR, before)))).schema,
      others,
    }).toEqual({
      schema: '004-names',
      others: [],
    })
    expect((await harness.visitor.quests.list()).items).toEqual((await expected.visitor.quests.list()).items)
  })

  test('of an earlier version goes into no database with the tables of this one', async () => {
    const copy = await copyFirstRelease('ledger')
    const folder = await createFolder()
    expect(await runProcess({ ...copy.env, BACKUP_DIR: folder }, 'cli/backup.ts')).toMatchObject({ code: 0 })
    const [name = ''] = await readdir(folder)
    const harness = await startHarness()
    const target = await createSharedDatabase()
    const { db, engine } = await openPatiently(toPlace(target), harness.context.log)
    await migrate({ db, engine }, harness.config)
    await db.destroy()
    const env = { ...copy.expected.env, ...target }
    expect(await runProcess(env, 'cli/restore.ts', [join(folder, name)])).toMatchObject({
      code: 1,
      output: expect.stringContaining('the tables of a newer version than the backup'),
    })
  })

  test('whose restore was broken off can be restored again', async () => {
    const { harness, file } = await backUp()
    const target = await createSharedDatabase()
    const breakOff = (sentence: string) => {
      if (sentence.startsWith('quests:')) throw new Error('the machine died')
    }
    await expect(restoreInto(target, harness, file, breakOff)).rejects.toThrow('the machine died')
    const { rows } = await restoreInto(target, harness, file)
    expect(rows).toBeGreaterThan(100)
    await requireSound((await startHarness({ env: target })).context)
  })

  test('that is broken off leaves nothing behind, and the next one sweeps what a kill left', async () => {
    const { harness, folder } = await start()
    await makeHistory(harness)
    for (const table of ['assignments:', 'quests:', 'work_pairs:']) {
      const end = new AbortController()
      const say = (sentence: string) => sentence.startsWith(table) && end.abort()
      await expect(writeBackup(harness.context, folder, { say, signal: end.signal })).rejects.toThrow(
        'aborted',
      )
      expect(await readdir(folder)).toEqual([])
    }
    expect(await makeBackups.round(harness.context, AbortSignal.abort())).toBe(0)
    expect(await readLastBackup(harness.context.db)).toBe(null)
    await makeBackups.round(harness.context)
    const [made = ''] = await readdir(folder)
    await rm(join(folder, made))
    const [dead, alive] = ['.furrow-a.ndjson.gz.partial', '.furrow-b.ndjson.gz.partial']
    for (const [name, age] of [
      [dead, 2 * hour],
      [alive, 0],
    ] as const) {
      await writeFile(join(folder, name), 'half')
      const at = new Date(harness.clock.now() - age)
      await utimes(join(folder, name), at, at)
    }
    const { file } = await writeBackup(harness.context, folder)
    expect((await readdir(folder)).toSorted()).toEqual([alive, file.slice(folder.length + 1)])
  })

  test('whose process is killed is whole or not there, and so is what it restores', async () => {
    const { harness, env, folder } = await start()
    const people = await makeHistory(harness)
    const giver = harness.user(people[0])
    for (let index = 0; index < 100; index++) await giver.furrow.quests.post(sampleQuest)
    const settings = { ...env, JWT_SECRET: harness.env.JWT_SECRET ?? '' }
    for (const said of ['address_amounts:', 'mail:', 'quest_words:', 'work_pairs:'])
      await killProcess(settings, 'cli/backup.ts', [folder], said)
    const named = (await readdir(folder)).filter(name => !name.startsWith('.'))
    for (const name of named)
      expect((await checkBackup(sourceOf(join(folder, name)))).rows).toBeGreaterThan(1_000)

    const { file } = await writeBackup(harness.context, folder)
    for (const said of ['address_amounts:', 'mail:', 'work_pairs:']) {
      const target = { ...settings, ...(await createSharedDatabase()) }
      await killProcess(target, 'cli/restore.ts', [file], said)
      const again = await runProcess(target, 'cli/restore.ts', [file])
      expect(again.output).toMatch(/Everything fits together|This database is in use/)
      expect(await runProcess(target, 'cli/verify.ts')).toMatchObject({ code: 0 })
    }
  })

  test('is made, verified and audited by the version before, after a later one added to the schema', async () => {
    const { harness, env, folder } = await start()
    await makeHistory(harness)
    const { db } = harness.context
    // As columns of 0.1.0 went: PostgreSQL keeps their places.
    await sql`alter table quests add column of_earlier integer`.execute(db)
    await sql`alter table quests drop column of_earlier`.execute(db)
    await sql`alter table quests add column of_later integer not null default 7`.execute(db)
    await sql`create table a_later_table (id text primary key, told text)`.execute(db)
    await sql`insert into a_later_table values ('one', 'kept as well')`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2027')`.execute(db)
    const settings = { ...env, JWT_SECRET: harness.env.JWT_SECRET ?? '' }
    for (const command of ['cli/verify.ts', 'cli/audit.ts'] as const)
      expect(await runProcess(settings, command), command).toMatchObject({ code: 0 })
    const made = await runProcess(settings, 'cli/backup.ts', [folder])
    expect(made).toMatchObject({ code: 0 })
    const [name = ''] = await readdir(folder)
    const lines = gunzipSync(await readFile(join(folder, name))).toString()
    expect(lines).toContain('"schema":"999-later"')
    expect(lines).toContain('["one","kept as well"]')
    expect(lines).toMatch(/\{"table":"quests","columns":\[[^\]]*"of_later"/)

    await sql`insert into kysely_migration (name, timestamp) values ('999-contract-later', '2027')`.execute(
      db,
    )
    for (const command of ['cli/verify.ts', 'cli/audit.ts'] as const)
      expect((await runProcess(settings, command)).output, command).toContain('the schema of another version')
  })

  test('is refused where there is nothing to back up', async () => {
    const folder = await createFolder()
    const { code, output } = await runProcess({ DATA_DIR: folder }, 'cli/backup.ts')
    expect({ code, output }).toEqual({ code: 1, output: `There is no database in ${folder}.\n` })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('backups by setting', () => {
  const made = async (folder: string) => (await readdir(folder)).filter(name => name.endsWith('.gz'))

  test('are made by one of the processes, as often as the setting says', async () => {
    const { harness, env, folder } = await start()
    const second = await startHarness({ env: { ...harness.env, ...env }, clock: harness.clock })
    const both = () => Promise.all([harness, second].map(({ context }) => makeBackups.round(context)))
    for (let round = 0; round < 3; round++) await both()
    expect(await made(folder)).toHaveLength(1)
    expect(await readLastBackup(second.context.db)).toBe(harness.clock.now())
    harness.clock.advance(day - 1)
    await both()
    expect(await made(folder)).toHaveLength(1)
    harness.clock.advance(1)
    await both()
    expect(await made(folder)).toHaveLength(2)
  })

  test('are tried again after a failure, and after a process that died over one', async () => {
    const { harness, folder } = await start()
    const { context, clock } = harness
    await writeFile(join(folder, 'file'), '')
    const nowhere = { ...context.config.backup, folder: join(folder, 'file') }
    const broken: Context = { ...context, config: { ...context.config, backup: nowhere } }
    await expect(makeBackups.round(broken)).rejects.toThrow()
    await makeBackups.round(context)
    expect(await made(folder)).toEqual([])
    clock.advance(15 * minute)
    await makeBackups.round(context)
    expect(await made(folder)).toHaveLength(1)

    clock.advance(day)
    const taken = { doneAt: clock.now() - day, takenUntil: clock.now() + 2 * hour }
    await context.db
      .updateTable('meta')
      .set({ value: JSON.stringify(taken) })
      .where('key', '=', 'backups')
      .execute()
    await makeBackups.round(context)
    expect(await made(folder)).toHaveLength(1)
    clock.advance(2 * hour)
    await makeBackups.round(context)
    expect(await made(folder)).toHaveLength(2)
  })

  test('that are old are thinned, and none is made without the setting', async () => {
    const { harness, folder } = await start()
    for (let days = 0; days < 30; days++) {
      await makeBackups.round(harness.context)
      harness.clock.advance(day)
    }
    expect((await made(folder)).length).toBeLessThan(14)
    const without = await startHarness()
    expect(await makeBackups.round(without.context)).toBe(0)
    expect(await readLastBackup(without.context.db)).toBe(null)
  })

  test('go on while the service is written to, and do not keep it waiting', async () => {
    const { harness, folder } = await start()
    const giver = harness.user()
    for (let index = 0; index < 50; index++) await giver.furrow.quests.post(sampleQuest)
    const backup = makeBackups.round(harness.context)
    const posted = await Promise.all(Array.from({ length: 50 }, () => giver.furrow.quests.post(sampleQuest)))
    await backup
    expect(posted).toHaveLength(50)
    const [name = ''] = await made(folder)
    const target = await createSharedDatabase()
    await restoreInto(target, harness, join(folder, name))
    await requireSound((await startHarness({ env: target })).context)
  })
})

describe('the secret', () => {
  const passphrase = 'correct horse battery staple'

  test('goes into a file of its own, and comes back with the passphrase alone', () => {
    const file = lockSecrets(['the current one', 'an older, one '], passphrase)
    expect(file).not.toContain('current')
    expect(unlockSecrets(file, passphrase)).toEqual(['the current one', 'an older, one '])
    expect(() => unlockSecrets(file, `${passphrase}r`)).toThrow('The passphrase does not open')
    const { data } = JSON.parse(file)
    expect(() => unlockSecrets(file.replace(data, data.toLowerCase()), passphrase)).toThrow('does not open')
    expect(() => unlockSecrets('{}', passphrase)).toThrow('no file of a secret')
    expect(() => lockSecrets(['x'], 'short')).toThrow('at least 12 characters')
  })

  test('is kept again by a restore, so that a start needs no more than that', async () => {
    const source = await takeSharedDatabase()
    const secret = { JWT_SECRET: 'a secret for tests that is long enough to be one' }
    const harness = await startHarness({ env: { ...source, ...secret } })
    await makeHistory(harness)
    const [folder, dataDir] = [await createFolder(), await createFolder()]
    const given = { BACKUP_PASSPHRASE: passphrase }
    const { code, output } = await runProcess({ ...source, ...secret, ...given }, 'cli/backup.ts', [
      folder,
      '--with-secret',
    ])
    expect({ code, output }).toMatchObject({ code: 0 })
    const [file = '', secretFile = ''] = (await readdir(folder)).toSorted().map(name => join(folder, name))
    expect((await stat(secretFile)).mode & 0o777).toBe(0o600)

    const target = { DATA_DIR: dataDir, ...(await createSharedDatabase()), ...given }
    expect(await runProcess(target, 'cli/restore.ts', [file])).toMatchObject({
      code: 1,
      output: expect.stringContaining('JWT_SECRET must be set'),
    })
    expect(await runProcess(target, 'cli/restore.ts', [file, '--secret', secretFile])).toMatchObject({
      code: 0,
    })
    expect(await readFile(join(target.DATA_DIR, 'jwt-secret'), 'utf8')).toBe(secret.JWT_SECRET)
    expect(await runProcess({ ...target }, 'cli/verify.ts')).toMatchObject({ code: 0 })
    expect((await runProcess(given, 'cli/restore.ts', ['--show-secret', secretFile])).output).toBe(
      `JWT_SECRET=${secret.JWT_SECRET}\n`,
    )
  })
})
