import type { Db } from '@furrow/storage/db.ts'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { refuseRows } from '../../../test/refuse-rows.ts'
import { requireSound } from '../../../test/soundness.ts'
import { readRows } from '../../../test/tables.ts'
import { postQuest } from '../board/post.ts'

const count = 20
const bad = 7

async function settle<T>(items: readonly T[], ask: (item: T) => Promise<unknown>): Promise<number[]> {
  const outcomes = await Promise.allSettled(items.map(ask))
  return outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.status : 200))
}

const allButOne = Array.from({ length: count }, (_, index) => (index === bad ? 500 : 200))

/** Every row that names it. */
async function readAbout(db: Db, name: string): Promise<string[]> {
  const tables = await readRows(db)
  return Object.entries(tables).flatMap(([table, rows]) =>
    rows.filter(row => row.includes(name)).map(row => `${table} ${row}`),
  )
}

async function postMany(giver: User): Promise<string[]> {
  const quests = Array.from({ length: count }, () => giver.furrow.quests.post(sampleQuest))
  return (await Promise.all(quests)).map(({ id }) => id)
}

describe('a write that the database refuses', () => {
  test('of one quest harms none of those that are changed with it', async () => {
    const harness = await startHarness()
    const { context, user, logged } = harness
    const [giver, farmer] = [user(), user()]
    const ids = await postMany(giver)
    const refused = ids[bad] as string
    await refuseRows(context.db, 'assignments', `new.quest_id = '${refused}'`)
    const before = await readAbout(context.db, refused)
    expect(await settle(ids, id => farmer.furrow.quests.accept(id))).toEqual(allButOne)
    expect(await readAbout(context.db, refused)).toEqual(before)
    expect((await giver.furrow.mail.list()).items).toHaveLength(count - 1)
    expect(logged()).toContain('refused by the test')
    await requireSound(context)
  })

  test('of one quest harms none of those that are posted with it', async () => {
    const { context, user } = await startHarness()
    const givers = Array.from({ length: count }, () => user())
    const titles = givers.map((_, index) => `Gate ${index} of ${count}`)
    const refused = titles[bad] as string
    await refuseRows(context.db, 'quests', `new.title = '${refused}'`)
    // In one turn, and so in one batch.
    const posted = await Promise.allSettled(
      givers.map(({ address }, index) =>
        postQuest(context, address, { ...sampleQuest, title: titles[index] as string }),
      ),
    )
    const failed = posted.map(({ status }) => status === 'rejected')
    expect(failed).toEqual(allButOne.map(status => status === 500))
    expect(await readAbout(context.db, refused)).toEqual([])
    expect(await readAbout(context.db, givers[bad]?.address ?? '')).toEqual([])
    const quests = await context.db.selectFrom('quests').select('title').execute()
    expect(quests.map(({ title }) => title).toSorted()).toEqual(
      titles.filter(title => title !== refused).toSorted(),
    )
    await requireSound(context)
  })

  test('of one payment harms none of those that are due with it', async () => {
    const harness = await startHarness()
    const { context, user, clock, runDue } = harness
    const ids = await postMany(user())
    const farmer = user()
    for (const id of ids) {
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
    }
    const refused = ids[bad] as string
    await refuseRows(context.db, 'ledger_transfers', `new.id like 'release:${refused}%'`)
    const before = await readAbout(context.db, refused)
    clock.advance(context.config.reviewWindowMs)
    expect(await runDue()).toBe(count - 1)
    expect(await readAbout(context.db, refused)).toEqual(before)
    await requireSound(context)
  })
})
