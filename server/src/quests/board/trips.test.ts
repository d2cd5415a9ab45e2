import { expect, test } from 'vitest'
import { engine, type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { type Watched, watchDatabase } from '../../../test/statements.ts'

type Story = { readonly harness: Harness; readonly giver: User; readonly farmer: User }
type Ready = () => Promise<unknown>

async function post({ giver }: Story): Promise<string> {
  return (await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })).id
}

async function accept(story: Story): Promise<string> {
  const id = await post(story)
  await story.farmer.furrow.quests.accept(id)
  return id
}

async function submit(story: Story): Promise<string> {
  const id = await accept(story)
  await story.farmer.furrow.quests.submit(id, { note: 'done' })
  return id
}

/** Prepares what the act needs, and gives the act. */
const acts: Readonly<Record<string, (story: Story) => Promise<Ready>>> = {
  async post({ giver }) {
    return () => giver.furrow.quests.post(sampleQuest)
  },
  async accept(story) {
    const id = await post(story)
    return () => story.farmer.furrow.quests.accept(id)
  },
  async submit(story) {
    const id = await accept(story)
    return () => story.farmer.furrow.quests.submit(id, { note: 'done' })
  },
  async approve(story) {
    const id = await submit(story)
    return () => story.giver.furrow.quests.approve(id, story.farmer.address)
  },
  async 'PUT profile'({ farmer }) {
    return () => farmer.furrow.profile.change({ farmerProfile: { bio: 'I mend gates.' } })
  },
  async 'POST mail'({ farmer, giver }) {
    return () => farmer.furrow.mail.send({ to: giver.address, subject: 'The gate', body: 'It closes.' })
  },
  async 'GET quest'(story) {
    const id = await post(story)
    return () => story.harness.visitor.quests.get(id)
  },
  async 'GET reputation'({ harness, farmer }) {
    return () => harness.visitor.reputation(farmer.address)
  },
}

test.each([
  ['post', 2, 3],
  ['accept', 2, 11],
  ['submit', 2, 9],
  ['approve', 3, 13],
  ['PUT profile', 3, 4],
  ['POST mail', 3, 3],
  ['GET quest', 3, 4],
  ['GET reputation', 1, 1],
])('%s waits for PostgreSQL %i times at most, over %i statements', async (name, trips, statements) => {
  const watched = await watch(name)
  const asked = watched.statements.map(({ sql }) => sql)
  expect(asked).not.toEqual([])
  if (engine === 'sqlite') return
  expect(watched.trips, asked.join('\n')).toBeLessThanOrEqual(trips)
  expect(asked.slice(statements), asked.join('\n')).toEqual([])
})

test.each(['accept', 'submit', 'PUT profile'])(
  '%s writes by values, for which PostgreSQL keeps one plan, and not by a JSON text',
  async name => {
    const { statements } = await watch(name)
    expect(statements.filter(({ sql }) => sql.includes('json_populate_recordset'))).toEqual([])
  },
)

async function watch(name: string): Promise<Watched> {
  const harness = await startHarness()
  const story = { harness, giver: harness.user(), farmer: harness.user() }
  const prepare = acts[name] as (story: Story) => Promise<Ready>
  // Statements have their names, and what is kept is there, from the second time on.
  await (await prepare(story))()
  const act = await prepare(story)
  const watched = watchDatabase()
  await act()
  watched.stop()
  return watched
}
