import type { QuestFeedQuery } from '@furrow/sdk/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { paid, startRail, two } from '../../../test/rail.ts'
import { restoreElsewhere } from '../../../test/restored.ts'
import { startTwins } from '../../../test/twins.ts'
import { leave } from '../../community/account/leave.ts'
import type { Address } from '../../ground/address.ts'
import { day, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { openCopy } from '../../people/mail/letter.ts'
import { findQuests } from '../../quests/board/list.ts'
import { atTime } from '../../quests/board/term-filters.ts'
import { deliverOutbox } from '../notifications/deliver.ts'
import { writeToken } from '../notifications/links.ts'
import { fits, type OpenQuest, readFacts } from './facts.ts'
import { keyOf, keysFor, readFilter } from './filters.ts'
import { sendDigests } from './send-digests.ts'
import { tellFollowers } from './tell-followers.ts'

async function rounds(context: Context): Promise<void> {
  while ((await tellFollowers.round(context)) > 0);
  while ((await sendDigests.round(context)) > 0);
}

/** Read from the database, since a session ends within the days that pass here. */
async function lettersOf({ context }: Pick<Harness, 'context'>, { address }: Pick<User, 'address'>) {
  const rows = await context.db
    .selectFrom('mail')
    .selectAll()
    .where('owner', '=', address)
    .where('topic', '=', 'follow')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => openCopy(context, row))
}

const subjectsOf = async (harness: Pick<Harness, 'context'>, user: Pick<User, 'address'>) =>
  (await lettersOf(harness, user)).map(({ subject }) => subject)

const rust = { name: 'Rust', filter: { skill: 'Rust' }, how: 'now' } as const
const rustQuest = { ...sampleQuest, title: 'Write a parser', skills: ['rust'] }

describe('a filter that is followed', () => {
  test('is kept, changed and ended by its owner alone', async () => {
    const { user, send } = await startHarness()
    const [alice, eve] = [user(), user()]
    const { follows } = alice.furrow.quests
    const made = await follows.add({
      ...rust,
      filter: { ...rust.filter, giver: eve.address.toUpperCase().replace('0X', '0x') },
    })
    expect(made).toMatchObject({
      name: 'Rust',
      filter: { skill: 'Rust', giver: eve.account.address },
      how: 'now',
      channels: null,
    })
    expect(await follows.list()).toEqual([made])
    expect(await follows.change({ id: made.id, how: 'digest' })).toEqual({ ...made, how: 'digest' })
    expect(await follows.change({ id: made.id, how: 'now', channels: [] })).toEqual({ ...made, channels: [] })
    expect(await follows.change({ id: made.id, channels: null })).toEqual(made)
    expect(await eve.furrow.quests.follows.list()).toEqual([])
    await expect(eve.furrow.quests.follows.change({ id: made.id, how: 'now' })).rejects.toMatchObject({
      code: 'follow-not-found',
    })
    await expect(eve.furrow.quests.follows.end(made.id)).rejects.toMatchObject({ status: 404 })
    expect(await follows.end(made.id)).toEqual({ success: true })
    await expect(follows.end(made.id)).rejects.toMatchObject({ status: 404 })
    for (const [body, status] of [
      [{ ...rust, filter: { status: 'OPEN' } }, 201],
      [{ ...rust, filter: { status: 'completed' } }, 400],
      [{ ...rust, filter: { minPaidRate: '2' } }, 400],
      [{ ...rust, filter: { rewardFrom: '50' } }, 400],
      [{ ...rust, filter: { rewardFrom: '50', token: 'USDC', deadline: 'week' } }, 201],
      [{ ...rust, how: 'often' }, 400],
      [{ ...rust, name: '' }, 400],
      [{ ...rust, channels: ['none'] }, 404],
      [{ ...rust, filter: undefined }, 400],
    ] as const)
      expect(
        (await send('POST', '/quests/follows', { token: alice.token, body })).status,
        JSON.stringify(body),
      ).toBe(status)
  })

  test('is one of 20 at most, and an ended one makes room', async () => {
    const { clock, user } = await startHarness()
    const { follows } = user().furrow.quests
    const [first] = await Promise.all(Array.from({ length: 20 }, () => follows.add(rust)))
    await expect(follows.add(rust)).rejects.toMatchObject({ status: 429, code: 'quota-exceeded' })
    await follows.end(first?.id ?? '')
    clock.advance(minute)
    await follows.add(rust)
    expect(await follows.list()).toHaveLength(20)
  })
})

describe('a quest that opens', () => {
  test('is told once to each person, whichever of their filters it fits, and never to its giver', async () => {
    const { context, user } = await startHarness()
    const [giver, alice, bob] = [user(), user(), user()]
    for (const { furrow } of [giver, alice]) {
      // One that tells at once comes before an older one with a digest.
      await furrow.quests.follows.add({ name: 'All', filter: {}, how: 'digest' })
      await furrow.quests.follows.add(rust)
      await furrow.quests.follows.add({ name: 'Parsers', filter: { q: 'pars' }, how: 'now' })
    }
    await bob.furrow.quests.follows.add({ name: 'Go', filter: { skill: 'go' }, how: 'now' })
    const { id } = await giver.furrow.quests.post(rustQuest)
    await rounds(context)
    const [letter, ...others] = await lettersOf({ context }, alice)
    expect(letter).toMatchObject({ subject: 'Open quest: Write a parser', questId: id, official: true })
    expect(letter?.body).toContain('“Rust”')
    expect(others).toEqual([])
    for (const other of [giver, bob]) expect(await lettersOf({ context }, other)).toEqual([])

    await giver.furrow.quests.edit(id, { skills: ['go'] }, (await giver.furrow.quests.get(id)).updatedAt)
    await rounds(context)
    expect(await lettersOf({ context }, bob)).toEqual([])
    await giver.furrow.quests.pause(id)
    await giver.furrow.quests.resume(id)
    await rounds(context)
    expect(await subjectsOf({ context }, alice)).toHaveLength(1)
    // It takes farmers again, and fits now.
    expect(await subjectsOf({ context }, bob)).toEqual(['Open quest: Write a parser'])
    await giver.furrow.quests.cancel(id)
    await rounds(context)
    expect(await context.db.selectFrom('told_quests').selectAll().execute()).toEqual([])
  })

  test('is not told to those who block its giver, or have a place in it, or while it is hidden', async () => {
    const { context, platform, user } = await startHarness()
    const [giver, alice, bob, carol] = [user(), user(), user(), user()]
    for (const { furrow } of [alice, bob, carol]) await furrow.quests.follows.add(rust)
    await alice.furrow.mail.block(giver.address)
    const { id } = await giver.furrow.quests.post(rustQuest)
    await bob.furrow.quests.accept(id)
    await rounds(context)
    for (const one of [alice, bob]) expect(await lettersOf({ context }, one)).toEqual([])
    expect(await lettersOf({ context }, carol)).toEqual([])
    await bob.furrow.quests.withdraw(id)
    await rounds(context)
    expect(await lettersOf({ context }, bob)).toEqual([])
    expect(await subjectsOf({ context }, carol)).toHaveLength(1)

    const second = await giver.furrow.quests.post({ ...rustQuest, title: 'Hidden' })
    await user(platform).furrow.moderation.act({
      action: 'hide',
      kind: 'quest',
      id: second.id,
      reason: 'A scam.',
    } as never)
    await rounds(context)
    expect(await subjectsOf({ context }, carol)).not.toContain('Open quest: Hidden')
  })

  test('is not told to those who applied for it', async () => {
    const { context, user } = await startHarness()
    const [giver, alice, bob] = [user(), user(), user()]
    for (const { furrow } of [alice, bob]) await furrow.quests.follows.add(rust)
    const { id } = await giver.furrow.quests.post({ ...rustQuest, admission: 'application' })
    await alice.furrow.quests.accept(id)
    await rounds(context)
    expect(await lettersOf({ context }, alice)).toEqual([])
    expect(await lettersOf({ context }, bob)).toHaveLength(1)
  })

  test('that waited for the digest of a filter that was ended is told by another one', async () => {
    const { context, user } = await startHarness()
    const [giver, alice] = [user(), user()]
    const { follows } = alice.furrow.quests
    const { id: ended } = await follows.add({ ...rust, how: 'digest' })
    const { id } = await giver.furrow.quests.post(rustQuest)
    await rounds(context)
    await follows.end(ended)
    await follows.add(rust)
    await giver.furrow.quests.pause(id)
    await giver.furrow.quests.resume(id)
    await rounds(context)
    expect(await subjectsOf({ context }, alice)).toEqual(['Open quest: Write a parser'])
  })

  test('is told at once whatever waits for a digest, of which 200 are counted at most', async () => {
    const { context, clock, user } = await startHarness()
    const [giver, alice, bob] = [user(), user(), user()]
    const { id: digest } = await alice.furrow.quests.follows.add({ ...rust, how: 'digest' })
    await bob.furrow.quests.follows.add(rust)
    const at = clock.now()
    for (const [{ address }, follow] of [
      [alice, digest],
      [bob, 'another'],
    ] as const)
      await context.db
        .insertInto('told_quests')
        .values(
          Array.from({ length: 199 }, (_, index) => ({
            ...{ address, quest_id: `quest-0-${index}`, follow, at, due_at: at + day },
          })),
        )
        .execute()
    for (const title of ['One', 'Two']) await giver.furrow.quests.post({ ...rustQuest, title })
    await rounds(context)
    expect(await lettersOf({ context }, bob)).toHaveLength(2)
    const told = context.db.selectFrom('told_quests').select('quest_id').where('address', '=', alice.address)
    expect(await told.execute()).toHaveLength(200)
  })

  test('is told once by two processes that look at the same time, each slice by one of them', async () => {
    const [one, two] = await startTwins()
    const giver = one.user()
    const people = Array.from({ length: 130 }, () => one.user())
    await Promise.all(people.map(({ furrow }) => furrow.quests.follows.add(rust)))
    await giver.furrow.quests.post(rustQuest)
    await Promise.all([rounds(one.context), rounds(two.context)])
    await rounds(one.context)
    const { rows } = await lettersFor(one)
    expect(rows).toHaveLength(130)
    expect(new Set(rows.map(({ owner }) => owner)).size).toBe(130)
  })

  test('is told in the digest where somebody had fifty letters that day', { timeout: 60_000 }, async () => {
    const { context, user, clock } = await startHarness({
      env: { QUOTA_QUESTS_A_DAY: '100', QUOTA_LIVE_QUESTS: '100' },
    })
    const [giver, alice] = [user(), user()]
    await alice.furrow.quests.follows.add(rust)
    for (let index = 0; index < 53; index++)
      await giver.furrow.quests.post({ ...rustQuest, title: `Task ${index}` })
    await rounds(context)
    expect(await lettersOf({ context }, alice)).toHaveLength(50)
    clock.advance(day)
    await rounds(context)
    expect((await lettersOf({ context }, alice))[0]).toMatchObject({
      subject: '3 open quests: Rust',
      questId: null,
    })
  })
})

const lettersFor = async ({ context }: Harness) => ({
  rows: await context.db.selectFrom('mail').select('owner').where('topic', '=', 'follow').execute(),
})

async function withMail() {
  const sink = await startMailSink()
  const harness = await startHarness({
    env: { ...sink.env, QUOTA_QUESTS_A_DAY: '100', QUOTA_LIVE_QUESTS: '100' },
  })
  return { ...harness, sink, reader: (more: object = {}) => reader(harness, sink, more) }
}

/** Somebody with a confirmed e-mail address. */
async function reader({ clock, context, user, visitor }: Harness, sink: MailSink, more: object) {
  const someone = user()
  const channel = await someone.furrow.notifications.add({
    kind: 'email',
    address: `${someone.address.slice(2, 12)}@home.example`,
    ...more,
  })
  await visitor.notifications.confirm(
    writeToken(context, { what: 'confirm', channel: channel.id, at: clock.now() }),
  )
  await deliverOutbox.round(context)
  sink.mails.splice(0)
  return { ...someone, channel: channel.id }
}

describe('outside the app', () => {
  test('the channels that a filter names hear of it, with a link to unsubscribe, and no others', async () => {
    const { context, user, sink, reader, clock } = await withMail()
    const [all, none, daily] = [await reader(), await reader(), await reader({ digest: 'daily', topics: [] })]
    await expect(all.furrow.quests.follows.add({ ...rust, channels: [none.channel] })).rejects.toMatchObject({
      code: 'channel-not-found',
    })
    await all.furrow.quests.follows.add(rust)
    await none.furrow.quests.follows.add({ ...rust, channels: [] })
    await daily.furrow.quests.follows.add({ ...rust, channels: [daily.channel] })
    const { id } = await user().furrow.quests.post(rustQuest)
    await rounds(context)
    await deliverOutbox.round(context)
    expect(sink.mails.map(({ to }) => to)).toEqual([`${all.address.slice(2, 12)}@home.example`])
    expect(sink.mails[0]?.text).toContain(`Open quest: Write a parser\r\nhttps://barn.example/quests/${id}`)
    expect(sink.mails[0]?.headers['list-unsubscribe']).toContain('/notifications/unsubscribe?token=')
    for (const one of [all, none, daily]) expect(await subjectsOf({ context }, one)).toHaveLength(1)
    clock.advance(day)
    await deliverOutbox.round(context)
    expect(sink.mails).toHaveLength(2)
    expect(sink.mails[1]?.text).toContain('Open quest: Write a parser')
  })

  test('a digest lists twenty quests that are still open, counts the rest, and leads to the board', async () => {
    const { context, user, sink, reader, clock } = await withMail()
    const [giver, alice] = [user(), await reader({ digest: 'daily' })]
    await alice.furrow.quests.follows.add({
      name: 'Rust work',
      filter: { skill: 'rust', q: 'task' },
      how: 'digest',
    })
    const ids: string[] = []
    for (let index = 0; index < 24; index++)
      ids.push((await giver.furrow.quests.post({ ...rustQuest, title: `Task ${index}` })).id)
    await rounds(context)
    expect(await lettersOf({ context }, alice)).toEqual([])
    await giver.furrow.quests.cancel(ids[23] ?? '')
    clock.advance(day / 2)
    await rounds(context)
    const [letter, ...rest] = await lettersOf({ context }, alice)
    expect(rest).toEqual([])
    expect(letter).toMatchObject({ subject: '23 open quests: Rust work', questId: null })
    expect(letter?.body).toContain(`Task 22 · ${rustQuest.reward} · ${ids[22]}`)
    expect(letter?.body).not.toContain('Task 2 ')
    expect(letter?.body).toContain('And 3 more. See them all: https://barn.example/quests?q=task&skill=rust')
    await deliverOutbox.round(context)
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]?.text).toContain(`https://barn.example/quests/${ids[22]}`)
    clock.advance(day + minute)
    await rounds(context)
    expect(await lettersOf({ context }, alice)).toHaveLength(1)
  })
})

test('a digest has no quest that was hidden since, and none of people whom its reader blocks since', async () => {
  const { clock, context, platform, user } = await startHarness()
  const [giver, blocked, alice] = [user(), user(), user()]
  await alice.furrow.quests.follows.add({ ...rust, how: 'digest' })
  const post = async (by: User, title: string) => (await by.furrow.quests.post({ ...rustQuest, title })).id
  await post(giver, 'Sow')
  const id = await post(giver, 'Mow')
  await post(blocked, 'Reap')
  await rounds(context)
  await user(platform).furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason: 'A scam.' })
  await alice.furrow.mail.block(blocked.address)
  clock.advance(day)
  await rounds(context)
  const [letter] = await lettersOf({ context }, alice)
  expect(letter?.body).toContain('Sow')
  expect(letter?.body).not.toMatch(/Mow|Reap/)
})

test('a filter leaves with its owner, and forgets an address that leaves', async () => {
  const { context, user } = await startHarness()
  const [giver, alice] = [user(), user()]
  await alice.furrow.quests.follows.add({
    name: 'One',
    filter: { giver: giver.address, farmer: giver.address },
    how: 'now',
  })
  await alice.furrow.quests.follows.add({
    name: 'Two',
    filter: { farmer: giver.address, skill: 'x' },
    how: 'now',
  })
  await giver.furrow.quests.follows.add(rust)
  await leave(context, giver.address)
  const rows = await context.db.selectFrom('saved_filters').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(giver.address)
})

const people = ['1', '2', '3'].map(digit => `0x${digit.repeat(40)}` as Address)
const texts = ['gate', 'Gates', 'g', 'ga', 'Gäte', '門番', 'сад', 'go']

const rewards = [50, 9.5, 1_000, 50.1]

test('fits exactly the quests that the board has under that filter, and is found by each of them', async () => {
  const { clock, context, user } = await startHarness()
  const { db } = context
  const givers = [user(), user()]
  const posted = []
  for (let index = 0; index < 12; index++)
    posted.push(
      await (givers[index % 2] as User).furrow.quests.post({
        ...sampleQuest,
        title: `${texts[index % texts.length]} ${texts[(index * 3) % texts.length]}`,
        description: 'x',
        category: index % 3 === 0 ? 'harvest' : 'repairs',
        skills: index % 4 === 0 ? ['Mowing'] : ['gate'],
        rewardToken: index % 5 === 0 ? 'ETH' : 'USDC',
        reward: index % 5 === 0 ? '50 ETH' : `${rewards[index % 4]} USDC`,
        rewardAmount: index % 5 === 0 ? 50 : (rewards[index % 4] as number),
        admission: index % 3 === 1 ? 'application' : 'open',
        ...(index % 4 > 0 && { deadline: new Date(clock.now() + (index % 4) ** 3 * day).toISOString() }),
      }),
    )
  const farmer = user()
  await farmer.furrow.quests.accept(posted[0]?.id ?? '')
  await db
    .updateTable('address_counts')
    .set({ paid: 4, settled: 1, unproved_paid: 1, refunded: 1 })
    .where('address', '=', givers[0]?.address ?? (people[0] as Address))
    .execute()
  const filter: fc.Arbitrary<QuestFeedQuery> = fc.record(
    {
      category: fc.constantFrom('harvest', 'none'),
      token: fc.constantFrom('USDC', 'ETH'),
      skill: fc.constantFrom('mowing', 'Gate'),
      giver: fc.constantFrom(...givers.map(({ address }) => address), ...people),
      farmer: fc.constantFrom(farmer.address, ...people),
      backing: fc.constantFrom('escrow', 'shown', 'promise'),
      payer: fc.constantFrom('proved', 'new', 'any'),
      minPaidRate: fc.constantFrom('0.8', '0.9'),
      admission: fc.constantFrom('open', 'application'),
      deadline: fc.constantFrom('week', 'month', 'later', 'none'),
      rewardFrom: fc.constantFrom('0', '50', '050.0', '9.5', '50.1', '1000'),
      rewardBelow: fc.constantFrom('9.5', '50', '50.000000000000000001', '1000'),
      q: fc.constantFrom(...texts, 'ga gate', 'gat g', '門', '!'),
    },
    { requiredKeys: [] },
  )
  const rows = (await db.selectFrom('quests').selectAll().execute()) as OpenQuest[]
  const known = await Promise.all(
    rows.map(async row => ({ id: row.id, facts: await readFacts(db, row, clock.now()) })),
  )
  await fc.assert(
    fc.asyncProperty(filter, async query => {
      const asksAmount = query.rewardFrom !== undefined || query.rewardBelow !== undefined
      if (asksAmount) query.token ??= 'USDC'
      const { heads } = await findQuests(db, { ...atTime(query, clock.now()), limit: '100' })
      const kept = readFilter(query)
      const found = known.filter(({ facts }) => fits(facts, kept))
      expect(found.map(({ id }) => id).toSorted()).toEqual(heads.map(({ id }) => id).toSorted())
      for (const { facts } of found) expect(keysFor(facts)).toContain(keyOf(kept))
    }),
    { numRuns: 150 },
  )
}, 60_000)

test('a post costs the same however many follow, and each turn of the job is short', {
  timeout: 120_000,
}, async () => {
  const { context, user } = await startHarness()
  const { db } = context
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    id: `follow-${String(index).padStart(6, '0')}`,
    address: `0x${index.toString(16).padStart(40, '0')}` as Address,
    name: 'n',
    filter: JSON.stringify({ skill: index < 250 ? 'rust' : 'never' }),
    key: index < 250 ? 'skill:rust' : 'skill:never',
    farmer: null,
    daily: 1,
    channels: null,
    created_at: 0,
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insertInto('saved_filters')
      .values(rows.slice(from, from + 1_000))
      .execute()
  await user().furrow.quests.post(rustQuest)
  let turns = 0
  let compared = 0
  for (let done = 1; done > 0; turns++) {
    done = await tellFollowers.round(context)
    expect(done).toBeLessThanOrEqual(101)
    compared += Math.max(0, done - 1)
  }
  expect(compared).toBe(250)
  expect(turns).toBeLessThan(6)
  const told = await db.selectFrom('told_quests').select('address').execute()
  expect(told).toHaveLength(250)
})

test('a backup that is restored tells nobody again, and goes on with those who follow', async () => {
  const { context, user } = await startHarness()
  const alice = user()
  await alice.furrow.quests.follows.add(rust)
  await user().furrow.quests.post(rustQuest)
  await rounds(context)
  const restored = await restoreElsewhere(context)
  expect(await restored.selectFrom('opened_quests').selectAll().execute()).toEqual([])
  expect(await restored.selectFrom('saved_filters').select('address').execute()).toEqual([
    { address: alice.address },
  ])
  expect(await restored.selectFrom('told_quests').select('address').execute()).toEqual([
    { address: alice.address },
  ])
})

test.skipIf(!hasChain)(
  'a quest on chain is told once it is funded, with what is behind its reward',
  async () => {
    const { chain, context, user } = await startRail()
    const [giver, alice] = [user(), user()]
    await alice.furrow.quests.follows.add({ name: 'Safe', filter: { backing: 'escrow' }, how: 'now' })
    const quest = await giver.furrow.quests.post(paid)
    await rounds(context)
    expect(await lettersOf({ context }, alice)).toEqual([])
    await chain.fund(giver.account, quest.id, two, quest.maxFarmers, chain.token)
    await giver.furrow.quests.fund(quest.id)
    await rounds(context)
    expect(await subjectsOf({ context }, alice)).toEqual([`Open quest: ${quest.title}`])
  },
)
