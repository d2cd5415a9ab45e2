import { setImmediate as nextTurn } from 'node:timers/promises'
import { type QuestEventKind, questEventKinds } from '@furrow/sdk/contract'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { copyFirstRelease } from '../../../test/first-release.ts'
import { createWallet, engine, type Harness, sampleQuest, startHarness } from '../../../test/harness.ts'
import { prepareSignIn } from '../../../test/sign-in.ts'
import { startTwins } from '../../../test/twins.ts'
import { makeHistory } from '../../../test/usage/some-history.ts'
import { day, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Access, flushAccesses, noteAccess } from './access.ts'
import { checkAuditLog } from './check.ts'
import { findForgery, findStart, readNoted, showNoted } from './known-entry.ts'
import { sealLateEvents } from './late.ts'
import { sealedKinds } from './sealed-kinds.ts'
import { sealEntries, takeChain } from './sealing.ts'
import { thinAccesses } from './thinning.ts'

async function sealAll(context: Context): Promise<void> {
  await flushAccesses(context)
  while ((await sealEntries.round(context)) > 0);
}

async function requireWhole({ db }: Context): Promise<{ entries: number; head: string }> {
  const { head, entries, ...checked } = await checkAuditLog(db)
  expect(checked).toMatchObject({ broken: 0, first: [], waiting: 0 })
  return { entries, head: head === null ? '' : showNoted(head) }
}

const count = async ({ db }: Context, from: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(db)
  return Number(rows[0]?.n)
}

async function insertEvents({ db }: Context, quest_id: string, kinds: readonly QuestEventKind[]) {
  const before = await count({ db } as Context, 'quest_events')
  const rows = kinds.map((kind, index) => ({
    quest_id,
    number: before + index + 1,
    at: 5,
    kind,
    actor: null,
    farmer: null,
    details: '{}',
  }))
  for (let at = 0; at < rows.length; at += 400)
    await db
      .insertInto('quest_events')
      .values(rows.slice(at, at + 400))
      .execute()
}

async function readNotes({ context }: Pick<Harness, 'context'>) {
  await flushAccesses(context)
  const rows = await context.db.selectFrom('audit_notes').selectAll().orderBy('at').orderBy('id').execute()
  return rows.map(({ kind, actor, details, kept }) => ({ kind, actor, kept, ...JSON.parse(details) }))
}

describe('the audit log', () => {
  test('has all that moves money, once, from the commit that moves it', async () => {
    const harness = await startHarness()
    const { context } = harness
    await makeHistory(harness)
    const waiting = await checkAuditLog(context.db)
    // A crash now would lose nothing.
    expect(waiting).toMatchObject({ entries: 0, head: null, broken: 0 })
    expect(waiting.waiting).toBeGreaterThan(20)
    await sealAll(context)
    expect((await requireWhole(context)).entries).toBe(await count(context, 'audit_seals'))
    for (const [source, rows] of [
      ['transfer', 'ledger_transfers'],
      ['act', 'audit_notes where kept = 1'],
      ['access', 'audit_notes where kept = 0'],
    ])
      expect(await count(context, `audit_seals where source = '${source}'`), source).toBe(
        await count(context, rows as string),
      )
    const decisions = `quest_events where kind in ('disputed', 'released', 'refunded')`
    expect(
      await count(
        context,
        `audit_seals join (select * from ${decisions}) e
      on source = 'event' and key = e.quest_id || ' ' || e.number`,
      ),
    ).toBe(await count(context, decisions))
    expect(await count(context, decisions)).toBeGreaterThan(3)
  })

  test('goes on from one round to the next, and from what is known to be right', async () => {
    const { context, user } = await startHarness()
    const giver = user()
    await giver.furrow.quests.post(sampleQuest)
    await sealAll(context)
    const { head: early } = await requireWhole(context)
    for (let index = 0; index < 3; index++) await giver.furrow.quests.post(sampleQuest)
    await sealAll(context)
    const { head, entries } = await requireWhole(context)
    expect(await findForgery(context.db, readNoted(early))).toBeNull()
    const from = await findStart(context.db, readNoted(early))
    const rest = await checkAuditLog(context.db, from)
    expect({ ...rest, head: rest.head && showNoted(rest.head) }).toMatchObject({
      head,
      broken: 0,
      entries: 3,
    })
    expect(from.number).toBe(entries - 3)
    for (const wrong of [`${entries + 1}`, `1:${'0'.repeat(64)}`])
      await expect(findStart(context.db, readNoted(wrong))).rejects.toThrow('There is no such entry')
    for (const none of ['', 'x', '12:', '1:abc']) expect(() => readNoted(none), none).toThrow('is no entry')
  })

  test('of a database from before has what was booked before', async () => {
    const { start } = await copyFirstRelease('ledger')
    const { context } = await start()
    expect(await count(context, 'ledger_transfers')).toBeGreaterThan(5)
    const unsealed = await checkAuditLog(context.db)
    expect(unsealed).toMatchObject({ broken: 0, late: 0 })
    expect(unsealed.waitingLate).toBeGreaterThan(0)
    await sealAll(context)
    while ((await sealLateEvents.round(context)) > 0);
    await sealAll(context)
    await requireWhole(context)
    expect(await checkAuditLog(context.db)).toMatchObject({ late: unsealed.waitingLate, waitingLate: 0 })
    expect(await count(context, `audit_seals where source = 'event'`)).toBe(
      await count(context, `quest_events where kind in ('${sealedKinds.join("', '")}')`),
    )
    expect(await count(context, `audit_seals where source = 'transfer'`)).toBe(
      await count(context, 'ledger_transfers'),
    )
  })

  test('has events of each kind that moves money, whoever writes them, and of no other', async () => {
    const { context, user } = await startHarness()
    const { id } = await user().furrow.quests.post(sampleQuest)
    await sealAll(context)
    await insertEvents(context, id, questEventKinds)
    const { rows } = await sql<{ kind: string }>`select kind from quest_events join audit_queue
      on source = 'event' and key = quest_id || ' ' || number`.execute(context.db)
    expect(rows.map(({ kind }) => kind).sort()).toEqual(sealedKinds.toSorted())
    expect(sealedKinds).toEqual(expect.arrayContaining(['returned', 'payment-shown', 'edited']))
  })

  test('takes up what happened before a kind was sealed, in the background, and says that it is late', async () => {
    const harness = await startHarness()
    const { context, clock, user, env } = harness
    const { db } = context
    const { id } = await user().furrow.quests.post(sampleQuest)
    // As in a version that does not seal that kind yet.
    await db.deleteFrom('sealed_kinds').where('kind', '=', 'returned').execute()
    await insertEvents(context, id, Array(1_200).fill('returned'))
    await sealAll(context)
    expect(await checkAuditLog(db)).toMatchObject({ broken: 1_200 })

    const later = await startHarness({ env, clock })
    expect(await checkAuditLog(db)).toMatchObject({ broken: 0, waitingLate: 1_200, late: 0 })
    expect(await sealLateEvents.round(later.context)).toBe(500)
    await insertEvents(context, id, ['returned', 'kept'])
    await sealAll(later.context)
    // The newest one is sealed already; the first event of all is of another kind.
    expect(await checkAuditLog(db)).toMatchObject({ broken: 0, waitingLate: 701, late: 499 })
    while ((await sealLateEvents.round(later.context)) > 0);
    await sealAll(later.context)
    expect(await checkAuditLog(db)).toMatchObject({ broken: 0, waitingLate: 0, late: 1_200, waiting: 0 })
    await startHarness({ env, clock })
    expect(await sealLateEvents.round(later.context)).toBe(0)
  })

  test('notes what the platform does, and a start with other settings, once', async () => {
    const [one, other] = await startTwins()
    const { genesis, platform, user, env, clock } = one
    await user(platform).furrow.mail.send({ to: '*', subject: 'The feast', body: 'There is soup.' })
    await user(genesis).furrow.communityDao.change({ treasury: { balance: 1.5 } })
    await startHarness({ env: { ...env, REVIEW_WINDOW_HOURS: '24' }, clock })
    const acts = (await readNotes(other)).filter(({ kept }) => kept === 1)
    expect(acts).toEqual([
      expect.objectContaining({ kind: 'settings', reviewWindowMs: 2 * day }),
      expect.objectContaining({ kind: 'broadcast', actor: platform.address }),
      expect.objectContaining({ kind: 'community-dao', actor: genesis.address, treasury: { balance: 1.5 } }),
      expect.objectContaining({ kind: 'settings', reviewWindowMs: day, platformWallet: platform.address }),
    ])
    expect(JSON.stringify(acts)).not.toContain('soup')
  })
})

describe('two processes that seal at once', () => {
  test('make one chain, whoever writes meanwhile', async () => {
    const twins = await startTwins()
    const giver = twins[0].user()
    const write = async (harness: Harness) => {
      const { furrow } = harness.user(giver)
      for (let index = 0; index < 15; index++) await furrow.quests.post(sampleQuest)
    }
    let isWriting = true
    const seal = async ({ context }: Harness) => {
      while (isWriting) {
        await sealEntries.round(context)
        await nextTurn()
      }
    }
    const sealing = Promise.all([...twins, ...twins].map(seal))
    await Promise.all(twins.map(write)).finally(() => {
      isWriting = false
    })
    await sealing
    await sealAll(twins[0].context)
    const { entries } = await requireWhole(twins[1].context)
    expect(await count(twins[0].context, `audit_seals where source = 'transfer'`)).toBe(30)
    expect(await count(twins[0].context, `audit_seals where number > ${entries}`)).toBe(0)
  })

  // On SQLite a stalled transaction holds up every writer.
  if (engine === 'postgres')
    test('keep nobody waiting who moves money, or seals, where one stands still over it', async () => {
      const [one, other] = await startTwins()
      await transaction(one.context.db, async trx => {
        expect(await takeChain(trx)).toBe(true)
        await other.user().furrow.quests.post(sampleQuest)
        expect(await sealEntries.round(other.context)).toBe(0)
      })
      await sealAll(other.context)
      await requireWhole(one.context)
    })
})

describe('sign-ins and refusals', () => {
  test('are noted with who it was, and nothing that lets anybody in', async () => {
    const harness = await startHarness({ env: { GENESIS_CREATOR: '' } })
    const { send, signIn, user } = harness
    const wallet = createWallet()
    const { token } = await signIn(wallet)
    const body = await prepareSignIn(harness, {}, wallet)
    const { signature: stranger } = await prepareSignIn(harness)
    const forged = { ...body, signature: stranger }
    expect((await send('POST', '/auth/verify', { body: forged })).status).toBe(401)
    const farmer = user()
    for (let times = 0; times < 3; times++)
      expect((await send('PUT', '/community-dao', { token: farmer.token, body: {} })).status).toBe(403)
    await send('GET', '/mail', { token: `${token}x` })
    const network = expect.stringMatching(/^[\w-]{16}$/)
    const about = { kept: 0, network }
    const notes = (await readNotes(harness)).filter(({ kept }) => kept === 0)
    expect(notes).toEqual([
      { kind: 'signed-in', actor: wallet.address, ...about },
      {
        kind: 'sign-in-failed',
        actor: wallet.address,
        ...about,
        reason: expect.stringMatching(/^The .*\.$/),
      },
      {
        kind: 'refused',
        actor: farmer.address,
        ...about,
        status: 403,
        method: 'PUT',
        route: '/api/community-dao',
        times: 3,
        since: expect.any(String),
      },
      { kind: 'refused', actor: null, ...about, status: 401, method: 'GET', route: '/api/mail' },
    ])
    const all = JSON.stringify(notes)
    for (const secret of [token, body.nonce, body.signature, '127.0.0.1']) expect(all).not.toContain(secret)
  })

  test('of a network that failed too often to sign in are noted as refusals', async () => {
    const harness = await startHarness({ env: { SIGN_IN_FAILURES: '1' } })
    const body = { ...(await prepareSignIn(harness)), signature: '0x' }
    for (const status of [401, 429])
      expect((await harness.send('POST', '/auth/verify', { body })).status).toBe(status)
    const notes = (await readNotes(harness)).filter(({ kept }) => kept === 0)
    expect(notes).toMatchObject([
      { kind: 'sign-in-failed' },
      { kind: 'refused', status: 429, route: '/api/auth/verify' },
    ])
  })

  test('that are too many are counted: a flood fills no disk, and hides no other kind', async () => {
    const harness = await startHarness()
    const { context, clock } = harness
    const refusal = (index: number): Access => ({
      kind: 'refused',
      actor: null,
      about: { status: 429, network: String(index) },
    })
    let told = 0
    for (let minutes = 0; minutes < 30; minutes++) {
      for (let index = 0; index < 500; index++) noteAccess(context, refusal(told++))
      await flushAccesses(context)
      clock.advance(minute)
    }
    noteAccess(context, { kind: 'signed-in', actor: createWallet().address, about: {} })
    const notes = (await readNotes(harness)).filter(({ kept }) => kept === 0)
    // A burst of 200, then ten and one count of the others in each minute.
    expect(notes.length).toBeLessThan(200 + 30 * 11 + 3)
    expect(notes.filter(({ kind }) => kind === 'signed-in')).toHaveLength(1)
    const refused = notes.filter(({ kind }) => kind === 'refused')
    expect(refused.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(told)
  })

  test('that the database cannot take are noted when it can', async () => {
    const harness = await startHarness()
    const { context, send } = harness
    await send('GET', '/mail', { token: 'none' })
    await sql`alter table audit_notes rename to audit_notes_away`.execute(context.db)
    await expect(flushAccesses(context)).rejects.toThrow()
    await sql`alter table audit_notes_away rename to audit_notes`.execute(context.db)
    expect((await readNotes(harness)).filter(({ kind }) => kind === 'refused')).toHaveLength(1)
  })

  test('go when they are old, and the chain stays one', async () => {
    const harness = await startHarness({ env: { AUDIT_DAYS: '30' } })
    const { clock, context, send, user, signIn } = harness
    const wallet = createWallet()
    const play = async () => {
      for (let index = 0; index < 3; index++) {
        await signIn()
        await send('GET', '/mail', { token: 'none' })
        if (index === 1) await user(wallet).furrow.quests.post(sampleQuest)
        clock.advance(minute)
        await sealAll(context)
      }
    }
    await play()
    const { head: first } = await requireWhole(context)
    for (let round = 0; round < 3; round++) {
      clock.advance(20 * day)
      while ((await thinAccesses.round(context)) > 0);
      await requireOnlyQueued(context)
      await play()
      await requireWhole(context)
    }
    expect(await count(context, `audit_seals where source = 'access'`)).toBe(12)
    expect(await count(context, 'audit_notes where kept = 0')).toBe(12)
    // A stretch before and after each payment, and each `thinned` note.
    expect(await count(context, `audit_seals where source = 'thinned'`)).toBeLessThan(8)
    expect(await count(context, `audit_seals where source = 'transfer'`)).toBe(4)
    await expect(findForgery(context.db, readNoted(first))).rejects.toThrow('was among those that are old')
    await expect(findForgery(context.db, readNoted(`1:${'0'.repeat(64)}`))).rejects.toThrow(
      'Entry 1 was among those that are old',
    )
  })
})

async function requireOnlyQueued({ db }: Context): Promise<void> {
  expect(await checkAuditLog(db)).toMatchObject({ broken: 0, first: [] })
}
