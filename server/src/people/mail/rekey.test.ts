import { type CipherKey, createHash } from 'node:crypto'
import type { Db } from '@furrow/storage/db.ts'
import { readOwnShapes } from '@furrow/storage/shape.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWallet, type Harness, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { tellStory } from '../../../test/traffic/story.ts'
import { startVillage } from '../../../test/traffic/village.ts'
import { toAddress } from '../../ground/address.ts'
import { readConfig } from '../../ground/config/config.ts'
import { readSecrets } from '../../ground/config/secrets.ts'
import type { Context } from '../../ground/context.ts'
import { requireSameSecret } from './canary.ts'
import { rekey } from './rekey.ts'
import { seal, unseal } from './seal.ts'

const old = 'the first secret, which is long enough for this'
const current = 'the second secret, which is long enough as well'
const mistyped = 'the secnod secret, which is long enough as well'
const keyOf = (secret: string) => createHash('sha256').update(secret).digest()

/** A service that was used with the old secret: letters, each in two copies, and a broadcast. */
async function startOld(letters = 3): Promise<Harness> {
  const platform = createWallet()
  const env = { ...(await takeSharedDatabase()), JWT_SECRET: old, PLATFORM_WALLET: platform.address }
  const harness = await startHarness({ env })
  const alice = harness.user()
  for (let index = 0; index < letters; index++)
    await alice.furrow.mail.send({ to: createWallet().address, subject: `${index}`, body: 'seeds' })
  await harness.user(platform).furrow.mail.send({ to: '*', subject: 'All', body: 'Rain.' })
  return harness
}

/** The context of the command. */
function given({ context, env }: Harness, secret: string, previous = ''): Pick<Context, 'db' | 'secrets'> {
  const config = readConfig({ ...env, JWT_SECRET: secret, JWT_SECRET_PREVIOUS: previous })
  return { db: context.db, secrets: readSecrets(config) }
}

/** All that is stored, the canary included. */
async function dump(db: Db): Promise<unknown> {
  return [
    await db.selectFrom('mail').selectAll().orderBy('owner').orderBy('id').execute(),
    await db.selectFrom('broadcasts').selectAll().orderBy('id').execute(),
    await db.selectFrom('meta').selectAll().execute(),
  ]
}

/** The columns with values that this key opens, as `<table>.<column>`, sorted. */
async function sealedIn(db: Db, key: CipherKey): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of await readOwnShapes(db)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    for (const [column, value] of rows.flatMap(row => Object.entries(row)))
      if (typeof value === 'string' && unseal([key], value) !== null) found.add(`${name}.${column}`)
  }
  return [...found].toSorted()
}

/** The same database, where something happens each time that rows were read or written. */
function whenAsked(db: Db, happen: (times: number) => Promise<void>): Db {
  let times = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      times++
      await happen(times)
      return result
    },
  }
  return db.withPlugin(plugin)
}

describe('rekey', () => {
  test('makes the older secret unnecessary', async () => {
    const before = await startOld(20)
    const alice = before.user()
    await alice.furrow.mail.send({ to: createWallet().address, subject: 'last', body: 'seeds' })
    const read = async (harness: Harness, token: string) =>
      (await harness.send('GET', '/mail', { token })).body.map(({ body }: { body: string }) => body)
    const both = { ...before.env, JWT_SECRET: current, JWT_SECRET_PREVIOUS: old }
    const between = await startHarness({ env: both })
    // The old session is still good, too.
    expect(await read(between, alice.token)).toEqual(['seeds', 'Rain.'])
    const renewed = 2 * (2 * 21 + 1)
    expect(await rekey(given(between, current, old))).toEqual({ renewed, stale: 0, unopened: 0 })
    expect(await rekey(given(between, current, old))).toEqual({ renewed: 0, stale: 0, unopened: 0 })
    const after = await startHarness({ env: { ...before.env, JWT_SECRET: current } })
    expect(await read(after, after.user(alice).token)).toEqual(['seeds', 'Rain.'])
  })

  test('leaves nothing in any column that only the older secret opens, whatever people did', async () => {
    const village = await startVillage()
    await tellStory(village)
    const { context, env } = village.harness
    const before = await sealedIn(context.db, context.secrets.sealing[0])
    const some = [
      'applications.answers',
      'mail.body',
      'place_notes.note',
      'reports.letter',
      'trust_lists.text',
    ]
    expect(before).toEqual(expect.arrayContaining(some))
    const keys = given(village.harness, current, env.JWT_SECRET)
    expect(await rekey(keys)).toMatchObject({ stale: 0, unopened: 0 })
    expect(await sealedIn(context.db, context.secrets.sealing[0])).toEqual([])
    expect(await sealedIn(context.db, keys.secrets.sealing[0])).toEqual(before)
  })

  test('with a mistyped secret changes nothing, and the right one still starts', async () => {
    const harness = await startOld()
    const stored = await dump(harness.context.db)
    await expect(rekey(given(harness, mistyped))).rejects.toThrow('Nothing was changed.')
    expect(await dump(harness.context.db)).toEqual(stored)
    await requireSameSecret(harness.context)
  })

  test('does not take a database that has lost its canary for a new one', async () => {
    const harness = await startOld()
    await harness.context.db.deleteFrom('meta').execute()
    const stored = await dump(harness.context.db)
    await expect(rekey(given(harness, current, old))).rejects.toThrow('Nothing was changed.')
    expect(await dump(harness.context.db)).toEqual(stored)
  })

  test('counts what nothing opens, seals the rest, and leaves the canary to the older secret', async () => {
    const harness = await startOld()
    const { db } = harness.context
    const lost = seal(keyOf('a secret that nobody has any more'), 'lost')
    const row = await db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('mail')
      .values({ ...row, id: 'mail-0', body: lost })
      .execute()
    await db.updateTable('broadcasts').set({ subject: 'not:sealed:text' }).execute()
    expect(await rekey(given(harness, current, old))).toEqual({ renewed: 14, stale: 0, unopened: 2 })
    expect(await rekey(given(harness, current, old))).toEqual({ renewed: 0, stale: 0, unopened: 2 })
    await requireSameSecret(given(harness, old))
    await expect(requireSameSecret(given(harness, current))).rejects.toThrow()
  })

  test('that was broken off goes on where it was', async () => {
    const harness = await startOld()
    const secrets = given(harness, current, old)
    const broken = whenAsked(secrets.db, async times => {
      if (times > 5) throw new Error('the process was killed')
    })
    await expect(rekey({ ...secrets, db: broken })).rejects.toThrow('killed')
    // Both secrets are needed now, and with both of them it is all there.
    const between = await startHarness({
      env: { ...harness.env, JWT_SECRET: current, JWT_SECRET_PREVIOUS: old },
    })
    await requireSameSecret(given(harness, old))
    const { renewed, unopened } = await rekey(given(between, current, old))
    expect(unopened).toBe(0)
    expect(renewed).toBeGreaterThan(0)
    expect(renewed).toBeLessThan(14)
    await requireSameSecret(given(harness, current))
  })

  test('seals what arrives behind its back, too', async () => {
    const harness = await startOld()
    const [first, last] = [createWallet(), createWallet()]
    const late = {
      sender: first.address,
      recipient: last.address,
      type: 'direct',
      sent_at: 1,
      read: 0,
      official: 0,
    } as const
    const sealed = () => ({ subject: seal(keyOf(old), 'late'), body: seal(keyOf(old), 'late') })
    const db = whenAsked(harness.context.db, async times => {
      if (times !== 5) return
      // Owners that are before and after all that was read by then.
      for (const owner of [toAddress(`0x${'0'.repeat(40)}`), toAddress(`0x${'f'.repeat(40)}`)])
        await harness.context.db
          .insertInto('mail')
          .values({ ...late, ...sealed(), owner, id: 'mail-1' })
          .execute()
      await harness.context.db
        .insertInto('broadcasts')
        .values({ ...sealed(), id: 'mail-0', type: 'direct', sender: first.address, sent_at: 1 })
        .execute()
    })
    expect(await rekey({ ...given(harness, current, old), db })).toMatchObject({ stale: 0, unopened: 0 })
    const rows = [
      ...(await harness.context.db.selectFrom('mail').select(['subject', 'body']).execute()),
      ...(await harness.context.db.selectFrom('broadcasts').select(['subject', 'body']).execute()),
    ]
    expect(rows).toHaveLength(2 * 3 + 1 + 3)
    for (const { subject, body } of rows)
      for (const value of [subject, body]) expect(unseal([keyOf(current)], value)).not.toBeNull()
  })

  test('never overwrites what somebody else wrote since it looked, and reads that again', async () => {
    const harness = await startOld()
    const { db } = harness.context
    const changed = seal(keyOf(old), 'changed since')
    const racing = whenAsked(db, async times => {
      // The rows are in its hands, and not written yet.
      if (times === 2) await db.updateTable('mail').set({ subject: changed }).execute()
    })
    await rekey({ ...given(harness, current, old), db: racing })
    const rows = await db.selectFrom('mail').select('subject').execute()
    for (const { subject } of rows) expect(unseal([keyOf(current)], subject)).toBe('changed since')
  })

  test('does not say that it is done while older mail arrives as fast as it is sealed', async () => {
    const harness = await startOld(1)
    const { db } = harness.context
    let letters = 0
    const busy = whenAsked(db, async () => {
      const value = seal(keyOf(old), 'late')
      const { address: sender } = createWallet()
      const row = { subject: value, body: value, type: 'direct', sender, sent_at: 1 } as const
      await db
        .insertInto('broadcasts')
        .values({ ...row, id: `mail-${letters++}` })
        .execute()
    })
    const { stale } = await rekey({ ...given(harness, current, old), db: busy })
    expect(stale).toBeGreaterThan(0)
    await requireSameSecret(given(harness, old))
  })
})
