import type { TypedQuest } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { startTwins } from '../../../test/twins.ts'
import { postQuest } from './post.ts'

describe('drafts of quests', () => {
  test('are kept as they are typed, for their owner alone', async () => {
    const { user, send, context } = await startHarness()
    const [giver, other] = [user(), user()]
    const typed = { title: '', description: 'Half a', rewardAmount: -1, deadline: 'soon' }
    const { body } = await send('POST', '/quests/drafts', {
      token: giver.token,
      body: { quest: { ...typed, giver: 'nobody', secret: 'x' } },
    })
    expect(body).toMatchObject({ version: 1, template: false, quest: typed })
    expect(body.quest).toEqual(typed)
    const joining = {
      requires: { minCompleted: 2, verifiedCodehost: true },
      questions: [{ text: 'Which tools', required: true }, { text: '' }],
    }
    const asking = await giver.furrow.quests.drafts.create({ quest: joining, template: true })
    expect(asking.quest).toEqual(joining)
    await giver.furrow.quests.drafts.delete(asking.id)
    const contest: TypedQuest = {
      ...{
        mode: 'contest' as const,
        prizes: ['50', 'x'],
        entriesUntil: '2030-01-01T00:00:00Z',
        decideUntil: '',
      },
      ...{ maxEntries: 0, sealed: true, rankBy: 'votes' as const },
    }
    const sealing = await giver.furrow.quests.drafts.create({ quest: contest })
    expect(sealing.quest).toEqual(contest)
    expect((await giver.furrow.quests.drafts.get(sealing.id)).quest).toEqual(contest)
    await giver.furrow.quests.drafts.delete(sealing.id)
    const { drafts } = giver.furrow.quests
    const saved = await drafts.save({
      draftId: body.id,
      version: 1,
      quest: { title: 'A gate' },
      template: true,
    })
    expect(saved).toMatchObject({ version: 2, template: true, quest: { title: 'A gate' } })
    expect(await drafts.get(body.id)).toEqual(saved)
    const second = await drafts.create({ quest: {} })
    expect((await drafts.list()).items.map(({ id }) => id)).toEqual([second.id, body.id])
    const { items, cursor } = await drafts.list({ limit: '1' })
    expect([...items, ...(await drafts.list({ limit: '1', cursor: cursor ?? '' })).items]).toHaveLength(2)

    const theirs = other.furrow.quests.drafts
    expect((await theirs.list()).items).toEqual([])
    await expect(theirs.get(body.id)).rejects.toMatchObject({ status: 404 })
    await expect(theirs.save({ draftId: body.id, version: 2, quest: {} })).rejects.toMatchObject({
      status: 404,
    })
    await expect(theirs.delete(body.id)).rejects.toMatchObject({ status: 404 })
    for (const draftId of [body.id, second.id]) {
      const stolen = other.furrow.quests.post({ ...sampleQuest, draftId })
      await expect(stolen).rejects.toMatchObject({ status: 404 })
    }
    expect(await drafts.get(second.id)).toEqual(second)
    await drafts.delete(second.id)
    await expect(drafts.delete(second.id)).rejects.toMatchObject({ status: 404 })
    expect((await send('GET', '/quests/drafts')).status).toBe(401)
    await requireSound(context)
  })

  test('of two tabs do not write over each other', async () => {
    const { user } = await startHarness()
    const { drafts } = user().furrow.quests
    const { id: draftId } = await drafts.create({ quest: {} })
    const saves = await Promise.allSettled(
      ['one', 'two'].map(title => drafts.save({ draftId, version: 1, quest: { title } })),
    )
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, message: 'This draft was saved elsewhere since: it has version 2 now.' },
    })
  })

  test('are gone when a quest is posted of them, once, but for templates', async () => {
    const [one, two] = await startTwins()
    const wallet = one.user()
    const { furrow } = wallet
    const { id: draftId } = await furrow.quests.drafts.create({ quest: { title: 'x' } })
    const tabs = [one, two, one, two].map(({ user }) => user(wallet).furrow)
    const posted = await Promise.allSettled(
      tabs.map(({ quests }) => quests.post({ ...sampleQuest, draftId })),
    )
    expect(posted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const refused of posted.filter(({ status }) => status === 'rejected'))
      expect(refused).toMatchObject({ reason: { status: 404, message: 'There is no such draft any more.' } })
    expect((await furrow.quests.drafts.list()).items).toEqual([])

    const template = await furrow.quests.drafts.create({ quest: { title: 'x' }, template: true })
    for (let count = 0; count < 2; count++) await furrow.quests.post({ ...sampleQuest, draftId: template.id })
    expect((await furrow.quests.drafts.list()).items).toEqual([template])
    // A quest that is refused leaves its draft where it was.
    const kept = await furrow.quests.drafts.create({ quest: {} })
    await expect(
      furrow.quests.post({ ...sampleQuest, reward: '5 USDC', draftId: kept.id }),
    ).rejects.toMatchObject({
      status: 400,
    })
    expect((await furrow.quests.drafts.get(kept.id)).id).toBe(kept.id)
    expect((await one.visitor.quests.list()).items).toHaveLength(3)
    await requireSound(one.context)
  })

  test('that are posted at the same moment give each its own quest, also where one of them is gone', async () => {
    const { context, user } = await startHarness()
    const { address, furrow } = user()
    const drafts = await Promise.all(
      Array.from({ length: 4 }, () => furrow.quests.drafts.create({ quest: { title: 'x' } })),
    )
    await furrow.quests.drafts.delete(drafts[1]?.id ?? '')
    const { statements } = watchDatabase()
    // In one turn, and so in one batch.
    const posted = await Promise.allSettled(
      drafts.map(({ id: draftId }, index) =>
        postQuest(context, address, { ...sampleQuest, title: `Gate ${index}`, draftId }),
      ),
    )
    const told = posted.map(one => (one.status === 'fulfilled' ? one.value.title : one.reason.code))
    expect(told).toEqual(['Gate 0', 'draft-not-found', 'Gate 2', 'Gate 3'])
    expect(statements.filter(({ sql }) => sql === 'commit')).toHaveLength(1)
    await requireSound(context)
  })

  test('are at most a hundred for each wallet, and two megabytes', async () => {
    const [one, two] = await startTwins()
    const wallet = one.user()
    const clients = [one.user(wallet), two.user(wallet)].map(({ furrow }) => furrow.quests.drafts)
    const create = (count: number, quest: object) =>
      Promise.allSettled(Array.from({ length: count }, (_, index) => clients[index % 2]?.create({ quest })))
    const full = await create(110, { title: 'x' })
    expect(full.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    for (const refused of full.filter(({ status }) => status === 'rejected'))
      expect(refused).toMatchObject({
        reason: { status: 429, message: expect.stringContaining('100 drafts') },
      })
    const { items } = await one.user(wallet).furrow.quests.drafts.list()
    await Promise.all(items.slice(40).map(({ id }) => clients[0]?.delete(id)))

    const large = { description: '中'.repeat(20_000) }
    one.clock.advance(2_000)
    const room = await create(40, large)
    expect(room.filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
    const [draft] = items
    const save = (quest: object) => clients[0]?.save({ draftId: draft?.id ?? '', version: 1, quest })
    await expect(save(large)).rejects.toMatchObject({ status: 429, message: expect.stringContaining('room') })
    await expect(save({ title: 'y' })).resolves.toMatchObject({ version: 2 })
    await requireSound(one.context)
  })
})
