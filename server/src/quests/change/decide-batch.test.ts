import { describe, expect, test } from 'vitest'
import { type Harness, postgresUrl, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { type Statement, watchDatabase } from '../../../test/statements.ts'
import { postQuest } from '../board/post.ts'
import { change } from './change.ts'

const commits = (statements: readonly Statement[]) => statements.filter(({ sql }) => sql === 'commit').length

async function post({ furrow }: User, count: number, draft: object = {}): Promise<string[]> {
  const posted = Array.from({ length: count }, () => furrow.quests.post({ ...sampleQuest, ...draft }))
  return (await Promise.all(posted)).map(({ id }) => id)
}

/** 32 quests, of which a farmer can accept 26. */
async function startQuests({ user }: Harness) {
  const [giver, farmer] = [user(), user()]
  const [free, own, full, closed] = [
    await post(giver, 26),
    await post(farmer, 2),
    await post(giver, 2),
    await post(giver, 1),
  ]
  for (const id of full) await user().furrow.quests.accept(id)
  for (const id of closed) await giver.furrow.quests.cancel(id)
  const refused = { own, full, closed, unknown: ['quest-0000000000001-00'] }
  return { giver, farmer, free, refused, all: [...free, ...Object.values(refused).flat()] }
}

describe('what is asked at the same time of many quests', () => {
  test('goes in one commit, and each is answered for itself', async () => {
    const harness = await startHarness()
    const { context, visitor } = harness
    const { giver, farmer, free, refused, all } = await startQuests(harness)
    const { statements } = watchDatabase()
    const outcomes = await Promise.allSettled(
      all.map(id => change(context, id, { kind: 'accept', by: farmer.address })),
    )
    expect(commits(statements)).toBe(1)
    const answers = new Map(all.map((id, index) => [id, outcomes[index]]))
    for (const id of free) expect(answers.get(id)).toMatchObject({ value: { id, taken: 1, accepted: 1 } })
    const reasons = { own: 403, full: 400, closed: 400, unknown: 404 }
    for (const [why, ids] of Object.entries(refused))
      for (const id of ids)
        expect(answers.get(id), why).toMatchObject({
          reason: { statusCode: reasons[why as keyof typeof reasons] },
        })
    const taken = (await visitor.quests.list({ farmer: farmer.address })).items.map(({ id }) => id)
    expect(taken.toSorted()).toEqual(free.toSorted())
    // Those of the quests that others had filled before are among them.
    expect((await giver.furrow.mail.list()).items).toHaveLength(free.length + refused.full.length)
    await requireSound(context)
  })

  test('gives a farmer no more places than their finished work allows', async () => {
    const { context, user } = await startHarness({
      env: { PLACES_LADDER: '0:2', CODEHOST_URL: 'http://127.0.0.1:9', CODEHOST_KIND: 'gitea' },
    })
    const farmer = user()
    const outcomes = await Promise.allSettled(
      (await post(user(), 5)).map(id => change(context, id, { kind: 'accept', by: farmer.address })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('counts each place of a farmer once, whoever else takes one of the same quest', async () => {
    const { context, user } = await startHarness({ env: { QUOTA_PLACES: '2' } })
    const [giver, farmer, other] = [user(), user(), user()]
    const [one = '', another = ''] = await post(giver, 2, { maxFarmers: 2 })
    const { statements } = watchDatabase()
    const accepts = [
      [one, farmer],
      [one, other],
      [another, farmer],
    ] as const
    await Promise.all(accepts.map(([id, { address: by }]) => change(context, id, { kind: 'accept', by })))
    expect(commits(statements)).toBe(1)
    await requireSound(context)
  })

  test('is answered the same over HTTP, in far fewer commits than there are requests', async () => {
    const harness = await startHarness()
    const { farmer, free, refused, all } = await startQuests(harness)
    const { statements } = watchDatabase()
    const outcomes = await Promise.allSettled(all.map(id => farmer.furrow.quests.accept(id)))
    expect(commits(statements)).toBeLessThan(all.length / 2)
    const statusOf = (id: string) => {
      const outcome = outcomes[all.indexOf(id)]
      return outcome?.status === 'rejected' ? outcome.reason.status : 200
    }
    expect(new Set(free.map(statusOf))).toEqual(new Set([200]))
    expect(refused.own.map(statusOf)).toEqual([403, 403])
    expect([...refused.full, ...refused.closed].map(statusOf)).toEqual([400, 400, 400])
    expect(refused.unknown.map(statusOf)).toEqual([404])
    await requireSound(harness.context)
  })

  test('goes in several commits where it is more than one may hold', async () => {
    const { context, user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const ids = await post(giver, 80)
    const { statements } = watchDatabase()
    await Promise.all(ids.map(id => change(context, id, { kind: 'accept', by: farmer.address })))
    expect(commits(statements)).toBe(Math.ceil(80 / 32))
  })

  test('is decided in turn: of many who want the last places of a quest, as many get one', async () => {
    const { context, user } = await startHarness()
    const [id = ''] = await post(user(), 1, { maxFarmers: 7 })
    const { statements } = watchDatabase()
    const accepts = Array.from({ length: 30 }, () =>
      change(context, id, { kind: 'accept', by: user().address }),
    )
    const outcomes = await Promise.allSettled(accepts)
    expect(commits(statements)).toBe(1)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    await requireSound(context)
  })
})

describe('quests that are posted at the same time', () => {
  test('are written together, and each is answered for itself', async () => {
    const { context, user, visitor } = await startHarness()
    const givers = Array.from({ length: 4 }, () => user())
    const { statements } = watchDatabase()
    const posted = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        postQuest(context, (givers[index % 4] as User).address, { ...sampleQuest, title: `Gate ${index}` }),
      ),
    )
    // PostgreSQL has them in one statement, which is its own commit; SQLite a row at a time, in one transaction.
    const inserts = statements.filter(({ sql }) => /insert into "quests"/.test(sql))
    expect(postgresUrl ? inserts.length : commits(statements)).toBe(1)
    expect(posted.map(({ title }) => title)).toEqual(posted.map((_, index) => `Gate ${index}`))
    for (const quest of posted) expect(await visitor.quests.get(quest.id)).toEqual(quest)
    await requireSound(context)
  })
})
