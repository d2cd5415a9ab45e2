import type { Task } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { day, hour, instant } from '../../ground/clock.ts'

const brief = ({ kind, questId, due }: Task) => ({ kind, questId, due })
const none = {
  review: 0,
  application: 0,
  judge: 0,
  answer: 0,
  deposit: 0,
  deadline: 0,
  returned: 0,
  expiry: 0,
  invite: 0,
  'next-part': 0,
  share: 0,
  pay: 0,
  thanks: 0,
  rank: 0,
  vote: 0,
  letters: 0,
}

/** A fresh session: one ends after a day. */
const tasksOf = ({ user }: Harness, { account, address }: User) =>
  user({ account, address }).furrow.tasks.list()

describe('what waits for somebody', () => {
  test('is told by kind, what is due first comes first, and to nobody else', async () => {
    const harness = await startHarness()
    const { user, clock, platform } = harness
    const [giver, farmer, judge] = [user(), user(), user(platform)]
    const start = clock.now()
    const first = await giver.furrow.quests.post({ ...sampleQuest, title: 'First', maxFarmers: 2 })
    await farmer.furrow.quests.accept(first.id)
    await farmer.furrow.quests.submit(first.id, { note: 'done' })
    const second = await giver.furrow.quests.post({
      ...sampleQuest,
      deadline: instant(start + day),
    })
    const third = await giver.furrow.quests.post({ ...sampleQuest, title: 'Third' })
    await farmer.furrow.quests.accept(third.id)
    await farmer.furrow.quests.submit(third.id, { note: 'done' })
    await giver.furrow.quests.dispute(third.id, farmer.address, 'no')

    const { tasks, counts } = await giver.furrow.tasks.list()
    expect(tasks.slice(0, 2)).toEqual([
      {
        kind: 'deadline',
        questId: second.id,
        title: 'Fix the gate',
        address: null,
        link: `/quests/${second.id}`,
        at: instant(start),
        due: instant(start + day),
        stake: { amount: '100', token: 'USDC' },
        count: 1,
      },
      {
        kind: 'review',
        questId: first.id,
        title: 'First',
        address: farmer.account.address,
        link: `/quests/${first.id}`,
        at: instant(start),
        due: instant(start + reviewWindow),
        stake: { amount: '100', token: 'USDC' },
        count: 1,
      },
    ])
    const unread = counts.letters
    expect(unread).toBeGreaterThan(0)
    expect(tasks.slice(2)).toMatchObject([
      { kind: 'letters', link: '/mail', due: null, stake: null, count: unread },
    ])
    expect(counts).toEqual({ ...none, deadline: 1, review: 1, letters: unread })
    expect(await giver.furrow.tasks.counts()).toEqual(counts)
    expect((await giver.furrow.tasks.list({ limit: '1' })).tasks).toEqual(tasks.slice(0, 1))

    const dispute = { questId: third.id, title: 'Third', due: instant(start + 14 * day) }
    expect((await judge.furrow.tasks.list()).tasks).toMatchObject([
      { kind: 'judge', ...dispute },
      { kind: 'letters' },
    ])
    expect((await farmer.furrow.tasks.list()).tasks[0]).toMatchObject({
      kind: 'answer',
      address: giver.account.address,
      at: instant(start),
      ...dispute,
    })
    expect(await user().furrow.tasks.list()).toEqual({ tasks: [], counts: none })

    await giver.furrow.quests.approve(first.id, farmer.address)
    await judge.furrow.quests.resolve(third.id, farmer.address, 'pay')
    await giver.furrow.quests.cancel(second.id)
    expect((await giver.furrow.tasks.list()).tasks.map(brief)).toMatchObject([
      { kind: 'pay', questId: expect.any(String), due: null },
      { kind: 'pay', questId: expect.any(String), due: null },
      { kind: 'letters' },
    ])
    await giver.furrow.quests.sayPaid(first.id, farmer.address)
    expect((await giver.furrow.tasks.list()).tasks.map(brief)).toMatchObject([
      { kind: 'pay', questId: third.id, due: null },
      { kind: 'letters' },
    ])
    expect((await judge.furrow.tasks.list()).tasks).toMatchObject([{ kind: 'letters' }])
  })

  test('is a place that soon ends, from the warning of its farmer', async () => {
    const harness = await startHarness()
    const { user, clock } = harness
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    const due = instant(clock.now() + 30 * day)
    const kinds = async () => (await tasksOf(harness, farmer)).tasks.map(brief)
    clock.advance(27 * day - 1)
    expect(await kinds()).not.toContainEqual({ kind: 'expiry', questId: id, due })
    clock.advance(1)
    expect((await kinds())[0]).toEqual({ kind: 'expiry', questId: id, due })
    await user(farmer).furrow.quests.submit(id, { note: 'done' })
    expect((await tasksOf(harness, farmer)).counts.expiry).toBe(0)
  })

  test('is work that its giver returned, until it is handed in again', async () => {
    const harness = await startHarness()
    const { user, clock } = harness
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    clock.advance(day)
    await user(giver).furrow.quests.return(id, farmer.address, 'The hinge is missing.')
    const at = clock.now()
    const [first] = (await tasksOf(harness, farmer)).tasks
    expect(first).toMatchObject({
      kind: 'returned',
      questId: id,
      address: giver.account.address,
      at: instant(at),
      due: instant(at + 30 * day),
    })
    clock.advance(29 * day)
    const { counts } = await tasksOf(harness, farmer)
    expect(counts).toMatchObject({ returned: 1, expiry: 0 })
    await user(farmer).furrow.quests.submit(id, { note: 'with the hinge' })
    expect((await tasksOf(harness, farmer)).counts).toMatchObject({ returned: 0, expiry: 0 })
  })

  test('is a quest with an invitation, until the farmer takes a place or declines, or it takes nobody any more', async () => {
    const { user } = await startHarness()
    const [giver, farmer, other] = [user(), user(), user()]
    const invitesOf = async ({ furrow }: User) =>
      (await furrow.tasks.list()).tasks.flatMap(({ kind, questId }) => (kind === 'invite' ? [questId] : []))
    const ids: string[] = []
    for (let count = 0; count < 4; count++) {
      const { id } = await giver.furrow.quests.post(sampleQuest)
      await giver.furrow.quests.invite({ questId: id, address: farmer.address })
      ids.push(id)
    }
    const [taken, declined, cancelled, full] = ids as [string, string, string, string]
    expect((await invitesOf(farmer)).toSorted()).toEqual(ids.toSorted())
    expect((await farmer.furrow.tasks.counts()).invite).toBe(4)
    await farmer.furrow.quests.accept(taken)
    await farmer.furrow.quests.withdraw(taken)
    await farmer.furrow.quests.declineInvite(declined)
    await giver.furrow.quests.cancel(cancelled)
    expect(await invitesOf(farmer)).toEqual([full])
    await other.furrow.quests.accept(full)
    expect(await invitesOf(farmer)).toEqual([])
    expect(await invitesOf(giver)).toEqual([])
  })

  test('is a quest that farmers apply for, and for an invited one no longer the invitation', async () => {
    const { user, clock } = await startHarness()
    const [giver, farmer, other] = [user(), user(), user()]
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      admission: 'application',
      maxFarmers: 2,
    })
    await giver.furrow.quests.invite({ questId: id, address: farmer.address })
    expect((await farmer.furrow.tasks.counts()).invite).toBe(1)
    const start = clock.now()
    await farmer.furrow.quests.accept(id)
    clock.advance(hour)
    await other.furrow.quests.accept(id)
    expect((await farmer.furrow.tasks.counts()).invite).toBe(0)
    const { tasks, counts } = await giver.furrow.tasks.list()
    const due = instant(start + 30 * day)
    expect(tasks[0]).toMatchObject({ kind: 'application', questId: id, at: instant(start), due, count: 2 })
    expect(counts.application).toBe(1)
    await giver.furrow.quests.admit(id, other.address)
    expect((await giver.furrow.tasks.list()).tasks[0]).toMatchObject({ kind: 'application', count: 1 })
    await giver.furrow.quests.decline(id, farmer.address)
    expect((await giver.furrow.tasks.counts()).application).toBe(0)
  })

  test('is a quest on chain that nobody can take before it is paid in', async () => {
    const { user, context } = await startHarness({
      env: {
        RPC_URLS: '31337=http://127.0.0.1:1',
        ESCROWS: `31337=0x${'ab'.repeat(20)}:retired`,
        ESCROW_OPERATOR_KEY: `0x${'01'.repeat(32)}`,
      },
    })
    const giver = user()
    const [paid, unpaid] = [
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post(sampleQuest),
    ]
    await context.db.updateTable('quests').set({ rail: 'chain' }).execute()
    for (const { id } of [paid, unpaid])
      await context.db
        .insertInto('escrows')
        .values({
          quest_id: id,
          escrow: id,
          contract: context.escrows.all[0]?.id ?? '',
          token_address: giver.address,
          decimals: 6,
          amount_each: '1',
          slots: 1,
          status: id === paid.id ? 'funded' : 'unfunded',
          problem: null,
        })
        .execute()
    const { tasks, counts } = await giver.furrow.tasks.list()
    expect(tasks.map(brief)).toMatchObject([{ kind: 'deposit', questId: unpaid.id }])
    expect(counts.deposit).toBe(1)
  })

  test('are the unread letters, as one, without one’s own and those to everyone', async () => {
    const { user, platform } = await startHarness()
    const [ada, ben] = [user(), user()]
    for (let count = 0; count < 3; count++)
      await ada.furrow.mail.send({ to: ben.address, subject: 's', body: 'b' })
    await user(platform).furrow.mail.send({ to: '*', subject: 's', body: 'b' })
    expect(await ada.furrow.tasks.counts()).toEqual(none)
    expect((await ben.furrow.tasks.list()).tasks).toMatchObject([{ kind: 'letters', count: 3 }])
    const [letter] = (await ben.furrow.mail.list()).items.filter(({ to }) => to !== '*')
    await ben.furrow.mail.mark(letter?.id ?? '', true)
    expect(await ben.furrow.tasks.counts()).toEqual({ ...none, letters: 2 })
  })

  test('is a hundred at most, counted up to a thousand', async () => {
    const { user, context, clock } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    await farmer.furrow.quests.accept(id)
    await sql`insert into assignments (quest_id, farmer, giver, token, amount, status, accepted_at, expires_at, review_ends_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100)
      select ${id}, 'farmer' || i, giver, token, amount, 'in-review', accepted_at, expires_at, accepted_at + i
      from n, assignments where quest_id = ${id}`.execute(context.db)
    const { tasks, counts } = await giver.furrow.tasks.list()
    expect(tasks).toHaveLength(100)
    expect(tasks.at(-1)).toMatchObject({ kind: 'review', due: instant(clock.now() + 100) })
    expect(counts).toMatchObject({ review: 1_000, letters: 1 })
  })

  test('is not sent again to who has it, needs a session, and a limit that is one', async () => {
    const { user, send, clock } = await startHarness()
    const { furrow, token } = user()
    for (const path of ['/tasks', '/tasks/counts']) {
      const { headers } = await send('GET', path, { token })
      const given = { 'if-none-match': headers.get('etag') ?? '' }
      expect((await send('GET', path, { token, headers: given })).status).toBe(304)
      expect((await send('GET', path)).status).toBe(401)
    }
    const { headers } = await send('GET', '/tasks/counts', { token })
    const { id } = await furrow.quests.post({ ...sampleQuest, deadline: instant(clock.now() + hour) })
    const given = { 'if-none-match': headers.get('etag') ?? '' }
    expect(await send('GET', '/tasks/counts', { token, headers: given })).toMatchObject({
      status: 200,
      body: { deadline: 1 },
    })
    expect(id).toBeTruthy()
    for (const limit of ['0', '101', 'x'])
      expect((await send('GET', `/tasks?limit=${limit}`, { token })).status).toBe(400)
  })
})
