import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

const disputeTime = 14 * day

/** Disputed work of one of two places. */
async function disputed({ user }: Harness, quest: Partial<typeof sampleQuest> = {}) {
  const [giver, farmer] = [user(), user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...quest })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'It closes.' })
  await giver.furrow.quests.dispute(id, farmer.address, 'It does not close.')
  return { giver, farmer, id }
}

const subjectsOf = async ({ furrow }: User) => (await furrow.mail.list()).items.map(({ subject }) => subject)

describe('a dispute', () => {
  test('shows why and since when, what happens if nobody decides, the answer, and the decision with its reason', async () => {
    const harness = await startHarness()
    const { clock, user, platform, visitor } = harness
    const { giver, farmer, id } = await disputed(harness)
    const workOf = async () => (await visitor.quests.get(id)).farmers[0]
    expect(await workOf()).toMatchObject({
      disputeReason: 'It does not close.',
      disputedAt: new Date(clock.now()).toISOString(),
      disputeEndsAt: new Date(clock.now() + disputeTime).toISOString(),
      disputeOtherwise: 'If nobody decides, the giver is refunded.',
      otherwise: { code: 'refund' },
      answer: null,
      decision: null,
    })
    await farmer.furrow.quests.answer(id, { note: 'It does.', url: 'https://example.org/film' })
    expect((await workOf())?.answer).toEqual({ note: 'It does.', url: 'https://example.org/film' })
    const again = farmer.furrow.quests.answer(id, { note: 'It really does.' })
    await expect(again).rejects.toMatchObject({ status: 400 })

    const judge = user(platform)
    await judge.furrow.quests.resolve(id, farmer.address, 'pay', { reason: 'The film shows it.' })
    expect(await workOf()).not.toHaveProperty('otherwise')
    expect(await workOf()).toMatchObject({
      status: 'released',
      disputeOtherwise: null,
      answer: { note: 'It does.' },
      decision: { outcome: 'pay', because: 'resolved', share: null, reason: 'The film shows it.' },
    })
    expect(await subjectsOf(judge)).toEqual(['Answered: Fix the gate', 'To be decided: Fix the gate'])
    expect(await subjectsOf(giver)).toContain('Answered: Fix the gate')
    for (const party of [giver, farmer]) {
      const letters = (await party.furrow.mail.list()).items
      expect(letters.find(({ subject }) => subject.startsWith('Released'))?.body).toContain(
        'The film shows it.',
      )
    }
    const { items } = await visitor.quests.events(id)
    expect(items.find(({ kind }) => kind === 'answered')?.details.note).toBe('It does.')
    expect(items.at(-2)?.details.reason ?? items.at(-1)?.details.reason).toBe('The film shows it.')
    await requireSound(harness.context)
  })

  test('is decided by old clients without a reason', async () => {
    const harness = await startHarness()
    const { farmer, id } = await disputed(harness)
    const body = { questId: id, action: 'resolve', farmer: farmer.address, outcome: 'refund' }
    const { status, body: quest } = await harness.send('PATCH', '/quests', {
      token: harness.user(harness.platform).token,
      body,
    })
    expect(status).toBe(200)
    expect(quest.farmers[0].decision).toEqual({
      outcome: 'refund',
      because: 'resolved',
      share: null,
      reason: null,
    })
  })

  test('takes evidence of both sides, which the two and the arbiter can read and nobody else; so many pieces of each', async () => {
    const harness = await startHarness()
    const { user, visitor, platform } = harness
    const { giver, farmer, id } = await disputed(harness)
    const [judge, stranger] = [user(platform), user()]
    await farmer.furrow.quests.addEvidence(id, {
      note: 'A film, for you alone.',
      url: 'https://example.org/f',
    })
    await giver.furrow.quests.addEvidence(id, { farmer: farmer.address, note: 'A picture.' })
    for (const one of [giver, farmer, judge])
      expect(await one.furrow.quests.evidence(id, farmer.address)).toMatchObject([
        {
          number: 1,
          role: 'farmer',
          by: farmer.account.address,
          note: 'A film, for you alone.',
          url: 'https://example.org/f',
        },
        { number: 2, role: 'giver', by: giver.account.address, note: 'A picture.', url: '' },
      ])
    await expect(stranger.furrow.quests.evidence(id, farmer.address)).rejects.toMatchObject({ status: 404 })
    await expect(visitor.quests.evidence(id, farmer.address)).rejects.toMatchObject({ status: 401 })
    const added = stranger.furrow.quests.addEvidence(id, { farmer: farmer.address, note: 'I saw it.' })
    await expect(added).rejects.toMatchObject({ status: 403 })
    const seen = JSON.stringify([await visitor.quests.get(id), await visitor.quests.events(id)])
    expect(seen).toContain('evidence-added')
    expect(seen).not.toContain('for you alone')
    expect((await subjectsOf(giver)).filter(subject => subject.startsWith('Evidence'))).toHaveLength(1)

    for (let piece = 2; piece <= 10; piece++) await farmer.furrow.quests.addEvidence(id, { note: 'More.' })
    const more = farmer.furrow.quests.addEvidence(id, { note: 'More.' })
    await expect(more).rejects.toMatchObject({ status: 400, message: expect.stringContaining('the most') })
    await judge.furrow.quests.resolve(id, farmer.address, 'refund')
    const late = giver.furrow.quests.addEvidence(id, { farmer: farmer.address, note: 'Late.' })
    await expect(late).rejects.toMatchObject({ status: 400 })
    expect(await farmer.furrow.quests.evidence(id, farmer.address)).toHaveLength(11)
    await requireSound(harness.context)
  })

  test('that its farmer concedes is refunded at once, and lost by nobody', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await disputed(harness)
    await expect(giver.furrow.quests.concede(id)).rejects.toMatchObject({ status: 400 })
    const { farmers, funding } = await farmer.furrow.quests.concede(id)
    expect(farmers[0]).toMatchObject({
      status: 'refunded',
      decision: { outcome: 'refund', because: 'conceded' },
    })
    expect(funding).toMatchObject({ released: '0', refunded: '100' })
    const [counts] = await harness.context.db
      .selectFrom('address_counts')
      .selectAll()
      .where('address', '=', farmer.account.address.toLowerCase() as never)
      .execute()
    expect(counts?.lost_as_farmer).toBe(0)
    await requireSound(harness.context)
  })
})

describe('a split', () => {
  test('pays the farmer their part, gives the giver the rest, and is lost by neither', async () => {
    const harness = await startHarness()
    const { user, platform, visitor } = harness
    const odd = { reward: '33.333333 USDC', rewardAmount: 33.333333 }
    const { giver, farmer, id } = await disputed(harness, { ...odd, maxFarmers: 2 })
    const judge = user(platform)
    const quest = await judge.furrow.quests.resolve(id, farmer.address, 'split', {
      share: 0.3333,
      reason: 'A third was there.',
    })
    expect(quest.farmers[0]).toMatchObject({
      status: 'released',
      paid: '11.109999',
      decision: { outcome: 'split', because: 'split', share: 0.3333, reason: 'A third was there.' },
    })
    expect(quest.funding).toMatchObject({
      amount: '66.666666',
      released: '11.109999',
      refunded: '22.223334',
    })
    const { farmerProfile } = await visitor.profile.get(farmer.address, { init: true })
    expect(farmerProfile.earned).toEqual([{ token: 'USDC', amount: '11.109999' }])
    // A third of the points of a first release.
    expect(farmerProfile.score).toBeCloseTo(33.33)
    const { giverProfile } = await visitor.profile.get(giver.address, { init: true })
    expect(giverProfile).toMatchObject({ disputesLost: 0, paid: [{ token: 'USDC', amount: '11.109999' }] })
    const { items } = await visitor.quests.events(id)
    expect(items.find(({ kind }) => kind === 'released')?.details).toMatchObject({
      because: 'split',
      paid: '11.109999',
      refunded: '22.223334',
      share: 0.3333,
      reason: 'A third was there.',
    })
    await user(giver).furrow.quests.complete(id)
    expect((await visitor.quests.get(id)).funding).toMatchObject({
      released: '11.109999',
      refunded: '55.556667',
    })
    await requireSound(harness.context)
  })

  test('is refused without a share of at most four decimals from 0 to 1, and a share without a split', async () => {
    const harness = await startHarness()
    const { farmer, id } = await disputed(harness)
    const { token } = harness.user(harness.platform)
    for (const asked of [
      { outcome: 'split' },
      { outcome: 'split', share: 0.33333 },
      { outcome: 'split', share: 1.1 },
      { outcome: 'split', share: -0.1 },
      { outcome: 'split', share: '0.5' },
      { outcome: 'split', share: null },
      { outcome: 'pay', share: 0.5 },
      { outcome: 'half' },
    ]) {
      const body = { questId: id, action: 'resolve', farmer: farmer.address, ...asked }
      const answer = await harness.send('PATCH', '/quests', { token, body })
      expect({ asked, status: answer.status, error: typeof answer.body.error }).toEqual({
        asked,
        status: 400,
        error: 'string',
      })
    }
  })

  test('that ten ask for at once is made once', async () => {
    const harness = await startHarness()
    const { farmer, id } = await disputed(harness)
    const judge = harness.user(harness.platform)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        judge.furrow.quests.resolve(id, farmer.address, 'split', { share: (index + 1) / 100 }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await requireSound(harness.context)
  })
})

describe('GET /quests/disputes', () => {
  test('has all that are open for the arbiter, the earliest end first and page by page; and for others their own', async () => {
    const harness = await startHarness()
    const { clock, user, visitor, platform } = harness
    const first = await disputed(harness)
    clock.advance(1_000)
    const more = await Promise.all(Array.from({ length: 4 }, () => disputed(harness)))
    const [second] = more
    if (second === undefined) throw new Error('there are four')
    await first.farmer.furrow.quests.answer(first.id, { note: 'It does.' })

    const seen: string[] = []
    let cursor: string | null = ''
    const judge = user(platform)
    while (cursor !== null) {
      const page = await judge.furrow.quests.disputes({ limit: '2', ...(cursor !== '' && { cursor }) })
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items.map(({ questId }) => questId))
      cursor = page.cursor
    }
    expect(seen[0]).toBe(first.id)
    expect(seen.toSorted()).toEqual([first, ...more].map(({ id }) => id).toSorted())
    for (const party of [first.giver, first.farmer]) {
      const { items, cursor } = await party.furrow.quests.disputes()
      expect(cursor).toBeNull()
      expect(items).toEqual([
        {
          questId: first.id,
          title: 'Fix the gate',
          giver: first.giver.account.address,
          farmer: first.farmer.account.address,
          rail: 'ledger',
          amount: '100',
          token: 'USDC',
          disputedBy: 'giver',
          disputeReason: 'It does not close.',
          disputedAt: new Date(clock.now() - 1_000).toISOString(),
          disputeEndsAt: new Date(clock.now() - 1_000 + disputeTime).toISOString(),
          disputeOtherwise: 'If nobody decides, the giver is refunded.',
          otherwise: { code: 'refund' },
          answer: { note: 'It does.', url: '' },
          evidence: { giver: 0, farmer: 0 },
        },
      ])
    }
    expect((await user().furrow.quests.disputes()).items).toEqual([])
    await expect(visitor.quests.disputes()).rejects.toMatchObject({ status: 401 })
    await expect(judge.furrow.quests.disputes({ cursor: 'x' })).rejects.toMatchObject({ status: 400 })
    await judge.furrow.quests.resolve(first.id, first.farmer.address, 'refund')
    expect((await first.giver.furrow.quests.disputes()).items).toEqual([])
  })
})
