import { describe, expect, test } from 'vitest'
import { createWallet, type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { startTwins } from '../../../test/twins.ts'
import { hour } from '../../ground/clock.ts'

/** The letters of comments that somebody has, the newest first. */
async function lettersOf({ user }: Harness, reader: User): Promise<readonly string[]> {
  const { items } = await user(reader).furrow.mail.list()
  return items.flatMap(({ subject }) => (/^(Comment|Answer): /.test(subject) ? [subject] : []))
}

async function readAll({ user }: Harness, reader: User): Promise<void> {
  const { furrow } = user(reader)
  for (const { id } of (await furrow.mail.list()).items) await furrow.mail.mark(id, true)
}

const comment = 'Comment: Fix the gate'
const answer = 'Answer: Fix the gate'

async function start() {
  const harness = await startHarness()
  const { user } = harness
  const [giver, farmer, asker] = [user(), user(), user()]
  const { id: questId } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 100 })
  await farmer.furrow.quests.accept(questId)
  const write = (by: User, body = 'Which gate?', replyTo?: string) =>
    user(by).furrow.quests.comment({ questId, body, ...(replyTo !== undefined && { replyTo }) })
  const letters = (reader: User) => lettersOf(harness, reader)
  return { harness, user, giver, farmer, asker, questId, write, letters }
}

describe('who takes part is told of a comment', () => {
  test('the giver, the farmers at work, who wrote before and who is answered; nobody of their own', async () => {
    const { harness, giver, farmer, asker, write, letters } = await start()
    const { id } = await write(asker)
    expect(await letters(giver)).toEqual([comment])
    expect(await letters(farmer)).toEqual([comment])
    expect(await letters(asker)).toEqual([])
    await write(giver, 'The lower one.', id)
    expect(await letters(asker)).toEqual([answer])
    expect(await letters(giver)).toEqual([comment])
    const [letter] = (await harness.user(asker).furrow.mail.list()).items
    expect(letter).toMatchObject({ official: true, type: 'quest' })
    expect(letter?.body).toContain(giver.account.address)
    // Comments may be deleted, and are in no mailbox.
    expect(letter?.body).not.toContain('The lower one.')
  })

  test('once until it is read, and once an hour at most: a flood is one letter', async () => {
    const { harness, giver, farmer, asker, write, letters } = await start()
    for (let index = 0; index < 20; index++) await write(asker)
    expect([await letters(giver), await letters(farmer)]).toEqual([[comment], [comment]])
    harness.clock.advance(2 * hour)
    await write(asker)
    expect(await letters(giver)).toEqual([comment])
    await readAll(harness, giver)
    expect(await letters(giver)).toHaveLength(1)
    await write(asker)
    expect(await letters(giver)).toHaveLength(2)
    await readAll(harness, giver)
    await write(asker)
    expect(await letters(giver)).toHaveLength(2)
    harness.clock.advance(hour)
    await write(asker)
    expect(await letters(giver)).toHaveLength(3)
    expect(await letters(farmer)).toHaveLength(1)
  })

  test('again where the letter was deleted unread', async () => {
    const { harness, giver, asker, write, letters } = await start()
    await write(asker)
    const [letter] = (await giver.furrow.mail.list()).items
    await giver.furrow.mail.delete(letter?.id ?? '')
    harness.clock.advance(hour)
    await write(asker)
    expect(await letters(giver)).toEqual([comment])
  })

  test('not by whom they block', async () => {
    const { farmer, giver, asker, write, letters } = await start()
    await farmer.furrow.mail.block(asker.address)
    await write(asker)
    expect([await letters(giver), await letters(farmer)]).toEqual([[comment], []])
  })

  test('where they are named; strangers who are named are not', async () => {
    const { harness, user, asker, farmer, giver, questId, write, letters } = await start()
    harness.clock.advance(1)
    const [crowd, stranger] = [Array.from({ length: 30 }, () => user()), user()]
    for (const one of crowd) await one.furrow.quests.accept(questId)
    await write(asker)
    // The twenty who came last; and those of the others who are named.
    expect(await letters(farmer)).toEqual([])
    await write(asker, `${farmer.address.toUpperCase().replace('0X', '0x')}, ${stranger.address}?`)
    expect(await letters(farmer)).toEqual([comment])
    expect(await letters(stranger)).toEqual([])
    expect(await letters(giver)).toEqual([comment])
  })

  test('a comment writes few rows, however many take part', async () => {
    const { harness, asker, questId, write } = await start()
    const { db } = harness.context
    const people = Array.from({ length: 1_000 }, () => createWallet().address)
    const { giver } = await db.selectFrom('quests').select('giver').executeTakeFirstOrThrow()
    const work = people.map((farmer, index) => ({
      ...{ quest_id: questId, farmer, giver, token: 'USDC', amount: '100', status: 'accepted' as const },
      ...{ accepted_at: index, expires_at: Number.MAX_SAFE_INTEGER, warned: 0, told_at: 0, untold: 0 },
      ...{ rail: 'ledger' as const, proposed: 0, idle_warned: 0, removed: 0 },
    }))
    const rows = people.map((author, index) => ({
      ...{ quest_id: questId, number: index + 1, id: `comment-${index}`, author, body: 'a', created_at: 0 },
    }))
    for (let at = 0; at < people.length; at += 200) {
      await db
        .insertInto('assignments')
        .values(work.slice(at, at + 200))
        .execute()
      await db
        .insertInto('comments')
        .values(rows.slice(at, at + 200))
        .execute()
    }
    const thread = { quest_id: questId, last_number: 1_000, comments: 1_000, changes: 1, farmers_told_at: 0 }
    await db.insertInto('comment_threads').values(thread).execute()
    const count = async () => (await db.selectFrom('mail').select('id').execute()).length
    const before = await count()
    await write(asker)
    const after = await count()
    expect(after - before).toBeGreaterThan(20)
    expect(after - before).toBeLessThanOrEqual(41)
    for (let index = 0; index < 10; index++) await write(asker)
    expect(await count()).toBe(after)
  })

  test('once, by comments that two services take at the same time', async () => {
    const [one, two] = await startTwins()
    const giver = one.user()
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 === 0 ? one : two).user().furrow.quests.comment({ questId, body: 'Which gate?' }),
      ),
    )
    expect(await lettersOf(one, giver)).toEqual([comment])
  })
})
