import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blob, createFilesEnv, namesIn, text } from '../../../test/files.ts'
import { createFakeClock, type Harness, startHarness } from '../../../test/harness.ts'
import { startProcess } from '../../../test/processes.ts'
import { refuseRows } from '../../../test/refuse-rows.ts'
import { requireSound } from '../../../test/soundness.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { hour, minute } from '../../ground/clock.ts'
import { auditFiles } from '../../operate/integrity/files.ts'
import { findOrphans } from './find-orphans.ts'
import { keepFile } from './keep.ts'
import { removeBytes } from './remove-bytes.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Everybody's bytes are there; and after a while nothing else is. */
async function requireWhole({ context, clock, config }: Harness, dataDir: string): Promise<void> {
  expect(await auditFiles(context.db, fileStoreOf(config))).toEqual([])
  clock.advance(3 * hour)
  // A process that was killed while it wrote left a draft.
  await findOrphans.round(context)
  while ((await removeBytes.round(context)) > 0);
  expect(await auditFiles(context.db, fileStoreOf(config))).toEqual([])
  const rows = await context.db.selectFrom('files').select('hash').distinct().execute()
  expect(await namesIn(dataDir)).toEqual(rows.map(({ hash }) => hash).toSorted())
  expect(await context.db.selectFrom('file_removals').selectAll().execute()).toEqual([])
  await requireSound(context)
}

test('files sent and deleted at once, in two processes that also remove bytes, are all there or all gone', async () => {
  const env = { ...(await createFilesEnv()), QUOTA_FILES_A_DAY: '0' }
  const one = await startHarness({ env })
  const other = await startHarness({ env: { ...one.env, ...env }, clock: one.clock })
  const both = [one, other]
  const people = Array.from({ length: 3 }, () => one.user())
  const contents = ['a', 'b'].map(content => Buffer.from(content))
  for (let round = 0; round < 12; round++) {
    const acts = people.flatMap((person, who) =>
      both.map(async (harness, where) => {
        const { furrow } = harness.user(person)
        if ((round + who + where) % 3 > 0)
          await furrow.files.upload(blob(contents[(round + who) % 2] as Buffer)).catch(only503)
        for (const { id } of round % 2 === where ? (await furrow.files.list()).items : [])
          await furrow.files.delete(id).catch(() => {})
      }),
    )
    await Promise.all([...acts, ...both.map(({ context }) => removeBytes.round(context))])
    expect(await auditFiles(one.context.db, fileStoreOf(one.config))).toEqual([])
    one.clock.advance(50 * minute)
  }
  await requireWhole(one, env.DATA_DIR)
})

test('a file is kept although an equal one was there, and was deleted before anybody looked', async () => {
  const env = await createFilesEnv()
  const { context, user } = await startHarness({ env })
  await user().furrow.files.upload(blob(text))
  const row = await context.db.selectFrom('files').selectAll().executeTakeFirstOrThrow()
  const other = { ...row, id: `${row.id}-again` }
  const looked: unknown[] = []
  const db = context.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode') looked.push(node)
      return node
    },
    async transformResult({ result }) {
      if (looked.length !== 1) return result
      looked.push('deleted')
      await context.db.deleteFrom('files').where('id', '=', row.id).execute()
      return { ...result, rows: [] }
    },
  })
  expect(await keepFile({ ...context, db }, other, text, null)).toEqual(other)
  expect(await context.db.selectFrom('files').select('id').execute()).toEqual([{ id: other.id }])
})

function only503(error: { status?: number }): void {
  if (error.status !== 503) throw error
}

test('a file whose row cannot be written is not there, and its bytes go', async () => {
  const env = await createFilesEnv()
  const harness = await startHarness({ env })
  const giver = harness.user()
  await refuseRows(harness.context.db, 'files', '1 = 1')
  await expect(giver.furrow.files.upload(blob(text))).rejects.toMatchObject({ status: 500 })
  expect((await giver.furrow.files.list()).items).toEqual([])
  expect(await namesIn(env.DATA_DIR)).toEqual([sha256(text)])
  await requireWhole(harness, env.DATA_DIR)
})

test('a process that is killed over files leaves none of them half behind', async () => {
  const env = { ...(await createFilesEnv()), JWT_SECRET: 'a secret for tests that is long enough to be one' }
  const harness = await startHarness({ env, clock: createFakeClock(Date.now()) })
  const giver = harness.user()
  const service = await startProcess(env)
  let kept = 0
  const end = new AbortController()
  const send = async (index: number) => {
    const form = new FormData()
    form.set('file', blob(Buffer.alloc(100_000, `${index} `), 'text/plain'))
    const headers = { authorization: `Bearer ${giver.token}` }
    const init = { method: 'POST', body: form, headers, signal: end.signal }
    const answer = await fetch(`${service.baseUrl}/files`, init)
    if (answer.status === 201) kept++
    if (kept === 5) await service.kill('SIGKILL')
  }
  await Promise.allSettled(
    [0, 1, 2].map(async lane => {
      for (let index = 0; index < 40; index++) await send(lane * 40 + index)
    }),
  )
  const { items } = await giver.furrow.files.list()
  expect(items.length).toBeGreaterThanOrEqual(kept)
  await requireWhole(harness, env.DATA_DIR)
})

test('bytes and drafts that nobody knows are found and swept', async () => {
  const env = await createFilesEnv()
  const harness = await startHarness({ env })
  const { context, clock } = harness
  const { url } = await harness.user().furrow.files.upload(blob(text))
  const lost = sha256(Buffer.from('lost'))
  const folder = join(env.DATA_DIR, 'files')
  await mkdir(join(folder, lost.slice(0, 2)), { recursive: true })
  const before = new Date(clock.now() - 2 * hour)
  for (const path of [join(folder, 'drafts', 'half'), join(folder, lost.slice(0, 2), lost)]) {
    await writeFile(path, 'lost')
    await utimes(path, before, before)
  }
  const known = join(folder, sha256(text).slice(0, 2), sha256(text))
  await utimes(known, before, before)
  for (let shard = 0; shard < 256; shard++) {
    await findOrphans.round(context)
    clock.advance(minute)
  }
  expect(await namesIn(env.DATA_DIR)).toEqual([lost, sha256(text)].toSorted())
  await requireWhole(harness, env.DATA_DIR)
  expect((await fetch(new URL(url, harness.baseUrl))).status).toBe(200)
})
