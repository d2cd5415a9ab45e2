import { createFurrow, type NewQuest } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { engine, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { freezeBeforeCommit } from '../../../test/hold.ts'
import { problemWith } from '../../../test/problem-with.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import { day } from '../../ground/clock.ts'
import { changeWithin } from '../change/change.ts'

const post = (giver: User, requires: NewQuest['requires'], maxFarmers = 1) =>
  giver.furrow.quests.post({ ...sampleQuest, maxFarmers, ...(requires && { requires }) })

async function finish(giver: User, { furrow, address }: User): Promise<void> {
  const { id } = await post(giver, undefined)
  await furrow.quests.accept(id)
  await furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, address)
}

describe('the conditions of a quest', () => {
  test('are shown, change until somebody has a place, and tell what was asked before', async () => {
    const { user, visitor } = await startHarness()
    const giver = user()
    const asked = { maxHeldHere: 2, agents: 'disclosed', newcomers: 1, members: true } as const
    const { id, requires, updatedAt } = await post(giver, asked, 3)
    expect(requires).toEqual({ verifiedCodehost: false, minCompleted: 0, ...asked })
    const edited = await giver.furrow.quests.edit(id, { requires: { members: false } }, updatedAt)
    expect(edited.requires).toEqual({
      ...{ verifiedCodehost: false, minCompleted: 0, maxHeldHere: 2, agents: 'disclosed', newcomers: 1 },
    })
    const [revision] = (await visitor.quests.revisions(id)).items
    expect(revision).toMatchObject({
      before: { requires: { members: true, newcomers: 1 } },
      after: { requires: { members: false, newcomers: 1 } },
    })
    await user().furrow.quests.accept(id)
    const { updatedAt: now } = await visitor.quests.get(id)
    await expect(giver.furrow.quests.edit(id, { requires: { newcomers: 0 } }, now)).rejects.toMatchObject({
      code: 'terms-worsened',
    })
  })

  test('that nobody could meet, or that are none, are refused', async () => {
    const { user } = await startHarness()
    const giver = user()
    await expect(post(giver, { accountAgeDays: 3 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('accountAgeDays'),
    })
    for (const requires of [{ agents: 'some' }, { newcomers: -1 }, { maxHeldHere: 1.5 }, { members: 'yes' }])
      await expect(post(giver, requires as NewQuest['requires'])).rejects.toMatchObject({ status: 400 })
  })

  test('ask for the age of an account that the host told when it was proved', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const [giver, alice] = [harness.user(), harness.user()]
    const { id } = await post(giver, { accountAgeDays: 30 })
    const made = (at: number | null) => {
      github.change = (path, body) => {
        if (path === '/user') body.created_at = at === null ? null : new Date(at).toISOString()
      }
    }
    made(null)
    await alice.furrow.profile.change({ codehostToken: people.alice })
    await expect(alice.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'account-age-unknown' })
    made(harness.clock.now() - 29 * day)
    await alice.furrow.profile.change({ codehostToken: people.alice })
    await expect(alice.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'account-too-new' })
    harness.clock.advance(day)
    await harness.user(alice).furrow.quests.accept(id)
  })

  test('do not take the age of one account for that of another', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const [giver, alice] = [harness.user(), harness.user()]
    const { id } = await post(giver, { accountAgeDays: 1 })
    github.change = (path, body) => {
      if (path === '/user') body.created_at = '2020-01-01T00:00:00Z'
    }
    await alice.furrow.profile.change({ codehostToken: people.alice })
    // The version before links another account, and knows no age.
    await harness.context.db
      .updateTable('profiles')
      .set({ codehost_id: '999' })
      .where('address', '=', alice.address)
      .execute()
    const { reasons } = await alice.furrow.quests.eligibility(id)
    expect(reasons.map(({ code }) => code)).toEqual(['account-age-unknown'])
  })

  test('bound the places that a farmer has of one giver, also at once on two services', async () => {
    const services = await startTwins()
    const [one] = services
    const [giver, farmer] = [one.user(), one.user()]
    const ids: string[] = []
    while (ids.length < 12) ids.push((await post(giver, { maxHeldHere: 2 })).id)
    const users = services.map(({ user }) => user(farmer))
    const settled = await Promise.allSettled(
      ids.map((id, index) => (users[index % 2] as User).furrow.quests.accept(id)),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'holds-too-many-here' })
    // Another giver asks for nothing of it.
    await farmer.furrow.quests.accept((await post(one.user(), undefined)).id)
    await requireSound(one.context)
  })

  if (engine === 'postgres')
    test('count the places that another process is just giving the farmer', async () => {
      const [one, other] = await startTwins()
      const [giver, farmer] = [one.user(), one.user()]
      const ids: string[] = []
      while (ids.length < 3) ids.push((await post(giver, { maxHeldHere: 2 })).id)
      const [last = '', ...first] = ids
      const command = { kind: 'accept', by: farmer.address } as const
      const giving = await freezeBeforeCommit(one.context, trx =>
        changeWithin(
          trx,
          one.context,
          first.map(questId => ({ questId, command })),
        ),
      )
      const third = problemWith(other.user(farmer).furrow.quests.accept(last))
      await expect.poll(giving.countWaiting, { timeout: 10_000 }).toBe(1)
      await giving.commit()
      expect(await third).toMatch(/^400 /)
      await requireSound(one.context)
    })

  test('keep places for newcomers, who alone get the last ones', async () => {
    const harness = await startHarness()
    const [giver, old, elder, fresh] = [harness.user(), harness.user(), harness.user(), harness.user()]
    for (const farmer of [old, elder]) await finish(giver, farmer)
    const { id } = await post(giver, { newcomers: 1 }, 2)
    await old.furrow.quests.accept(id)
    const { reasons } = await elder.furrow.quests.eligibility(id)
    expect(reasons.map(({ code }) => code)).toEqual(['kept-for-newcomers'])
    await expect(elder.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'kept-for-newcomers' })
    await fresh.furrow.quests.accept(id)
    // Given back, it is kept again; and the other one is for anybody, as long as a newcomer has one.
    await fresh.furrow.quests.withdraw(id)
    await expect(elder.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'kept-for-newcomers' })
    await fresh.furrow.quests.accept(id)
    await old.furrow.quests.withdraw(id)
    await elder.furrow.quests.accept(id)
    await requireSound(harness.context)
  })

  test('ask for members of the DAO', async () => {
    const { user, genesis } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await post(giver, { members: true })
    await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'members-only' })
    await user(genesis).furrow.quests.accept(id)
  })

  test('ask for people, or for agents, who are marked', async () => {
    const { baseUrl, user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { account } = farmer
    const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
    const terms = { name: 'bot', scopes: ['read', 'take'], days: 7, agent: true } as const
    const { key } = await farmer.furrow.keys.make({ account, signMessage }, terms)
    const agent = createFurrow({ baseUrl, token: key, retry: { attempts: 1 } })
    const [people, agents] = [await post(giver, { agents: 'none' }), await post(giver, { agents: 'only' })]
    await expect(agent.quests.accept(people.id)).rejects.toMatchObject({ code: 'agents-refused' })
    expect((await agent.quests.eligibility(people.id)).reasons).toMatchObject([{ code: 'agents-refused' }])
    await expect(farmer.furrow.quests.accept(agents.id)).rejects.toMatchObject({ code: 'agents-only' })
    await farmer.furrow.quests.accept(people.id)
    await agent.quests.accept(agents.id)
    expect((await visitor.quests.get(agents.id)).farmers).toMatchObject([{ agent: true }])
    const [person] = (await visitor.quests.get(people.id)).farmers
    expect(person?.agent).toBeUndefined()
  })
})
