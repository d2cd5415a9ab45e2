import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hasLeft, leavingStatement } from '@furrow/sdk/contract'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { blob, createFilesEnv, namesIn } from '../../../test/files.ts'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { paid, startRail } from '../../../test/rail.ts'
import { refuseRows } from '../../../test/refuse-rows.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import { flushAccesses } from '../../access/audit-trail/access.ts'
import { sealEntries } from '../../access/audit-trail/sealing.ts'
import { checksum } from '../../ground/address.ts'
import { hour, minute, second } from '../../ground/clock.ts'
import { writeBackup } from '../../operate/backup/write-backup.ts'
import { compareWithChain } from '../../operate/integrity/chain.ts'
import { auditMail } from '../../operate/integrity/mail.ts'
import { removeBytes } from '../../people/files/remove-bytes.ts'
import { reconcileEscrow } from '../../quests/rails/chain-rail/reconcile.ts'
import { findPeople } from './people.ts'
import { wipeErased } from './wipe.ts'

const leaveAs = ({ account, furrow }: User) =>
  furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })

/** The whole database as in a backup: a line for each row, after the line of its table. */
async function readBackup({ context }: Harness): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-leaving-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { file } = await writeBackup(context, folder)
  return gunzipSync(await readFile(file)).toString()
}

/** The tables that contain a text. */
function tablesWith(backup: string, text: string): string[] {
  const found = new Set<string>()
  let table = ''
  for (const line of backup.split('\n')) {
    if (line.startsWith('{"table":')) table = (JSON.parse(line) as { table: string }).table
    else if (line.toLowerCase().includes(text.toLowerCase())) found.add(table)
  }
  return [...found].toSorted()
}

/** The bytes of an embedded database and the files beside it; empty for PostgreSQL. */
async function readDatabase(folder: string): Promise<string> {
  if (engine !== 'sqlite') return ''
  const names = (await readdir(folder)).filter(name => name.startsWith('furrow.sqlite'))
  const files = await Promise.all(names.map(name => readFile(join(folder, name), 'latin1')))
  return files.join('').toLowerCase()
}

/** Somebody who wrote something in every place there is, and whose work is all over. */
async function live(harness: Harness) {
  const { platform } = harness
  const [me, other] = [await harness.signIn(), harness.user()]
  const arbiter = harness.user(platform)
  const say = (what: string) => `kestrel${what} sings`
  await me.furrow.profile.change({
    profilePhoto: 'https://example.org/kestrelphoto.png',
    codehostUsername: 'kestrel-login',
    ensAddress: 'kestrelname.eth',
    farmerProfile: { bio: say('bio'), skills: ['kestrelskill'], guild: 'Kestrelguild' },
    giverProfile: { bio: say('giverbio'), organization: say('org'), website: 'https://kestrelsite.example' },
  })
  await me.furrow.mail.send({ to: other.address, subject: say('subject'), body: say('letter') })
  await other.furrow.mail.send({ to: me.address, subject: 'Answer', body: 'Thank you' })
  await me.furrow.mail.block(harness.genesis.address)
  await me.furrow.quests.follows.add({ name: 'kestrelfollow', filter: { q: 'kestrel' }, how: 'now' })
  await me.furrow.quests.drafts.create({ quest: { title: say('draft') } })
  await me.furrow.files.upload(blob(Buffer.from(say('file')), 'text/plain'))
  await me.furrow.communityDao.propose({ title: say('proposal'), description: say('plan'), category: 'x' })

  const signer = {
    account: me.account,
    signMessage: ({ message }: { message: string }) => me.account.signMessage({ message }),
  }
  await me.furrow.keys.make(signer, { name: 'kestrelkey', scopes: ['read'], days: 1 })
  const news = await arbiter.furrow.mail.send({ to: '*', subject: 'Rain', body: 'Cover the hay.' })
  await me.furrow.mail.mark(news.id, true)

  // Nobody took this one.
  const alone = await me.furrow.quests.post({
    ...sampleQuest,
    title: say('title'),
    description: say('task'),
    category: say('category'),
  })
  const edits = { description: say('edited') }
  await me.furrow.quests.edit(alone.id, edits, alone.updatedAt)
  await me.furrow.quests.cancel(alone.id)

  for (const verdict of ['paid', 'refunded'] as const) {
    const { id } = await other.furrow.quests.post(sampleQuest)
    await me.furrow.quests.bookmarks.add(id)
    await me.furrow.quests.accept(id)
    await me.furrow.quests.comment({ questId: id, body: say('comment') })
    await me.furrow.quests.submit(id, { url: 'https://example.org/kestrelurl', note: say('note') })
    if (verdict === 'paid') await other.furrow.quests.approve(id, me.address)
    else {
      await other.furrow.quests.dispute(id, me.address, 'It does not close')
      await me.furrow.quests.answer(id, { note: say('answer') })
      await me.furrow.quests.addEvidence(id, { note: say('evidence') })
      await me.furrow.files.upload(blob(Buffer.from(say('proof')), 'text/plain'), {
        use: 'evidence',
        questId: id,
        farmer: me.address,
      })
      await arbiter.furrow.quests.resolve(id, me.address, 'refund')
    }
    if (verdict === 'paid') await me.furrow.quests.review(id, other.address, 5, say('review'))
  }
  const given = await me.furrow.quests.post(sampleQuest)
  await me.furrow.quests.invite({ questId: given.id, address: other.address, note: say('invitation') })
  await other.furrow.quests.accept(given.id)
  await other.furrow.quests.submit(given.id, { note: 'Done' })
  await me.furrow.quests.return(given.id, other.address, say('missing'))
  await other.furrow.quests.submit(given.id, { note: 'Done again' })
  await me.furrow.quests.dispute(given.id, other.address, say('dispute'))
  await arbiter.furrow.quests.resolve(given.id, other.address, 'pay')
  await other.furrow.quests.review(given.id, me.address, 4, 'Paid in the end')
  await other.furrow.mail.block(me.address)
  const ofMe = { giver: me.address, farmer: me.address }
  await other.furrow.quests.follows.add({ name: 'One', filter: ofMe, how: 'now' })
  await flushAccesses(harness.context)
  await sealEntries.round(harness.context)
  return { me, other, given: given.id }
}

describe('DELETE /account', () => {
  test('leaves none of what somebody said, in no table, file or later backup; and all sums hold', async () => {
    const env = await createFilesEnv()
    const harness = await startHarness({ env })
    const { context, clock } = harness
    const { me, other, given } = await live(harness)
    const before = await readBackup(harness)
    expect(tablesWith(before, 'kestrel').length).toBeGreaterThan(12)
    expect(await findPeople(context.db)).toContain(me.address)
    const { earned } = (await harness.visitor.profile.get(me.address)).farmerProfile

    await leaveAs(me)
    const left = await readDatabase(env.DATA_DIR)
    expect((await harness.send('GET', '/mail', { token: me.token })).status).toBe(401)
    await sealEntries.round(context)
    await requireSound(context)
    expect(await auditMail(context.db, context.secrets)).toEqual([])

    clock.advance(2 * hour)
    await removeBytes.round(context)
    expect(await namesIn(env.DATA_DIR)).toEqual([])
    // The wipe was done before the answer.
    expect(left).not.toContain('kestrel')
    expect(await wipeErased.round(context)).toBe(0)
    const after = await readBackup(harness)
    expect(tablesWith(after, 'kestrel')).toEqual([])
    expect(await readDatabase(env.DATA_DIR)).not.toContain('kestrel')
    // A search after a restore covers exactly these people.
    expect(await findPeople(context.db)).not.toContain(me.address)
    // docs/decisions.md gives the reason for each of these.
    expect(tablesWith(after, me.address)).toEqual([
      'audit_notes',
      'audit_seals',
      'ledger_entries',
      'ledger_transfers',
      'mail_blocks',
      'pseudonyms',
      'quotas',
      'session_generations',
    ])

    const quest = await harness.visitor.quests.get(given)
    expect(hasLeft(quest.giver)).toBe(true)
    expect(quest.title).toBe(sampleQuest.title)
    const [letter] = (await other.furrow.mail.list()).items.filter(({ subject }) => /subject/.test(subject))
    expect(letter).toMatchObject({ from: quest.giver, body: 'kestrelletter sings' })
    await expect(other.furrow.mail.send({ to: quest.giver, subject: 'a', body: 'b' })).rejects.toMatchObject({
      status: 400,
    })
    // Counts stay right under any name.
    const record = await harness.visitor.reputation(quest.giver)
    expect(record.farmerProfile).toMatchObject({ questsCompleted: 1, earned, bio: '' })
    for (const path of [
      `/quests?id=${given}`,
      '/quests',
      `/quests/events?id=${given}`,
      '/leaderboard',
      `/reputation?address=${other.address}`,
      `/quests/comments?id=${given}`,
    ])
      expect(JSON.stringify((await harness.send('GET', path)).body).toLowerCase()).not.toContain(me.address)
  })

  test('gives whoever comes back with the same wallet an empty account, and not a second place', async () => {
    const harness = await startHarness()
    const [me, giver] = [await harness.signIn(), harness.user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    await me.furrow.quests.accept(id)
    await me.furrow.quests.submit(id, { note: 'Done' })
    await giver.furrow.quests.approve(id, me.address)
    await leaveAs(me)
    await giver.furrow.quests.approve(id, me.address).catch(() => {})
    const again = await harness.signIn(me)
    const { body } = await harness.send('GET', `/profile/?address=${me.address}&init=true`)
    expect(body.farmerProfile).toMatchObject({ bio: '', score: 0, questsCompleted: 0, earned: [] })
    expect((await again.furrow.mail.list()).items).toEqual([])
    await expect(again.furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    const { id: next } = await giver.furrow.quests.post(sampleQuest)
    await again.furrow.quests.accept(next)
    await again.furrow.quests.submit(next, { note: 'Done' })
    await giver.furrow.quests.approve(next, again.address)
    await giver.furrow.quests.complete(id)
    // Each quest knows them by what they were called when they left it.
    const paidTo = async () => {
      const lines = (await (await giver.furrow.account.statement()).text()).trimEnd().split('\r\n')
      const cells = lines.map(line => line.split(',').map(cell => cell.replaceAll('"', '')))
      return [id, next].map(
        quest => cells.find(([, kind, , , , , of]) => kind === 'booked' && of === quest)?.[5],
      )
    }
    const [then, now] = await paidTo()
    expect(hasLeft(then?.toLowerCase() ?? '')).toBe(true)
    expect(now?.toLowerCase()).toBe(me.address)
    await leaveAs(again)
    const [first, second] = await paidTo()
    expect(first).toBe(then)
    expect(hasLeft(second?.toLowerCase() ?? '')).toBe(true)
    expect(second).not.toBe(first)
    await requireSound(harness.context)
  })

  test('waits for what is under way, and says what that is', async () => {
    const harness = await startHarness()
    const [me, other] = [await harness.signIn(), harness.user()]
    const { id: own } = await me.furrow.quests.post(sampleQuest)
    const { id: taken } = await other.furrow.quests.post(sampleQuest)
    await me.furrow.quests.accept(taken)
    expect((await me.furrow.account.get()).running).toEqual([
      { kind: 'quest', questId: own, title: sampleQuest.title },
      { kind: 'place', questId: taken, title: sampleQuest.title },
    ])
    await expect(leaveAs(me)).rejects.toMatchObject({ status: 409, message: expect.stringContaining(taken) })
    await me.furrow.quests.submit(taken, { note: 'Done' })
    await other.furrow.quests.dispute(taken, me.address, 'No')
    await me.furrow.quests.cancel(own)
    await expect(leaveAs(me)).rejects.toMatchObject({ message: expect.stringContaining('disputed') })
    await me.furrow.quests.concede(taken)
    expect(await leaveAs(me)).toEqual({ success: true })
    await expect(leaveAs(await harness.signIn(harness.platform))).rejects.toMatchObject({ status: 409 })
    await requireSound(harness.context)
  })

  test('waits for an answer to an application, and for nobody who runs the service', async () => {
    const harness = await startHarness()
    const [me, other] = [await harness.signIn(), harness.user()]
    const { id } = await other.furrow.quests.post({ ...sampleQuest, admission: 'application' })
    await me.furrow.quests.apply(id)
    expect((await me.furrow.account.get()).running).toEqual([
      { kind: 'application', questId: id, title: sampleQuest.title },
    ])
    await expect(leaveAs(me)).rejects.toMatchObject({ status: 409, code: 'work-running' })
    await other.furrow.quests.decline(id, me.address)
    await leaveAs(me)
    for (const one of [harness.platform, harness.genesis])
      await expect(leaveAs(await harness.signIn(one))).rejects.toMatchObject({ code: 'work-running' })
  })

  test('needs a signature that says so: of nobody else, and none that signs in', async () => {
    const harness = await startHarness()
    const [me, thief] = [await harness.signIn(), await harness.signIn()]
    const ask = async (signer: User, statement: string, address = signer.address) => {
      const { body: nonce } = await harness.send('GET', `/auth/nonce?address=${address}`)
      const message = `localhost wants you to sign in with your Ethereum account:\n${checksum(address)}\n\n${statement}\n\nURI: http://localhost\nVersion: 1\nChain ID: 1\nNonce: ${nonce.nonce}\nIssued At: ${new Date(harness.clock.now()).toISOString()}`
      const signature = await signer.account.signMessage({ message })
      const body = { address, message, signature, ...nonce }
      return (await harness.send('DELETE', '/account', { token: me.token, body })).status
    }
    expect(await ask(me, 'Sign in, please.')).toBe(401)
    expect(await ask(thief, leavingStatement)).toBe(403)
    expect(await ask(thief, leavingStatement, me.address)).toBe(401)
    expect((await harness.send('DELETE', '/account', { token: me.token, body: {} })).status).toBe(400)
    expect((await harness.send('DELETE', '/account')).status).toBe(401)
    expect(await ask(me, leavingStatement)).toBe(200)
  })

  test('ends the sessions in another process too, within two seconds', async () => {
    const [one, two] = await startTwins()
    const me = await one.signIn()
    const statusAt = async (harness: Harness) =>
      (await harness.send('GET', '/tasks', { token: me.token })).status
    expect(await statusAt(two)).toBe(200)
    await leaveAs(me)
    one.clock.advance(2 * second)
    expect([await statusAt(one), await statusAt(two)]).toEqual([401, 401])
  })

  test('is done whole or not at all', async () => {
    const harness = await startHarness()
    const { me } = await live(harness)
    await refuseRows(harness.context.db, 'audit_notes', "new.kind = 'account-deleted'")
    await expect(leaveAs(me)).rejects.toMatchObject({ status: 500 })
    // The refused departure did not end the session either.
    expect((await me.furrow.profile.get(me.address)).farmerProfile.bio).toContain('kestrel')
    expect((await me.furrow.mail.list()).items).not.toEqual([])
    await requireSound(harness.context)
  })

  test.skipIf(!hasChain)(
    'lets the contract be compared with what it knows of who left (needs anvil)',
    async () => {
      const rail = await startRail(await takeSharedDatabase())
      const { id, farmer } = await rail.startQuest({ ...paid, maxFarmers: 2 })
      const worker = rail.user(farmer)
      await worker.furrow.quests.submit(id, { note: 'Done' })
      await rail.keep()
      await rail.later(49 * hour)
      for (let times = 0; times < 3; times++) await rail.keep()
      const me = rail.user(farmer)
      await leaveAs(me)
      await sealEntries.round(rail.context)
      expect(hasLeft((await rail.read(id)).farmers[0]?.address ?? '')).toBe(true)
      const { context, config } = rail
      const [escrow] = context.escrows.all
      if (escrow === undefined) throw new Error('there is a rail')
      expect(
        await readSnapshot(context.db, config.dataDir, snapshot => compareWithChain(snapshot, escrow)),
      ).toEqual([])
      rail.clock.advance(5 * minute)
      while ((await reconcileEscrow.round(context)) > 0);
      const { contradiction } = await context.db.selectFrom('escrows').selectAll().executeTakeFirstOrThrow()
      expect(contradiction).toBeNull()
      expect(JSON.stringify(await rail.read(id)).toLowerCase()).not.toContain(farmer.address)
      await requireSound(context)
    },
  )
})
