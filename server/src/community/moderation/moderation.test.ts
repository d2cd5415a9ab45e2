import { describe, expect, test } from 'vitest'
import { blob, createFilesFolder, png, text } from '../../../test/files.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { readRows } from '../../../test/tables.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'

const reason = 'It asks for seed phrases.'
const refused = (status: number, says: string | RegExp = '') => ({
  status,
  message: says instanceof RegExp ? expect.stringMatching(says) : expect.stringContaining(says),
})

const signerOf = ({ account }: User) => ({
  account,
  signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
})

/** A quest, people concerned with it, and two services on one database. */
async function start(settings: Readonly<Record<string, string>> = {}) {
  const [one, two] = await startTwins(settings)
  const [giver, farmer, stranger, moderator] = [one.user(), one.user(), one.user(), one.user()]
  const platform = one.user(one.platform)
  await platform.furrow.moderation.nameModerator(moderator.address)
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    maxFarmers: 3,
    codehostRepo: 'farm/gate',
    deadline: '2026-06-01T00:00:00Z',
  })
  return { one, two, giver, farmer, stranger, moderator, platform, id }
}

const reportFrom = async ({ send }: Harness, ip: string, { token }: User, id: string) =>
  (
    await send('POST', '/reports', {
      token,
      body: { kind: 'quest', id, reason: 'spam' },
      headers: { 'x-forwarded-for': ip },
    })
  ).status

const read = async ({ baseUrl }: Harness, path: string) =>
  (await (await fetch(new URL(path, baseUrl))).text()).replace(/\r\n[ \t]|DTSTAMP:.*/g, '')

describe('a report', () => {
  test('hides nothing, however many there are; the queue has one row of them all', async () => {
    const { one, giver, stranger, moderator, farmer, id } = await start()
    const asked = { kind: 'quest', id, reason: 'spam' } as const
    const first = await stranger.furrow.moderation.report({ ...asked, note: 'The same as yesterday.' })
    expect(first).toMatchObject({ ...asked, outcome: null })
    // The same reporter gets the first report again, also at the same moment.
    const again = { ...asked, reason: 'scam' } as const
    expect(await stranger.furrow.moderation.report(again)).toEqual(first)
    const same = await Promise.all([1, 2, 3].map(() => farmer.furrow.moderation.report(again)))
    expect(new Set(same.map(({ reason }) => reason))).toEqual(new Set(['scam']))
    await Promise.all(
      Array.from({ length: 30 }, () => one.user().furrow.moderation.report({ ...asked, reason: 'abuse' })),
    )
    expect(await one.visitor.quests.get(id)).not.toHaveProperty('hidden')
    expect((await one.visitor.quests.list()).items).toHaveLength(1)
    expect((await giver.furrow.mail.list()).items).toEqual([])
    const { items } = await moderator.furrow.moderation.queue()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      kind: 'quest',
      id,
      owner: giver.account.address,
      title: sampleQuest.title,
      text: sampleQuest.description,
      reports: 32,
      isThere: true,
      refusal: null,
    })
    expect(items[0]?.reporters).toHaveLength(20)
    await expect(stranger.furrow.moderation.queue()).rejects.toMatchObject(refused(403))
    await expect(giver.furrow.moderation.report(asked)).rejects.toMatchObject(refused(400, 'your own'))
    await expect(stranger.furrow.moderation.report({ ...asked, id: 'quest-1' })).rejects.toMatchObject(
      refused(404),
    )
    for (const kind of ['profile', 'comment', 'proposal', 'letter'] as const)
      await expect(
        stranger.furrow.moderation.report({ kind, id: 'x', reason: 'spam' }),
      ).rejects.toMatchObject(refused(404))
  })

  test('of somebody who was right before comes first, and nobody’s many keep another’s one waiting', async () => {
    const { one, giver, stranger: honest, moderator, id } = await start({ TRUST_PROXY: '1' })
    const posted: string[] = []
    for (let count = 0; count < 8; count++) posted.push((await giver.furrow.quests.post(sampleQuest)).id)
    const [flooder, second, newcomer] = [one.user(), one.user(), one.user()]
    const networks = new Map(
      [flooder, second, newcomer, honest].map((user, index) => [user, `192.0.2.${index}`]),
    )
    const report = async (by: User, thing: string | undefined) => {
      one.clock.advance(1_000)
      expect(await reportFrom(one, networks.get(by) ?? '', by, thing ?? '')).toBe(201)
    }
    for (const thing of posted.slice(0, 3)) await report(flooder, thing)
    for (const thing of posted.slice(3, 6)) await report(second, thing)
    await report(newcomer, posted[6])
    await report(honest, id)
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    await report(honest, posted[7])
    const expected = [7, 0, 3, 6, 1, 4, 2, 5].map(index => posted[index])
    const readQueue = async () => {
      const items: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await one
          .user(moderator)
          .furrow.moderation.queue({ limit: '3', ...(cursor !== '' && { cursor }) })
        items.push(...page.items.map(({ id }) => id))
        cursor = page.cursor
      }
      return items
    }
    expect(await readQueue()).toEqual(expected)
    const [first] = (await moderator.furrow.moderation.queue()).items
    expect(first).toMatchObject({ trusted: 1, reports: 1 })
    // A reporter's history counts for their earlier reports, too.
    await report(newcomer, posted[5])
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id: posted[6] ?? '', reason })
    expect((await readQueue()).slice(0, 2)).toEqual([posted[7], posted[5]])
  })

  test('of another network stands before those of many wallets of one, however many come at once', async () => {
    const { one, two, giver, moderator, id } = await start({ TRUST_PROXY: '1', QUOTA_REPORTS_AN_HOUR: '4' })
    const posted: string[] = []
    for (let count = 0; count < 30; count++) posted.push((await giver.furrow.quests.post(sampleQuest)).id)
    const flood = posted.map((thing, index) =>
      reportFrom(index % 2 ? one : two, `2001:db8:7:${index}::1`, one.user(), thing),
    )
    expect(new Set(await Promise.all(flood))).toEqual(new Set([201]))
    one.clock.advance(1_000)
    expect(await reportFrom(one, '198.51.100.1', one.user(), id)).toBe(201)
    const { items } = await moderator.furrow.moderation.queue()
    expect(items.slice(0, 2).map(({ id }) => id)).toContain(id)
    // A digest of the network is kept until a decision.
    const networks = async () =>
      (await one.context.db.selectFrom('reports').select('network').execute()).map(({ network }) => network)
    expect(new Set(await networks()).size).toBe(2)
    expect(JSON.stringify(await networks())).not.toMatch(/198\.51|2001:db8/)
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    expect((await networks()).filter(network => network === null)).toHaveLength(1)
  })

  test('is one of so many that a network makes in an hour, and in a day, whatever wallet it comes from', async () => {
    const { one, two, giver } = await start({ TRUST_PROXY: '1', QUOTA_REPORTS_AN_HOUR: '2' })
    const posted: string[] = []
    for (let count = 0; count < 20; count++) posted.push((await giver.furrow.quests.post(sampleQuest)).id)
    const report = (service: Harness, ip: string) => reportFrom(service, ip, one.user(), posted.pop() ?? '')
    for (const status of [201, 201, 429]) expect(await report(one, '2001:db8:1::1')).toBe(status)
    expect(await report(one, '198.51.100.1')).toBe(201)
    // A day's bound holds for all processes together.
    for (let count = 0; count < 7; count++) expect(await report(two, `2001:db8:1:${count}::1`)).toBe(201)
    for (let count = 7; count < 14; count++) {
      one.clock.advance(hour)
      expect(await report(one, `2001:db8:1:${count}::1`)).toBe(201)
    }
    expect(await report(two, '2001:db8:1:ffff::1')).toBe(429)
    expect(await report(two, '2001:db8:2::1')).toBe(201)
  })

  test('of one wallet is dismissed with all others of it at once; what others reported too waits still', async () => {
    const { one, giver, farmer, stranger, moderator, platform, id } = await start()
    const { id: second } = await giver.furrow.quests.post(sampleQuest)
    const { id: own } = await moderator.furrow.quests.post(sampleQuest)
    for (const thing of [id, second, own])
      await stranger.furrow.moderation.report({ kind: 'quest', id: thing, reason: 'spam' })
    await farmer.furrow.moderation.report({ kind: 'quest', id, reason: 'scam' })
    const dismissal = { reporter: stranger.address, reason: 'They report everything.' }
    await expect(farmer.furrow.moderation.dismissReporter(dismissal)).rejects.toMatchObject(refused(403))
    await expect(
      moderator.furrow.moderation.dismissReporter({ ...dismissal, reporter: moderator.address }),
    ).rejects.toMatchObject(refused(403, 'your own'))
    const entry = await moderator.furrow.moderation.dismissReporter(dismissal)
    expect(entry).toMatchObject({ action: 'dismiss-reports', thing: stranger.account.address, reports: 2 })
    const left = (await platform.furrow.moderation.queue()).items
    expect(left.map(({ id, reports }) => [id, reports])).toEqual([
      [id, 1],
      [own, 1],
    ])
    await expect(moderator.furrow.moderation.dismissReporter(dismissal)).rejects.toMatchObject(
      refused(400, 'No report'),
    )
    await platform.furrow.moderation.dismissReporter(dismissal)
    expect((await platform.furrow.moderation.queue()).items).toMatchObject([{ id }])
    // Nobody is told, and the first report of each stays the first.
    expect((await stranger.furrow.mail.list()).items).toEqual([])
    const again = { kind: 'quest', id, reason: 'spam' } as const
    expect(await stranger.furrow.moderation.report(again)).toMatchObject({ outcome: 'dismissed' })
    await requireSound(one.context)
  })

  test('of somebody who was right comes first only while it waits, and no more once they were often wrong', async () => {
    const { giver, farmer, stranger, moderator, platform, id } = await start()
    const posted: string[] = []
    for (const by of [giver, giver, giver, moderator])
      posted.push((await by.furrow.quests.post(sampleQuest)).id)
    const report = (by: User, thing = '') =>
      by.furrow.moderation.report({ kind: 'quest', id: thing, reason: 'spam' })
    const trusted = async () =>
      Object.fromEntries(
        (await platform.furrow.moderation.queue()).items.map(({ id, trusted }) => [id, trusted]),
      )
    await report(stranger, id)
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    const [first = '', , , own = ''] = posted
    for (const thing of posted) await report(stranger, thing)
    expect(await trusted()).toMatchObject({ [first]: 1, [own]: 1 })
    await moderator.furrow.moderation.act({ action: 'dismiss', kind: 'quest', id: first, reason: 'Fine.' })
    await report(farmer, first)
    expect(await trusted()).toMatchObject({ [first]: 0, [own]: 1 })
    await moderator.furrow.moderation.dismissReporter({ reporter: stranger.address, reason: 'Fine.' })
    const { id: third } = await giver.furrow.quests.post(sampleQuest)
    await report(stranger, third)
    await moderator.furrow.moderation.dismissReporter({ reporter: stranger.address, reason: 'Fine.' })
    expect(await trusted()).toEqual({ [first]: 0, [own]: 0 })
  })

  test('is of a wallet that wrote no profile, too', async () => {
    const { stranger, moderator, farmer } = await start()
    const address = farmer.account.address
    const asked = { kind: 'profile', id: address, reason: 'scam' } as const
    expect(await stranger.furrow.moderation.report(asked)).toMatchObject({ kind: 'wallet', id: address })
    await stranger.furrow.moderation.report({ ...asked, kind: 'wallet' })
    const { items } = await moderator.furrow.moderation.queue()
    expect(items).toMatchObject([{ kind: 'wallet', id: address, owner: address, reports: 1, isThere: true }])
    const act = { kind: 'wallet', id: address, reason } as const
    await expect(moderator.furrow.moderation.act({ action: 'hide', ...act })).rejects.toMatchObject(
      refused(400, 'cannot be hidden'),
    )
    const freeze = () => moderator.furrow.moderation.act({ action: 'freeze', ...act })
    expect(await freeze()).toMatchObject({ reports: 1 })
    await expect(freeze()).rejects.toMatchObject(refused(400, 'frozen already'))
    expect((await moderator.furrow.moderation.queue()).items).toEqual([])
  })

  test('is one of so many in a day', async () => {
    const { user } = await startHarness({ env: { QUOTA_REPORTS_A_DAY: '1' } })
    const [giver, reporter] = [user(), user()]
    const [first, second] = [
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post(sampleQuest),
    ]
    const report = (id: string) => reporter.furrow.moderation.report({ kind: 'quest', id, reason: 'spam' })
    await report(first.id)
    await expect(report(second.id)).rejects.toMatchObject(refused(429, 'reported 1 things today'))
    // A repeated report costs nothing.
    await report(first.id)
  })

  test('of a letter is its recipient’s, who shows it with that; it is sealed at rest', async () => {
    const { one, giver, farmer, stranger, moderator, platform, id: questId } = await start()
    const { id } = await giver.furrow.mail.send({
      to: farmer.address,
      subject: 'CANARY',
      body: 'Pay or else.',
    })
    const asked = { kind: 'letter', id, reason: 'abuse', note: 'CANARY too' } as const
    await expect(farmer.furrow.moderation.report(asked)).rejects.toMatchObject(refused(400, 'disclose'))
    const shown = { ...asked, disclose: true }
    await expect(stranger.furrow.moderation.report(shown)).rejects.toMatchObject(refused(404))
    await expect(giver.furrow.moderation.report(shown)).rejects.toMatchObject(refused(400, 'your own'))
    await farmer.furrow.quests.accept(questId)
    const [official] = (await giver.furrow.mail.list()).items
    await expect(giver.furrow.moderation.report({ ...shown, id: official?.id ?? '' })).rejects.toMatchObject(
      refused(400, 'service itself'),
    )
    await farmer.furrow.moderation.report(shown)
    expect(JSON.stringify(await readRows(one.context.db))).not.toContain('CANARY')
    const [row] = (await moderator.furrow.moderation.queue()).items
    expect(row).toMatchObject({ kind: 'letter', id, owner: giver.account.address, title: 'Letter' })
    expect(row?.text).toBe('CANARY\n\nPay or else.')
    expect(row?.reporters[0]).toMatchObject({ note: 'CANARY too' })
    const hide = { action: 'hide', kind: 'letter', id, reason } as const
    await expect(moderator.furrow.moderation.act(hide)).rejects.toMatchObject(refused(400))
    await moderator.furrow.moderation.act({ ...hide, action: 'freeze' })
    await giver.furrow.signIn(signerOf(giver))
    expect((await giver.furrow.moderation.mine()).items.frozen).toMatchObject({ reason })
    expect((await platform.furrow.moderation.queue()).items).toEqual([])
  })

  test('that is dismissed tells of its reporter, and closes with all others of the thing', async () => {
    const { one, giver, stranger, farmer, moderator, id } = await start()
    for (let count = 0; count < 3; count++) {
      const quest = await giver.furrow.quests.post(sampleQuest)
      const asked = { kind: 'quest', id: quest.id, reason: 'spam' } as const
      for (const { furrow } of [stranger, farmer]) await furrow.moderation.report(asked)
      const act = { action: 'dismiss', kind: 'quest', id: quest.id, reason: 'Nothing is wrong.' } as const
      expect(await moderator.furrow.moderation.act(act)).toMatchObject({ reports: 2 })
      await expect(moderator.furrow.moderation.act(act)).rejects.toMatchObject(refused(400))
    }
    expect((await giver.furrow.moderation.mine()).items.actions).toEqual([])
    expect((await giver.furrow.mail.list()).items).toEqual([])
    await stranger.furrow.moderation.report({ kind: 'quest', id, reason: 'spam' })
    const [row] = (await moderator.furrow.moderation.queue()).items
    expect(row?.reporters).toMatchObject([{ upheld: 0, dismissed: 3, oftenDismissed: true }])
    // It stands behind the later one of somebody whose reports were not dismissed.
    const { id: later } = await giver.furrow.quests.post(sampleQuest)
    await one.user().furrow.moderation.report({ kind: 'quest', id: later, reason: 'spam' })
    expect((await moderator.furrow.moderation.queue()).items.map(({ id }) => id)).toEqual([later, id])
    await moderator.furrow.moderation.act({ action: 'dismiss', kind: 'quest', id: later, reason: 'Fine.' })
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    expect((await moderator.furrow.moderation.queue()).items).toEqual([])
    const rows = await giver.furrow.moderation.mine()
    expect(rows.items.actions).toMatchObject([{ action: 'hide', thing: id, reason, answer: null }])
  })
})

describe('a hidden quest', () => {
  test('is gone from all that strangers see, in every process, and comes back as it was', async () => {
    const { one, two, giver, stranger, moderator, id } = await start()
    const other = await giver.furrow.quests.post({ ...sampleQuest, title: 'Feed the geese' })
    await stranger.furrow.quests.comment({ questId: id, body: 'Which gate?' })
    const lists = [
      '/api/quests',
      '/api/quests?status=open',
      '/api/quests?sort=oldest',
      '/api/quests?sort=deadline',
      '/api/quests?sort=reward&token=USDC',
      '/api/quests?sort=relevance&q=gate',
      '/api/quests?q=gate',
      '/api/quests?skill=carpentry',
      `/api/quests?giver=${giver.address}`,
      `/api/quests?giver=${giver.address}&status=open&category=maintenance`,
      '/api/quests.atom',
      '/api/quests.ics',
    ]
    const singles = [
      `/api/quests?id=${id}`,
      `/api/quests/events?id=${id}`,
      `/api/quests/comments?id=${id}`,
      `/api/quests/revisions?id=${id}`,
    ]
    const readAll = (paths: readonly string[]) => Promise.all(paths.map(path => read(two, path)))
    const before = await readAll([...lists, ...singles])
    for (const [index, text] of before.slice(0, lists.length).entries())
      expect(text, lists[index]).toContain(id)
    expect((await fetch(new URL(`/og/quests/${id}.png`, two.baseUrl))).status).toBe(200)

    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    for (const [index, text] of (await readAll(lists)).entries()) expect(text, lists[index]).not.toContain(id)
    expect(await read(two, '/api/quests')).toContain(other.id)
    for (const path of singles) {
      const { status } = await two.send('GET', path.slice(4))
      expect(status, path).toBe(404)
      const asStranger = await two.send('GET', path.slice(4), { token: stranger.token })
      expect(asStranger.status, path).toBe(404)
    }
    expect((await fetch(new URL(`/og/quests/${id}.png`, two.baseUrl))).status).toBe(404)
    expect(await read(two, `/sitemap.xml`)).not.toContain(id)
    expect(await read(two, '/badge/farm/gate.svg')).toContain('0 open quests')
    await expect(stranger.furrow.quests.comment({ questId: id, body: 'Again?' })).rejects.toMatchObject(
      refused(404),
    )

    for (const { account, token } of [giver, moderator, one.user(one.platform)]) {
      const [seen] = (await two.send('GET', `/quests?id=${id}`, { token })).body
      expect(seen, account.address).toMatchObject({ id, hidden: { reason } })
    }
    const restored = await moderator.furrow.moderation.act({
      action: 'restore',
      kind: 'quest',
      id,
      reason: 'A mistake.',
    })
    expect(restored).toMatchObject({ action: 'restore', reports: 0 })
    expect(await readAll([...lists, ...singles])).toEqual(before)
  })

  test('shows its giver the reason of the last time that it was hidden', async () => {
    const { one, giver, moderator, id } = await start()
    for (const [action, why] of [
      ['hide', reason],
      ['restore', 'A mistake.'],
      ['hide', 'It names a neighbour.'],
    ] as const) {
      one.clock.advance(1_000)
      await moderator.furrow.moderation.act({ action, kind: 'quest', id, reason: why })
    }
    expect(await giver.furrow.quests.get(id)).toMatchObject({ hidden: { reason: 'It names a neighbour.' } })
  })

  test('takes nobody new, and the work under way is reviewed and paid as ever', async () => {
    const { one, giver, farmer, stranger, moderator, id } = await start()
    await farmer.furrow.quests.accept(id)
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    for (const { furrow } of [stranger, moderator])
      await expect(furrow.quests.accept(id)).rejects.toMatchObject(refused(400, 'nobody new'))
    await expect(
      giver.furrow.quests.invite({ questId: id, address: stranger.address }),
    ).rejects.toMatchObject(refused(400, 'nobody new'))
    await farmer.furrow.quests.submit(id, { note: 'Done.' })
    expect(await farmer.furrow.quests.get(id)).toMatchObject({ hidden: { reason } })
    const paid = await giver.furrow.quests.approve(id, farmer.address)
    expect(paid.farmers).toMatchObject([{ status: 'released' }])
    await giver.furrow.quests.cancel(id)
    await requireSound(one.context)
  })
})

describe('what else is hidden', () => {
  test('a comment keeps its place, and says nothing', async () => {
    const { two, giver, stranger, farmer, moderator, id: questId } = await start()
    const { id } = await stranger.furrow.quests.comment({ questId, body: 'CANARY' })
    expect(await read(two, `/api/quests/comments?id=${questId}`)).toContain('CANARY')
    await farmer.furrow.moderation.report({ kind: 'comment', id, reason: 'abuse' })
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'comment', id, reason })
    const { comments } = (await two.visitor.quests.comments(questId)).items
    expect(comments).toMatchObject([{ id, body: '', hidden: { at: expect.any(String) } }])
    const own = (await stranger.furrow.quests.comments(questId)).items.comments
    expect(own).toMatchObject([{ id, body: 'CANARY', hidden: { at: expect.any(String) } }])
    expect((await farmer.furrow.quests.comments(questId)).items.comments).toMatchObject([{ body: '' }])
    const change = { commentId: id, body: 'CANARY 2' }
    await expect(stranger.furrow.quests.changeComment(change)).rejects.toMatchObject(refused(400, 'hidden'))
    const answer = { questId, body: 'What?', replyTo: id }
    await expect(giver.furrow.quests.comment(answer)).rejects.toMatchObject(refused(400, 'hidden'))
    const { actions } = (await stranger.furrow.moderation.mine()).items
    expect(actions).toMatchObject([{ kind: 'comment', text: 'CANARY' }])
    await moderator.furrow.moderation.act({ action: 'restore', kind: 'comment', id, reason: 'It is a bird.' })
    expect(await read(two, `/api/quests/comments?id=${questId}`)).toContain('CANARY')
  })

  test('a profile is an address to others, and whole to its owner', async () => {
    const { one, two, stranger, farmer, moderator } = await start()
    const farmerProfile = { bio: 'CANARY', skills: ['geese'], guild: null }
    await farmer.furrow.profile.change({ farmerProfile, giverProfile: { organization: 'CANARY' } })
    const { address } = farmer
    const seen = [
      `/api/profile/?address=${address}`,
      `/api/profiles?address=${address}`,
      '/api/profiles?skill=geese',
      '/api/profiles',
    ]
    for (const path of seen) expect(await read(two, path), path).toMatch(/CANARY|geese|0x/)
    await stranger.furrow.moderation.report({ kind: 'profile', id: address, reason: 'scam' })
    const [row] = (await moderator.furrow.moderation.queue()).items
    expect(row).toMatchObject({ id: farmer.account.address, text: expect.stringContaining('CANARY') })
    const act = { kind: 'profile', id: address, reason } as const
    await moderator.furrow.moderation.act({ action: 'hide', ...act })
    for (const path of seen) expect(await read(two, path), path).not.toMatch(/CANARY|geese/)
    expect((await two.visitor.profiles.find()).items.map(({ address }) => address)).not.toContain(
      farmer.account.address,
    )
    const head = await fetch(new URL(`/profile/${farmer.account.address}`, two.baseUrl))
    expect(await head.text()).not.toContain('CANARY')
    const own = await two.send('GET', `/profile/?address=${address}`, { token: farmer.token })
    expect(own.body).toMatchObject({ farmerProfile, hidden: { reason } })
    // Changing it meanwhile does not lift anything.
    const changed = await farmer.furrow.profile.change({ farmerProfile: { bio: 'Sorry.' } })
    expect(changed).toMatchObject({ farmerProfile: { bio: 'Sorry.', skills: ['geese'] }, hidden: { reason } })
    await moderator.furrow.moderation.act({ action: 'restore', ...act })
    expect(await one.visitor.profile.get(address)).toMatchObject({ farmerProfile: { bio: 'Sorry.' } })
  })

  test('a proposal is not among the others, nor are its votes', async () => {
    const { one, two, stranger, moderator } = await start()
    const { id } = await stranger.furrow.communityDao.propose({
      title: 'CANARY',
      description: 'Send me all of it.',
      category: 'treasury',
      endsAt: new Date(one.clock.now() + day).toISOString(),
    })
    const votes = ['proposals?id', 'votes?proposal', 'votes/export?proposal', 'votes/own?proposal']
    const statuses = () =>
      Promise.all(
        votes.map(async path => {
          const headers = { authorization: `Bearer ${stranger.token}` }
          const { status } = await fetch(`${two.baseUrl}/community-dao/${path}=${id}`, { headers })
          return status
        }),
      )
    expect(await read(two, '/api/community-dao')).toContain('CANARY')
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'proposal', id, reason })
    expect(await read(two, '/api/community-dao')).not.toContain('CANARY')
    expect(await statuses()).toEqual([404, 404, 404, 404])
    await moderator.furrow.moderation.act({ action: 'restore', kind: 'proposal', id, reason })
    expect(await read(two, '/api/community-dao')).toContain('CANARY')
  })
})

describe('a hidden file', () => {
  const statusOf = async ({ baseUrl }: Harness, path: string, headers: Record<string, string> = {}) =>
    (await fetch(new URL(path, baseUrl), { headers })).status
  const as = ({ token }: User) => ({ authorization: `Bearer ${token}` })

  test('is gone at once in every process, also as a picture, and comes back; its bytes are kept', async () => {
    const { one, two, giver, farmer, stranger, moderator } = await start(await createFilesFolder())
    const file = await giver.furrow.files.upload(blob(png))
    await giver.furrow.profile.change({ profilePhoto: file.url })
    const face = `/api/pictures/profile/${giver.account.address}`
    const seen = await fetch(new URL(file.url, two.baseUrl))
    expect(seen.headers.get('cache-control')).toBe('public, no-cache')
    const etag = { 'if-none-match': seen.headers.get('etag') ?? '' }
    expect(await statusOf(two, file.url, etag)).toBe(304)
    const shown = await fetch(new URL(face, two.baseUrl))
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    const faceTag = { 'if-none-match': shown.headers.get('etag') ?? '' }

    const name = file.url.split('/').at(-1) ?? ''
    const asked = { kind: 'file', id: name, reason: 'illegal' } as const
    expect(await stranger.furrow.moderation.report(asked)).toMatchObject({ id: file.id })
    expect(await statusOf(two, file.url)).toBe(200)
    await expect(giver.furrow.moderation.report(asked)).rejects.toMatchObject(refused(400, 'your own'))
    await expect(stranger.furrow.moderation.report({ ...asked, id: 'file-1' })).rejects.toMatchObject(
      refused(404),
    )
    const [row] = (await moderator.furrow.moderation.queue()).items
    expect(row).toMatchObject({ kind: 'file', id: file.id, title: name, owner: giver.account.address })
    const act = { kind: 'file', id: file.id, reason } as const
    await moderator.furrow.moderation.act({ action: 'hide', ...act })
    for (const harness of [one, two]) {
      expect(await statusOf(harness, file.url)).toBe(404)
      expect(await statusOf(harness, file.url, etag)).toBe(404)
      expect(await statusOf(harness, file.url, as(stranger))).toBe(404)
      expect(await statusOf(harness, face)).toBe(404)
      expect(await statusOf(harness, face, faceTag)).toBe(404)
    }
    await expect(farmer.furrow.moderation.report(asked)).rejects.toMatchObject(refused(400, 'hidden'))
    // Its judges and its owner see the hidden file; it must not be cached on the way.
    for (const reader of [giver, moderator]) {
      const { status, headers } = await fetch(new URL(file.url, two.baseUrl), { headers: as(reader) })
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    }
    expect((await giver.furrow.files.list()).items).toMatchObject([{ id: file.id, hidden: { reason } }])
    expect(await giver.furrow.files.upload(blob(png))).toMatchObject({ id: file.id, hidden: { reason } })
    await expect(giver.furrow.files.delete(file.id)).rejects.toMatchObject(refused(400, 'kept for the log'))
    const [mine] = (await giver.furrow.moderation.mine()).items.actions
    expect(mine).toMatchObject({ action: 'hide', kind: 'file', thing: file.id, title: name, reason })

    await moderator.furrow.moderation.act({ action: 'restore', ...act })
    for (const path of [file.url, face]) expect(await statusOf(two, path)).toBe(200)
    await giver.furrow.files.delete(file.id)
    await requireSound(one.context)
  })

  test('that is evidence is shown to moderators by who reports it, and to no stranger', async () => {
    const { two, giver, farmer, stranger, moderator, id: questId } = await start(await createFilesFolder())
    await farmer.furrow.quests.accept(questId)
    const about = { use: 'evidence', questId, farmer: farmer.address } as const
    const file = await farmer.furrow.files.upload(blob(text, 'text/plain'), about)
    const asked = { kind: 'file', id: file.id, reason: 'abuse', disclose: true } as const
    await expect(stranger.furrow.moderation.report(asked)).rejects.toMatchObject(refused(404))
    expect(await statusOf(two, file.url, as(moderator))).toBe(404)
    await expect(giver.furrow.moderation.report({ ...asked, disclose: false })).rejects.toMatchObject(
      refused(400, 'disclose'),
    )
    await giver.furrow.moderation.report(asked)
    expect(await statusOf(two, file.url, as(moderator))).toBe(200)
    await moderator.furrow.moderation.act({ action: 'hide', kind: 'file', id: file.id, reason })
    for (const [reader, status] of [
      [giver, 404],
      [stranger, 404],
      [farmer, 200],
      [moderator, 200],
    ] as const)
      expect(await statusOf(two, file.url, as(reader))).toBe(status)
  })
})

describe('a frozen wallet', () => {
  test('of a moderator sees no reports, and moderates nothing', async () => {
    const { moderator, platform } = await start()
    await platform.furrow.moderation.act({ action: 'freeze', kind: 'wallet', id: moderator.address, reason })
    await moderator.furrow.signIn(signerOf(moderator))
    await expect(moderator.furrow.moderation.queue()).rejects.toMatchObject({ code: 'moderators-only' })
  })

  test('begins nothing in any process, and is told why; what is under way it ends, and has its money', async () => {
    const { two, giver, farmer, stranger, moderator, platform, id } = await start()
    await farmer.furrow.quests.accept(id)
    const second = await giver.furrow.quests.post(sampleQuest)
    const mine = await farmer.furrow.quests.post(sampleQuest)
    const frozen: User = two.user(farmer)
    const { id: commentId } = await frozen.furrow.quests.comment({ questId: id, body: 'On it.' })
    await moderator.furrow.moderation.act({ action: 'freeze', kind: 'wallet', id: farmer.address, reason })
    await frozen.furrow.signIn(signerOf(farmer))
    const { quests, mail, communityDao, moderation } = frozen.furrow
    const to = stranger.address
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => quests.post(sampleQuest),
      () => quests.accept(second.id),
      () => quests.comment({ questId: id, body: 'More.' }),
      () => quests.changeComment({ commentId, body: 'Else.' }),
      () => quests.edit(mine.id, { title: 'Other' }, mine.updatedAt),
      () => quests.invite({ questId: mine.id, address: to }),
      () => quests.admit(mine.id, to),
      () => frozen.furrow.profile.change({ farmerProfile: { bio: 'CANARY' } }),
      () => frozen.furrow.files.upload(blob(png)),
      () => frozen.furrow.notifications.add({ kind: 'webhook', url: 'https://example.org/hook' }),
      () => mail.send({ to, subject: 'x', body: 'x' }),
      () => communityDao.propose({ title: 'x', description: 'x', category: 'x' }),
      () => moderation.report({ kind: 'quest', id: second.id, reason: 'spam' }),
      () => frozen.furrow.keys.make(signerOf(farmer), { name: 'bot', scopes: ['give'], days: 1 }),
    ]
    for (const attempt of attempts)
      await expect(attempt(), String(attempt)).rejects.toMatchObject(
        refused(403, `${reason}” You may finish`),
      )
    // Nobody can bring them in either.
    const invited = giver.furrow.quests.invite({ questId: second.id, address: farmer.address })
    await expect(invited).rejects.toMatchObject(refused(403, 'frozen'))

    await quests.submit(id, { note: 'Done.' })
    await giver.furrow.quests.approve(id, farmer.address)
    const reviewed = quests.review(id, giver.address, 1)
    await expect(reviewed).rejects.toMatchObject(refused(403, reason))
    await quests.cancel(mine.id)
    expect(
      (await frozen.furrow.profile.get(farmer.address, { init: true })).farmerProfile.questsCompleted,
    ).toBe(1)
    const { frozen: why } = (await moderation.mine()).items
    await expect(
      stranger.furrow.moderation.answer({ id: why?.id ?? '', note: 'It was them.' }),
    ).rejects.toMatchObject(refused(404))
    await moderation.answer({ id: why?.id ?? '', note: 'It was not me.' })
    const again = moderation.answer({ id: why?.id ?? '', note: 'Really.' })
    await expect(again).rejects.toMatchObject(refused(400, 'already'))
    const [entry] = (await platform.furrow.moderation.log()).items
    expect(entry).toMatchObject({ action: 'freeze', reason, answer: { note: 'It was not me.' } })
    const [letter] = (await mail.list()).items.filter(({ type }) => type === 'platform-update')
    expect(letter).toMatchObject({ official: true, body: expect.stringContaining(reason) })

    await moderator.furrow.moderation.act({ action: 'unfreeze', kind: 'wallet', id: farmer.address, reason })
    await quests.accept(second.id)
  })

  test('may leave, and is frozen still when it comes back; nothing else of it is left', async () => {
    const { one, farmer, stranger, moderator, id } = await start()
    const { id: commentId } = await farmer.furrow.quests.comment({ questId: id, body: 'CANARY' })
    await stranger.furrow.moderation.report({ kind: 'comment', id: commentId, reason: 'abuse' })
    const words = { title: 'CANARY', description: 'x', category: 'x' }
    const proposal = await farmer.furrow.communityDao.propose(words)
    await stranger.furrow.moderation.report({ kind: 'proposal', id: proposal.id, reason: 'spam' })
    await farmer.furrow.moderation.report({ kind: 'quest', id, reason: 'spam', note: 'CANARY' })
    await moderator.furrow.moderation.act({ action: 'freeze', kind: 'comment', id: commentId, reason })
    await farmer.furrow.signIn(signerOf(farmer))
    const [{ id: acted = '' } = {}] = (await farmer.furrow.moderation.mine()).items.actions
    await farmer.furrow.moderation.answer({ id: acted, note: 'CANARY' })
    await farmer.furrow.account.delete(signerOf(farmer))
    const {
      frozen_wallets,
      pseudonyms: _,
      quotas: __,
      audit_notes: ___,
      ...left
    } = await readRows(one.context.db)
    expect(frozen_wallets).toHaveLength(1)
    for (const table of ['reports', 'reported_things', 'moderation_log', 'moderation_answers', 'comments'])
      expect(String(left[table]), table).not.toMatch(new RegExp(`CANARY|${farmer.address}`))
    // Reports of deleted things can be closed.
    const queue = await moderator.furrow.moderation.queue()
    expect(queue.items.map(({ kind, isThere }) => [kind, isThere])).toEqual([
      ['proposal', false],
      ['quest', true],
    ])
    for (const { kind, id } of queue.items)
      await moderator.furrow.moderation.act({ action: 'dismiss', kind, id, reason: 'Gone.' })
    expect((await moderator.furrow.moderation.queue()).items).toEqual([])
    one.clock.advance(1_000)
    const back = await one.signIn(farmer)
    await expect(back.furrow.quests.accept(id)).rejects.toMatchObject(refused(403, reason))
    expect((await moderator.furrow.moderation.log()).items).toHaveLength(4)
  })
})

describe('moderators', () => {
  test('decide about nobody above them, about nothing of their own, and about no quest that they are in', async () => {
    const { one, giver, farmer, stranger, moderator, platform, id } = await start()
    const act = (by: User, kind: 'quest' | 'wallet', thing: string) =>
      by.furrow.moderation.act({ action: kind === 'quest' ? 'hide' : 'freeze', kind, id: thing, reason })
    await expect(act(stranger, 'quest', id)).rejects.toMatchObject(refused(403, 'Only the platform wallet'))
    await expect(platform.furrow.moderation.nameModerator(platform.address)).rejects.toMatchObject(
      refused(400),
    )
    await expect(moderator.furrow.moderation.nameModerator(farmer.address)).rejects.toMatchObject(
      refused(403),
    )
    for (const by of [moderator, platform])
      await expect(act(by, 'wallet', platform.address)).rejects.toMatchObject(refused(403))
    await expect(act(moderator, 'wallet', moderator.address)).rejects.toMatchObject(refused(403, 'your own'))
    const own = await moderator.furrow.quests.post(sampleQuest)
    await expect(act(moderator, 'quest', own.id)).rejects.toMatchObject(refused(403, 'your own'))
    await moderator.furrow.quests.accept(id)
    await stranger.furrow.moderation.report({ kind: 'quest', id, reason: 'spam' })
    await expect(act(moderator, 'quest', id)).rejects.toMatchObject(refused(403, 'You have a part'))
    const [row] = (await moderator.furrow.moderation.queue()).items
    expect(row?.refusal).toMatch('You have a part')
    const third = await giver.furrow.quests.post(sampleQuest)
    await moderator.furrow.moderation.report({ kind: 'quest', id: third.id, reason: 'spam' })
    await expect(act(moderator, 'quest', third.id)).rejects.toMatchObject(
      refused(403, 'reported this yourself'),
    )
    const other = one.user()
    await platform.furrow.moderation.nameModerator(other.address)
    await expect(act(other, 'wallet', moderator.address)).rejects.toMatchObject(
      refused(403, 'about a moderator'),
    )
    await act(other, 'quest', id)
    await expect(act(other, 'quest', id)).rejects.toMatchObject(refused(400, 'hidden already'))
    // A frozen moderator moderates nothing.
    await act(platform, 'wallet', other.address)
    await other.furrow.signIn(signerOf(other))
    await expect(act(other, 'quest', third.id)).rejects.toMatchObject(refused(403))
    await platform.furrow.moderation.removeModerator(moderator.address)
    await expect(moderator.furrow.moderation.log()).rejects.toMatchObject(refused(403))
    expect((await platform.furrow.moderation.moderators()).map(({ address }) => address)).toEqual([
      other.account.address,
    ])
  })

  test('are none any more when they come back after they left', async () => {
    const { one, moderator } = await start()
    await moderator.furrow.account.delete(signerOf(moderator))
    one.clock.advance(1_000)
    const back = await one.signIn(moderator)
    await expect(back.furrow.moderation.queue()).rejects.toMatchObject({ code: 'moderators-only' })
  })

  test('and the platform wallet decide nothing where it has a place, or which it gave', async () => {
    const { one, farmer, stranger, platform, id } = await start()
    const ours = await platform.furrow.quests.post(sampleQuest)
    const comments = await Promise.all(
      [id, ours.id].map(questId => stranger.furrow.quests.comment({ questId, body: 'Buy my hay.' })),
    )
    const [onTheirs, onOurs] = comments.map(({ id }) => id) as [string, string]
    const hide = (kind: 'quest' | 'comment', thing: string) =>
      platform.furrow.moderation.act({ action: 'hide', kind, id: thing, reason })
    await expect(hide('comment', onOurs)).rejects.toMatchObject(refused(403, 'You have a part'))
    await platform.furrow.quests.accept(id)
    await expect(hide('quest', id)).rejects.toMatchObject(refused(403, 'You have a part'))
    await expect(hide('comment', onTheirs)).rejects.toMatchObject(refused(403, 'You have a part'))
    expect(await one.visitor.quests.get(id)).not.toHaveProperty('hidden')
    // Where it has no part, it decides.
    const other = await farmer.furrow.quests.post(sampleQuest)
    await hide('quest', other.id)
    await expect(one.visitor.quests.get(other.id)).rejects.toMatchObject(refused(404))
  })

  test('leave a log that only grows, and lists that are read page by page', async () => {
    const { one, giver, stranger, moderator } = await start()
    for (let count = 0; count < 5; count++) {
      const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: `Gate ${count}` })
      await stranger.furrow.moderation.report({ kind: 'quest', id, reason: 'spam' })
      one.clock.advance(day / 24)
    }
    const titles: string[] = []
    for (let cursor: string | undefined; titles.length < 20; ) {
      const page = await moderator.furrow.moderation.queue({ limit: '2', ...(cursor && { cursor }) })
      titles.push(...page.items.map(({ title }) => title))
      if (page.cursor === null) break
      cursor = page.cursor
    }
    expect(titles).toEqual([0, 1, 2, 3, 4].map(count => `Gate ${count}`))
    for (const { id } of (await moderator.furrow.moderation.queue()).items)
      await moderator.furrow.moderation.act({ action: 'hide', kind: 'quest', id, reason })
    const first = await moderator.furrow.moderation.log({ limit: '4' })
    expect(first.items.map(({ title }) => title)).toEqual(['Gate 4', 'Gate 3', 'Gate 2', 'Gate 1'])
    const rest = await moderator.furrow.moderation.log({ limit: '4', cursor: first.cursor ?? '' })
    expect(rest.items.map(({ action }) => action)).toEqual(['hide', 'name-moderator'])
    const { db } = one.context
    await expect(db.updateTable('moderation_log').set({ reason: '' }).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(db.deleteFrom('moderation_log').execute()).rejects.toThrow('append-only')
  })
})
