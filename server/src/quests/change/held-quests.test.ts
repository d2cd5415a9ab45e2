import { describe, expect, test } from 'vitest'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { type Hold, holdQuests } from '../../../test/hold.ts'
import { refuseRows } from '../../../test/refuse-rows.ts'
import { requireSound } from '../../../test/soundness.ts'
import { change } from './change.ts'

/** Somebody who is kept waiting fails the test soon. */
const patience = { timeout: 30_000 }

type Quest = { readonly id: string; readonly giver: User }

async function startQuests(count: number) {
  const harness = await startHarness({ env: await takeSharedDatabase() })
  const post = async (): Promise<Quest> => {
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 5 })
    return { id, giver }
  }
  const [first, ...held] = await Promise.all(Array.from({ length: count + 1 }, post))
  const hold = await holdQuests(
    harness.env,
    held.map(({ id }) => id),
  )
  return { ...harness, harness, other: first as Quest, held, hold }
}

/** Says whether it was answered, without waiting for it. */
function follow<T>(answer: Promise<T>) {
  const followed = { answer, isAnswered: false }
  const note = () => {
    followed.isAnswered = true
  }
  answer.then(note, note)
  return followed
}

/** Until transactions wait for it; on SQLite they only try again. */
async function untilWaiting(hold: Hold): Promise<void> {
  if (engine === 'postgres') await expect.poll(hold.countWaiting, { timeout: 10_000 }).toBeGreaterThan(0)
}

/** Everything that people do, on other quests. */
async function useOthers({ user, visitor }: Harness, { id, giver }: Quest): Promise<void> {
  const farmers = [user(), user(), user()] as const
  for (const { furrow } of farmers) await furrow.quests.accept(id)
  await farmers[0].furrow.quests.withdraw(id)
  await farmers[1].furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, farmers[1].address)
  await giver.furrow.quests.review(id, farmers[1].address, 5)
  await user().furrow.quests.post(sampleQuest)
  await giver.furrow.quests.complete(id)
  expect((await visitor.quests.get(id)).status).toBe('completed')
  await visitor.quests.list()
  await visitor.leaderboard()
  await visitor.communityDao.get()
}

describe('a quest that another process has right now', () => {
  test('is waited for, by those alone who want something of it', patience, async () => {
    const { context, harness, held, hold, other, user } = await startQuests(1)
    const [{ id }] = held as [Quest]
    const farmers = [user(), user()]
    const waiting = farmers.map(({ furrow }) => follow(furrow.quests.accept(id)))
    await untilWaiting(hold)
    if (engine === 'postgres') await useOthers(harness, other)
    expect(waiting.map(({ isAnswered }) => isAnswered)).toEqual([false, false])
    await hold.letGo()
    const answers = await Promise.all(waiting.map(({ answer }) => answer))
    expect(answers.map(quest => quest.id)).toEqual([id, id])
    await requireSound(context)
  })

  test(
    'keeps nobody else waiting, also where there are more of them than connections',
    patience,
    async () => {
      const { context, harness, held, hold, other, user } = await startQuests(12)
      const waiting = held.map(({ id }) => follow(user().furrow.quests.accept(id)))
      await untilWaiting(hold)
      if (engine === 'postgres') await useOthers(harness, other)
      expect(waiting.some(({ isAnswered }) => isAnswered)).toBe(false)
      await hold.letGo()
      await Promise.all(waiting.map(({ answer }) => answer))
      await requireSound(context)
    },
  )

  test('is changed once, also where another change of the same moment fails', patience, async () => {
    const { context, held, hold, other, user, visitor } = await startQuests(1)
    const [{ id }] = held as [Quest]
    const { address: by } = user()
    if (engine === 'sqlite') await hold.letGo()
    await refuseRows(context.db, 'assignments', `new.quest_id = '${other.id}'`, 'at commit')
    const [refused, waiting] = [other.id, id].map(quest => change(context, quest, { kind: 'accept', by }))
    await expect(refused).rejects.toThrow('refused by the test')
    if (engine === 'postgres') await hold.letGo()
    await waiting
    const { items } = await visitor.quests.events(id)
    expect(items.map(({ kind }) => kind)).toEqual(['posted', 'accepted'])
    await requireSound(context)
  })
})
