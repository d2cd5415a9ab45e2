import { describe, expect, test } from 'vitest'
import { sampleQuest, shareHarness, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { readQuest } from './one-quest.ts'

const shared = shareHarness()

describe('POST /quests', () => {
  test('answers 201 with the quest, open and promised', async () => {
    const { user, send } = await startHarness()
    const giver = user()
    const body = {
      ...sampleQuest,
      maxFarmers: 3,
      status: 'completed',
      giver: '0x1',
      id: 'mine',
      createdAt: 'never',
    }
    const { status, body: quest } = await send('POST', '/quests', { token: giver.token, body })
    expect(status).toBe(201)
    expect(quest).toMatchObject({
      ...sampleQuest,
      maxFarmers: 3,
      status: 'open',
      giver: giver.account.address,
    })
    expect(quest.id).toMatch(/^quest-\d{13}-[0-9a-f]+$/)
    expect(quest.funding).toMatchObject({ rail: 'ledger', status: 'promised', amount: '300' })
  })

  test.each<[string, object]>([
    ...Object.keys(sampleQuest).map((field): [string, object] => [
      `without ${field}`,
      { [field]: undefined },
    ]),
    ['empty title', { title: '' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
    ['a null title', { title: null }],
    ['title of another type', { title: 7 }],
    ['no places', { maxFarmers: 0 }],
    ['fewer than no places', { maxFarmers: -1 }],
    ['a fraction of a place', { maxFarmers: 1.5 }],
    ['too many places', { maxFarmers: 1e9 }],
    ['places in words', { maxFarmers: 'one' }],
    ['a negative reward', { rewardAmount: -1, reward: '-1 USDC' }],
    ['a reward as text', { rewardAmount: '100' }],
    ['a huge reward', { rewardAmount: 1e300, reward: '1e300 USDC' }],
    ['too many digits', { rewardAmount: 0.1234567890123456, reward: '0.1234567890123456 USDC' }],
    ['more decimals than the token has', { rewardAmount: 0.0000001, reward: '0.0000001 USDC' }],
    ['a reward text that says more', { reward: '1000 USDC' }],
    ['a reward text of another token', { reward: '100 ETH' }],
    ['a reward text without a token', { reward: '100' }],
    ['a reward text without an amount', { reward: 'USDC' }],
    ['a reward text of a longer token', { reward: '100 USDCX' }],
    ['a reward text that says the amount later', { reward: 'each 100 USDC' }],
    ['a token without a letter', { rewardToken: '123', reward: '100 123' }],
    ['a token that is a dollar sign', { rewardToken: '$', reward: '100 $' }],
    ['a reward text with a sign', { reward: '-100 USDC' }],
    ['a reward text with an exponent', { reward: '1e2 USDC' }],
    ['a token that is no symbol', { rewardToken: 'US DC', reward: '100 US DC' }],
    ['a token of markup', { rewardToken: '<b>', reward: '100 <b>' }],
    ['skills as text', { skills: 'carpentry' }],
    ['a skill that is no text', { skills: [1] }],
    ['an empty skill', { skills: [''] }],
    ['too many skills', { skills: Array.from({ length: 51 }, (_, index) => `skill ${index}`) }],
    ['a repository outside', { codehostRepo: '../etc/passwd' }],
    ['a repository with a query', { codehostRepo: 'https://github.com/a/b?x=1' }],
    ['an issue without repository', { codehostIssue: '7' }],
    ['an issue that is none', { codehostRepo: 'a/b', codehostIssue: 'seven' }],
    ['an issue of another repository', { codehostRepo: 'a/b', codehostIssue: 'a/c#7' }],
    ['a deadline in the past', { deadline: '2020-01-01T00:00:00Z' }],
    ['a deadline that is none', { deadline: 'tomorrow' }],
    ['a deadline that no calendar has', { deadline: '2027-02-30T25:00:00Z' }],
    ['a deadline that is now', { deadline: '2026-03-01T12:00:00Z' }],
  ])('refuses %s with 400', async (_what, change) => {
    const { user, send } = await shared()
    const { status, body } = await send('POST', '/quests', {
      token: user().token,
      body: { ...sampleQuest, ...change },
    })
    expect({ status, error: typeof body.error }).toEqual({ status: 400, error: 'string' })
  })

  test.each([
    ['farm/gate', '7'],
    ['https://github.com/Farm/Gate', '#7'],
    ['Farm/Gate', 'https://github.com/farm/gate/issues/7'],
    ['group/sub/gate', 'https://gitlab.com/group/sub/gate/-/issues/7'],
    ['farm/gate.git', 'farm/gate#7'],
  ])('keeps the links as they were given: %s, %s', async (codehostRepo, codehostIssue) => {
    const { user } = await shared()
    const quest = await user().furrow.quests.post({ ...sampleQuest, codehostRepo, codehostIssue })
    expect(quest).toMatchObject({ codehostRepo, codehostIssue })
  })

  test.each([
    ['100USDC', 100, 'USDC', 1, '100'],
    ['1,000 usdc', 1_000, 'USDC', 2, '2000'],
    ['.5 ETH', 0.5, 'ETH', 3, '1.5'],
    ['0.0000001 ETH', 1e-7, 'ETH', 1_000, '0.0001'],
    ['0.1 ETH', 0.1, 'ETH', 3, '0.3'],
    ['0 USDC', 0, 'USDC', 1, '0'],
    ['100 USDC each', 100, 'USDC', 2, '200'],
    ['100 usdc, and a cow.', 100, 'USDC', 1, '100'],
    ['100 USDC.', 100, 'USDC', 1, '100'],
    ['100 1INCH', 100, '1INCH', 1, '100'],
    ['1 001 1INCH each', 1_001, '1INCH', 1, '1001'],
    ['5 $FARM (for each gate)', 5, '$FARM', 2, '10'],
    ['999999999999999 FIELD', 999_999_999_999_999, 'FIELD', 1_000, '999999999999999000'],
  ])('promises %s exactly', async (reward, rewardAmount, rewardToken, maxFarmers, amount) => {
    const { user, send } = await shared()
    const draft = { ...sampleQuest, reward, rewardAmount, rewardToken, maxFarmers }
    const { status, body } = await send('POST', '/quests', { token: user().token, body: draft })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { reward, rewardAmount, rewardToken, funding: { token: rewardToken, amount } },
    })
  })

  test('refuses links to another host than the one where merges are looked up', async () => {
    const { user, send } = await startHarness({
      env: { CODEHOST_KIND: 'gitea', CODEHOST_URL: 'https://git.example.org' },
    })
    const { token } = user()
    const post = async (codehostRepo: string, codehostIssue: string) =>
      (await send('POST', '/quests', { token, body: { ...sampleQuest, codehostRepo, codehostIssue } })).status
    expect(await post('https://git.example.org/farm/gate', '7')).toBe(201)
    expect(await post('farm/gate', 'https://git.example.org/farm/gate/issues/7')).toBe(201)
    expect(await post('https://github.com/farm/gate', '7')).toBe(400)
    expect(await post('farm/gate', 'https://github.com/farm/gate/issues/7')).toBe(400)
    const hint = (repo: string) => send('POST', '/verify', { body: { repo, pr: 1 } })
    expect((await hint('https://github.com/farm/gate')).status).toBe(400)
  })

  test('keeps any Unicode byte for byte, also where the search cuts long words', async () => {
    const { user, visitor } = await startHarness()
    const long = 'a'.repeat(39)
    const title = 'Fïx 🚜 \u202e the\tgate \u{1F33E}'
    // The 40th UTF-16 unit of both words is half of a letter, and not the same half.
    const description = `${long}\u{20000}x ${long}\u{2A700}y <script>'"; drop table quests; --`
    const quest = await user().furrow.quests.post({ ...sampleQuest, title, description })
    expect(await visitor.quests.get(quest.id)).toMatchObject({ title, description })
    expect((await visitor.quests.list({ q: `${long}\u{20000}` })).items).toHaveLength(1)
    expect((await visitor.quests.list({ q: `${long}\u{20001}` })).items).toHaveLength(0)
  })

  test('two of the same are two quests, each with an id of its own', async () => {
    const { user } = await startHarness()
    const giver = user()
    const posted = await Promise.all(Array.from({ length: 20 }, () => giver.furrow.quests.post(sampleQuest)))
    expect(new Set(posted.map(({ id }) => id)).size).toBe(20)
  })

  test('needs a token', async () => {
    const { send } = await startHarness()
    const { status, headers } = await send('POST', '/quests', { body: sampleQuest })
    expect({ status, ask: headers.get('www-authenticate') }).toEqual({ status: 401, ask: 'Bearer' })
  })
})

describe('GET /quests', () => {
  test('filters by everything at once, and is newest first within one millisecond', async () => {
    const { user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const ids: string[] = []
    for (let index = 0; index < 6; index++) {
      const odd = index % 2 === 1
      const { id } = await giver.furrow.quests.post({
        ...sampleQuest,
        title: odd ? 'Mow the Ünder field' : 'Fix the gate',
        skills: odd ? ['Mowing'] : ['carpentry'],
        category: odd ? 'harvest' : 'maintenance',
        maxFarmers: 2,
      })
      ids.unshift(id)
    }
    await farmer.furrow.quests.accept(ids[0] as string)
    const list = async (query: object) => (await visitor.quests.list(query)).items.map(({ id }) => id)
    const odd = [ids[0], ids[2], ids[4]]
    expect(await list({})).toEqual(ids)
    expect(await list({ skill: 'mowing' })).toEqual(odd)
    expect(await list({ category: 'harvest' })).toEqual(odd)
    expect(await list({ q: 'ÜND mow' })).toEqual(odd)
    expect(await list({ q: 'under' })).toEqual(odd)
    expect(await list({ token: 'ETH' })).toEqual([])
    expect(await list({ giver: giver.account.address, token: 'USDC' })).toEqual(ids)
    expect(await list({ farmer: farmer.address })).toEqual([ids[0]])
    const all = { status: 'open', skill: 'MOWING', category: 'harvest', q: 'field', farmer: farmer.address }
    expect(await list(all)).toEqual([ids[0]])
    expect(await list({ status: 'in_progress' })).toEqual([])
    // The interface does not name all statuses: to ask for one that no quest has is no mistake.
    expect(await list({ status: 'paused' })).toEqual([])
    expect(await list({ q: 'a b c d e f g h i j k l m n o p q r s t u v w x y z' })).toEqual([])
  })

  test('is paged without loss or repetition', async () => {
    const { user, visitor } = await startHarness()
    const giver = user()
    const posted: string[] = []
    for (let index = 0; index < 7; index++) posted.unshift((await giver.furrow.quests.post(sampleQuest)).id)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await visitor.quests.list({ limit: '3', ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(seen).toEqual(posted)
  })

  test('a question mark in a filter is text: two searches never share an answer', async () => {
    const { user, send } = await startHarness()
    const giver = user()
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Fix the gate' })
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Mow the field', description: 'Before noon.' })
    expect((await send('GET', '/quests?q=fix?mow')).body).toEqual([])
    expect((await send('GET', '/quests?q=fix')).body).toHaveLength(1)
    expect((await send('GET', '/quests?q=fix?the')).body).toHaveLength(1)
  })

  test('the Link leads on with the same filters, and is absent on the last page', async () => {
    const { user, send, baseUrl } = await startHarness()
    const giver = user()
    for (let index = 0; index < 5; index++)
      await giver.furrow.quests.post({
        ...sampleQuest,
        category: index % 2 === 0 ? 'harvest & hay' : 'other',
      })
    const first = await send('GET', '/quests?category=harvest%20%26%20hay&limit=2')
    const [, path] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    const next = await fetch(new URL(path ?? '', baseUrl))
    const rest = (await next.json()) as { category: string }[]
    expect([...first.body, ...rest].map(({ category }) => category)).toEqual(Array(3).fill('harvest & hay'))
    expect(next.headers.get('link')).toBeNull()
    const whole = await send('GET', '/quests?category=harvest%20%26%20hay&limit=3')
    expect({ count: whole.body.length, link: whole.headers.get('link') }).toEqual({ count: 3, link: null })
  })

  test('a page stays where it was when something newer is posted in between', async () => {
    const { user, visitor, clock } = await startHarness()
    const giver = user()
    const posted: string[] = []
    for (let index = 0; index < 4; index++) posted.unshift((await giver.furrow.quests.post(sampleQuest)).id)
    const { items, cursor } = await visitor.quests.list({ limit: '2' })
    clock.advance(1)
    await giver.furrow.quests.post(sampleQuest)
    const rest = await visitor.quests.list({ limit: '2', cursor: cursor ?? '' })
    expect([...items, ...rest.items].map(({ id }) => id)).toEqual(posted)
  })

  test('a farmer finds their quests while they have a place or had their money, not those they left', async () => {
    const { user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const [kept, left, paid] = [
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post(sampleQuest),
    ]
    for (const { id } of [kept, left, paid]) await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.withdraw(left.id)
    await giver.furrow.quests.approve(paid.id, farmer.address)
    const { items } = await visitor.quests.list({ farmer: farmer.address.toUpperCase().replace('X', 'x') })
    expect(items.map(({ id }) => id)).toEqual([paid.id, kept.id])
  })

  test('each status finds its own', async () => {
    const { user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const post = async () => (await giver.furrow.quests.post(sampleQuest)).id
    const ids = {
      open: await post(),
      'in-progress': await post(),
      'in-review': await post(),
      disputed: await post(),
      completed: await post(),
      cancelled: await post(),
    }
    for (const id of Object.values(ids).slice(1, 5)) await farmer.furrow.quests.accept(id)
    for (const id of Object.values(ids).slice(2, 5)) await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.dispute(ids.disputed, farmer.address, 'no')
    await giver.furrow.quests.approve(ids.completed, farmer.address)
    await giver.furrow.quests.cancel(ids.cancelled)
    for (const [status, id] of Object.entries(ids))
      for (const written of [status, status.replaceAll('-', '_').toUpperCase()])
        expect((await visitor.quests.list({ status: written })).items.map(quest => quest.id)).toEqual([id])
  })

  test.each([
    'limit=-1',
    'limit=1.5',
    'farmer=0x12',
    'q=%00',
    'q=%ff',
    'cursor=a&cursor=b',
    'limit=0',
    'limit=1001',
    'limit=x',
    'giver=me',
    'id=',
    'status=open&status=open',
  ])('refuses ?%s with 400', async query => {
    const { send } = await shared()
    expect((await send('GET', `/quests?${query}`)).status).toBe(400)
  })

  test('gives one quest by its id as an array of one, and 404 for an unknown one', async () => {
    const { user, send } = await startHarness()
    const quest = await user().furrow.quests.post(sampleQuest)
    expect((await send('GET', `/quests?id=${quest.id}`)).body).toEqual([quest])
    expect((await send('GET', "/quests?id=x'%20or%201=1--")).status).toBe(404)
  })

  test('reads the quests that are asked for one by one at the same moment together, however their work stands', async () => {
    const { context, user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const quests = await Promise.all(Array.from({ length: 20 }, () => giver.furrow.quests.post(sampleQuest)))
    for (const { id } of quests.slice(0, 5)) {
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'It closes now.' })
      await giver.furrow.quests.approve(id, farmer.address)
    }
    const { statements } = watchDatabase()
    // In one turn, which requests over HTTP on SQLite seldom share.
    const found = await Promise.all(quests.map(({ id }) => readQuest(context, id)))
    // The quests, their farmers, and what the records of their givers are at.
    expect(statements).toHaveLength(3)
    expect(found.map(({ farmers }) => farmers[0]?.payment?.status)).toEqual(
      quests.map((_, index) => (index < 5 ? 'recorded' : undefined)),
    )
  })

  test('is right at the very next request after a write by another process, and 304 while nothing changed', async () => {
    const env = await takeSharedDatabase()
    const one = await startHarness({ env })
    const two = await startHarness({ env: { ...one.env, ...env } })
    const giver = one.user()
    for (let index = 0; index < 10; index++) {
      const { id } = await giver.furrow.quests.post(sampleQuest)
      const { body, headers } = await two.send('GET', '/quests')
      expect(body[0].id).toBe(id)
      const etag = headers.get('etag') ?? ''
      const again = await two.send('GET', '/quests', { headers: { 'if-none-match': etag } })
      expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: null })
      await one.user().furrow.quests.accept(id)
      const after = await two.send('GET', '/quests', { headers: { 'if-none-match': etag } })
      expect({ status: after.status, now: after.body[0].status }).toEqual({ status: 200, now: 'in-progress' })
    }
  })
})
