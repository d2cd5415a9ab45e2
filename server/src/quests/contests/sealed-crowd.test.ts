import { mostEntries, type NewQuest } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { engine, type Harness, sampleQuest, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { longestHere, watchTurns } from '../../../test/turns.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'

const atOnce = 5
/** Code that runs often is compiled by then. */
const warm = 150

/**
 * The work, and its turns of the event loop: none may be long, however many entries there are. 20 ms is the aim, which it
 * keeps; the same work takes longer where others use the processor.
 */
async function timed<T>(what: string, work: () => Promise<T>, times = 1): Promise<T> {
  const enough = await longestHere(30)
  const began = performance.now()
  const { longest, all, value } = await watchTurns(work())
  const passed = performance.now() - began
  console.log(
    `${engine}, ${what}: ${(passed / times).toFixed(1)} ms each, ${(all / times).toFixed(1)} ms of CPU, longest turn ${longest.toFixed(1)} ms`,
  )
  expect(longest, `the longest turn: ${what}`).toBeLessThan(enough)
  return value
}

function sealedContest(now: number): NewQuest {
  const at = (days: number) => new Date(now + days * day).toISOString()
  return {
    ...sampleQuest,
    ...{ reward: '750 USDC', rewardAmount: 750, mode: 'contest', prizes: ['500', '200', '50'], sealed: true },
    ...{ entriesUntil: at(7), decideUntil: at(14) },
  }
}

/** So many at once, as far as they get; the codes of those that are refused. */
async function enterAll(
  harnesses: readonly Harness[],
  questId: string,
  people: readonly User[],
): Promise<string[]> {
  const refused: string[] = []
  const left = [...people.entries()]
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, person] = next
      const harness = harnesses[index % harnesses.length] as Harness
      harness.clock.advance(1)
      const entry = { questId, text: `The gate of ${person.address}, as I see it.` }
      await harness
        .user(person)
        .furrow.quests.enter(entry)
        .catch(error => refused.push(error.code))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return refused
}

async function openToCrowd() {
  const twins = await startTwins({ RATE_LIMIT: '0' })
  const [one, two] = twins
  const giver = one.user()
  const { id } = await giver.furrow.quests.post(sealedContest(one.clock.now()))
  const people = Array.from({ length: mostEntries + 5 }, () => one.user())
  one.clock.advance(7 * day - 2_000)
  const first = await enterAll(twins, id, people.slice(0, warm))
  expect(first).toEqual([])
  const refused = await timed(
    'an entry in the last two seconds',
    () => enterAll(twins, id, people.slice(warm)),
    people.length - warm,
  )
  return { one, two, giver, id, people, refused }
}

/** All entries, page by page. */
async function readAll({ visitor }: Harness, id: string): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await visitor.quests.entries({ id, limit: '100', ...(cursor !== null && { cursor }) })
    texts.push(...page.items.map(({ text }) => text))
    if (page.cursor === null) return texts
    cursor = page.cursor
  }
}

describe('500 sealed entries in the last seconds, over two processes', () => {
  test('are one more than the contest takes, unreadable until the end, and ranked and paid once', async () => {
    const { one, two, giver, id, people, refused } = await openToCrowd()
    const { clock, context, platform, user, visitor } = one
    expect(refused).toEqual(Array(5).fill('contest-full'))
    expect((await visitor.quests.get(id)).contest).toMatchObject({ entries: mostEntries, stage: 'entries' })
    for (const reader of [visitor, user(giver).furrow, user(platform).furrow, two.visitor])
      expect((await reader.quests.entries({ id })).items).toEqual([])
    const rows = await context.db.selectFrom('contest_entries').select(['farmer', 'text']).execute()
    expect(rows.some(({ text }) => text?.includes('gate'))).toBe(false)
    const authors = new Set(rows.map(({ farmer }) => farmer))
    const [author, late] = [
      people.find(({ address }) => authors.has(address)) as User,
      people.find(({ address }) => !authors.has(address)) as User,
    ]
    expect((await two.user(author).furrow.quests.entries({ id })).items).toHaveLength(1)
    const enterLate = () => two.user(late).furrow.quests.enter({ questId: id, text: 'Mine, too.' })
    await expect(enterLate()).rejects.toMatchObject({ code: 'contest-full' })
    clock.advance(2_000)
    await expect(enterLate()).rejects.toMatchObject({ code: 'entries-closed' })
    const texts = await timed('all 500 entries in five pages', () => readAll(two, id), 5)
    expect(new Set(texts).size).toBe(mostEntries)
    await Promise.all([one.runDue(), two.runDue()])
    const ranking = {
      winners: [...authors].slice(0, 3).map((farmer, index) => ({ farmer, prize: index + 1 })),
    }
    const ranked = await timed('a ranking of 500, asked for twice', () =>
      Promise.allSettled([one, two].map(({ user }) => user(giver).furrow.quests.rank(id, ranking))),
    )
    expect(ranked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    clock.advance(48 * hour)
    await timed('a decision that pays three of 500', () => Promise.all([one.runDue(), two.runDue()]))
    const quest = await visitor.quests.get(id)
    expect(quest).toMatchObject({
      status: 'completed',
      funding: { released: '750', refunded: '0' },
      contest: { outcome: { because: 'ranked', paid: 3 } },
    })
    expect(quest.farmers.map(({ paid }) => paid).toSorted()).toEqual(['200', '50', '500'])
    await requireSound(context)
  }, 300_000)

  test('are paid in equal parts, each once, where nobody ranks them', async () => {
    const { one, two, id } = await openToCrowd()
    one.clock.advance(2_000)
    await Promise.all([one.runDue(), two.runDue()])
    one.clock.advance(7 * day)
    await timed('a decision that pays all 500', () => Promise.all([one.runDue(), two.runDue()]))
    const quest = await one.visitor.quests.get(id)
    expect(quest).toMatchObject({
      funding: { released: '750', refunded: '0' },
      contest: { outcome: { because: 'silence', paid: mostEntries } },
    })
    const paid = await one.context.db
      .selectFrom('assignments')
      .select('paid')
      .where('quest_id', '=', id)
      .execute()
    expect(new Set(paid.map(({ paid }) => paid))).toEqual(new Set(['1.5']))
    expect(paid).toHaveLength(mostEntries)
    await requireSound(one.context)
  }, 300_000)
})
