import { createFurrow, type Furrow } from '@furrow/sdk'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import type { Context } from '../../ground/context.ts'
import { sendMail } from '../../people/mail/mail.ts'
import { postQuest } from '../../quests/board/post.ts'
import { change } from '../../quests/change/change.ts'
import { findKept, keptFor } from './kept-keys.ts'

const rounds = 50
/** Requests at each service, for each key. */
const equal = 2

type Act = (furrow: Furrow, round: number, options: { idempotencyKey: string }) => Promise<unknown>

/** Sends the same request with the same key to both services at the same moment, and expects one answer. */
async function race(services: readonly Harness[], by: User, act: Act): Promise<void> {
  const clients = services.flatMap(({ baseUrl, user }) => {
    // Waits for a 409 are cut short here.
    const retry = { attempts: 1_000, delay: () => new Promise<void>(resolve => setTimeout(resolve, 2)) }
    const { token } = user(by)
    return Array.from({ length: equal }, () => createFurrow({ baseUrl, token, retry }))
  })
  for (let round = 0; round < rounds; round++) {
    const options = { idempotencyKey: `round ${round}` }
    const [first, ...others] = await Promise.all(clients.map(furrow => act(furrow, round, options)))
    for (const other of others) expect(other).toEqual(first)
  }
}

describe('equal requests that race to two services', () => {
  test('post one quest each time', async () => {
    const services = await startTwins()
    const giver = services[0].user()
    await race(services, giver, (furrow, _round, options) => furrow.quests.post(sampleQuest, options))
    expect((await services[0].visitor.quests.list({ giver: giver.address })).items).toHaveLength(rounds)
    await requireSound(services[0].context)
  })

  test('take one place each time, and are told of that', async () => {
    const services = await startTwins()
    const [giver, farmer] = [services[0].user(), services[0].user()]
    const draft = Array.from({ length: rounds }, () => giver.furrow.quests.post(sampleQuest))
    const ids = (await Promise.all(draft)).map(({ id }) => id)
    await race(services, farmer, (furrow, round, options) =>
      furrow.quests.accept(ids[round] as string, options),
    )
    const events = await services[0].context.db
      .selectFrom('quest_events')
      .select('quest_id')
      .where('kind', '=', 'accepted')
      .execute()
    expect(events.map(({ quest_id }) => quest_id).toSorted()).toEqual(ids.toSorted())
    await requireSound(services[0].context)
  })

  test('send one letter and make one proposal each time', async () => {
    const services = await startTwins()
    const writer = services[0].user()
    const letter = { to: writer.address, subject: 'The gate', body: 'It does not close.' }
    await race(services, writer, (furrow, _round, options) => furrow.mail.send(letter, options))
    expect((await writer.furrow.mail.list()).items).toHaveLength(rounds)

    const proposer = services[0].user()
    const draft = { title: 'A shed', description: 'For the tools.', category: 'building' }
    await race(services, proposer, (furrow, _round, options) => furrow.communityDao.propose(draft, options))
    expect((await services[0].visitor.communityDao.get()).proposals).toHaveLength(rounds)
  })
})

const many = 10
const taken = 7

/** In one turn, and so in one batch: the key of one of them is taken already. Gives those done. */
async function inOneBatch(
  context: Context,
  by: User,
  act: (
    index: number,
    use: { address: User['address']; key: string; fingerprint: string },
  ) => Promise<unknown>,
): Promise<void> {
  const { address } = by
  const row = {
    address,
    key: `${taken}`,
    fingerprint: 'of another',
    made: 'something',
    at: context.clock.now(),
  }
  await context.db.insertInto('idempotency_keys').values(row).execute()
  const outcomes = await Promise.allSettled(
    Array.from({ length: many }, (_, index) => act(index, { address, key: `${index}`, fingerprint: 'own' })),
  )
  for (const [index, outcome] of outcomes.entries()) {
    const refused = outcome.status === 'rejected' && isUniqueViolation(outcome.reason)
    expect({ index, refused, status: outcome.status }).toEqual({
      index,
      refused: index === taken,
      status: index === taken ? 'rejected' : 'fulfilled',
    })
  }
}

describe('a key that another process was faster to use fails for itself, and harms nothing', () => {
  test('that is posted with it', async () => {
    const { context, user, visitor } = await startHarness()
    const giver = user()
    await inOneBatch(context, giver, (_index, use) => postQuest(context, giver.address, sampleQuest, use))
    expect((await visitor.quests.list({ giver: giver.address })).items).toHaveLength(many - 1)
    await requireSound(context)
  })

  test('that is changed with it', async () => {
    const { context, user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const drafts = Array.from({ length: many }, () => giver.furrow.quests.post(sampleQuest))
    const ids = (await Promise.all(drafts)).map(({ id }) => id)
    await inOneBatch(context, farmer, (index, use) =>
      change(context, ids[index] as string, { kind: 'accept', by: farmer.address }, use),
    )
    await requireSound(context)
  })

  test('that is sent with it', async () => {
    const { context, user } = await startHarness()
    const writer = user()
    const letter = { to: writer.address, subject: 'The gate', body: 'It does not close.' }
    await inOneBatch(context, writer, (_index, use) => sendMail(context, writer.address, letter, use))
    expect((await writer.furrow.mail.list()).items).toHaveLength(many - 1)
  })
})

test('a key of long ago makes way, and not the one that another process kept under it meanwhile', async () => {
  const { context, user } = await startHarness()
  const use = { address: user().address, key: 'one', fingerprint: 'own' }
  const now = context.clock.now()
  const row = { ...use, made: 'the first', at: now - keptFor }
  await context.db.insertInto('idempotency_keys').values(row).execute()
  let found = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length > 0 && found++ === 0)
        await context.db.updateTable('idempotency_keys').set({ made: 'the second', at: now }).execute()
      return result
    },
  }
  expect(await findKept({ ...context, db: context.db.withPlugin(plugin) }, use)).toBeNull()
  expect(found).toBe(1)
  expect(await findKept(context, use)).toMatchObject({ made: 'the second', at: now })
})
