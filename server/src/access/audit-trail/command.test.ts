import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFurrow } from '@furrow/sdk'
import { openPatiently } from '@furrow/storage/database.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSharedDatabase,
  createWallet,
  engine,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { runProcess, startProcess } from '../../../test/processes.ts'
import { systemClock } from '../../ground/clock.ts'
import { restoreBackup } from '../../operate/backup/restore.ts'
import { sourceOf } from '../../operate/backup/source.ts'
import { writeBackup } from '../../operate/backup/write-backup.ts'
import { createAccessToken } from '../auth/tokens.ts'
import { checkAuditLog } from './check.ts'
import { sealEntries } from './sealing.ts'

const patience = { timeout: 60_000 }

async function audit(env: Record<string, string>, ...args: string[]) {
  const { code, output } = await runProcess(env, 'cli/audit.ts', args)
  const json = output.split('\n').find(line => line.startsWith('{'))
  return { code, output, ...(json && JSON.parse(json)) }
}

async function start() {
  const env = {
    ...(await takeSharedDatabase()),
    JWT_SECRET: 'a secret for tests that is long enough to be one',
    RATE_LIMIT: '0',
  }
  return { ...(await startHarness({ env })), env }
}

test('a service that is killed while it seals leaves a chain that goes on', patience, async () => {
  const { env, context } = await start()
  const token = createAccessToken({ ...context, clock: systemClock }, createWallet().address)
  let posted = 0
  const sealed = async () => (await checkAuditLog(context.db)).entries
  for (let round = 0; round < 2; round++) {
    const before = await sealed()
    const service = await startProcess(env)
    const { quests } = createFurrow({ baseUrl: service.baseUrl, token, retry: false })
    const posting = (async () => {
      for (;;) {
        await quests.post(sampleQuest)
        posted++
      }
    })().catch(() => {})
    // The start itself writes notes, which are sealed too.
    const isUnderWay = async () => posted > round * 2 + 1 && (await sealed()) > before
    await expect.poll(isUnderWay, { timeout: 15_000, interval: 100 }).toBe(true)
    await sleep(Math.random() * 200)
    await service.kill('SIGKILL')
    await posting
  }
  while ((await sealEntries.round(context)) > 0);
  const { entries, ...checked } = await checkAuditLog(context.db)
  expect(checked).toMatchObject({ broken: 0, first: [], waiting: 0 })
  expect(entries).toBeGreaterThanOrEqual(posted)
  expect(posted).toBeGreaterThan(1)
})

test(
  'npm run audit checks the log, also one that was restored, and its exit code says how it is',
  patience,
  async () => {
    const { env, config, context, user } = await start()
    for (let index = 0; index < 3; index++) await user().furrow.quests.post(sampleQuest)
    while ((await sealEntries.round(context)) > 0);
    await user().furrow.quests.post(sampleQuest)
    const folder = await mkdtemp(join(tmpdir(), 'furrow-audit-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { file } = await writeBackup(context, folder)
    const other = { ...env, ...(await createSharedDatabase()) }
    const { DATABASE_URL, DATA_DIR = '' } = other as Record<string, string>
    const postgres =
      DATABASE_URL === undefined ? null : { urls: [DATABASE_URL] as const, writable: true, pooled: false }
    const place = await openPatiently({ postgres, dataDir: DATA_DIR }, context.log)
    await restoreBackup(place, config, context.secrets, sourceOf(file)).finally(() => place.db.destroy())

    const whole = await audit(env, '--json')
    expect(whole).toMatchObject({ code: 0, ok: true, broken: 0, waiting: 1, entries: 4 })
    const [restored, none, from, nonsense] = await Promise.all([
      audit(other, '--json', '--head', whole.head),
      audit({ DATA_DIR: folder }),
      audit(env, '--json', '--from', '9'),
      audit(env, '--head', 'nonsense'),
    ])
    // The restore drops the sealed rows from the queue.
    expect(restored).toMatchObject({ code: 0, head: whole.head, entries: 4, waiting: 1 })
    expect([none, from, nonsense].map(({ code }) => code)).toEqual([2, 2, 2])
    expect(from.error).toContain('There is no such entry')

    const { db } = context
    if (engine === 'postgres') await sql`alter table ledger_entries disable trigger user`.execute(db)
    else await sql`drop trigger ledger_entries_no_update`.execute(db)
    const some = sql`select min(transfer_id) from ledger_entries`
    await sql`update ledger_entries set amount = '1' where transfer_id = (${some})`.execute(db)
    const broken = await audit(env, '--head', '9')
    expect(broken.code).toBe(1)
    expect(broken.output).toMatch(/promise:\S+ was altered after it was sealed/)
    expect(broken.output).toMatch(/the log ends at entry 4, and has none 9: its end was cut off/)
  },
)
