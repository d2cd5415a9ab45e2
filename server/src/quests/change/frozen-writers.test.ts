import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { freezeBeforeCommit } from '../../../test/hold.ts'
import { requireSound } from '../../../test/soundness.ts'
import { useNonce } from '../../access/auth/used-nonces.ts'
import { deliver } from '../../people/mail/deliver.ts'
import { postQuest } from '../board/post.ts'
import { changeWithin } from './change.ts'

/** Somebody who is kept waiting fails the test soon. */
const patience = { timeout: 60_000 }
const name = `furrow-test-${process.pid}`

async function startServices(count: number) {
  const env: Record<string, string> = await takeSharedDatabase()
  if (env.DATABASE_URL !== undefined) {
    const url = new URL(env.DATABASE_URL)
    url.searchParams.set('application_name', name)
    env.DATABASE_URL = url.href
  }
  const first = await startHarness({ env })
  const start = () => startHarness({ env: { ...first.env, ...env }, clock: first.clock })
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, start)))] as [Harness, ...Harness[]]
}

type Quest = { readonly id: string; readonly giver: User }

async function post(giver: User): Promise<Quest> {
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 50 })
  return { id, giver }
}

/** Somebody who does everything that people do with a quest, on one that exists and on one of their own. */
async function useAll({ user, visitor, signIn }: Harness, quest: Quest): Promise<void> {
  const { furrow, address } = await signIn()
  await furrow.profile.change({ farmerProfile: { guild: `Weeders ${address.slice(0, 8)}` } })
  await furrow.quests.accept(quest.id)
  await furrow.quests.submit(quest.id, { note: 'done' })
  await furrow.mail.send({ to: quest.giver.address, subject: 'The gate', body: 'It closes.' })

  const own = await furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  const helper = user()
  await helper.furrow.quests.accept(own.id)
  await helper.furrow.quests.submit(own.id, { note: 'done' })
  await furrow.quests.approve(own.id, helper.address)
  await helper.furrow.quests.review(own.id, address, 5)
  await furrow.quests.complete(own.id)
  await visitor.leaderboard()
}

/** Where there is nothing to wait for, few will do. */
const people = engine === 'postgres' ? 32 : 4

/** All of them at once, of all services in turn. */
async function useTogether(services: readonly Harness[], questOf: (index: number) => Quest): Promise<void> {
  await Promise.all(
    Array.from({ length: people }, (_, index) =>
      useAll(services[index % services.length] as Harness, questOf(index)),
    ),
  )
}

describe('services that stand still in the middle of what they write', () => {
  test(
    'keep nobody waiting who does something else, of the same giver and with the same token too',
    patience,
    async () => {
      const [stuck, ...services] = await startServices(3)
      const { context, user } = stuck
      const [giver, payer] = [user(), user()]
      const [accepted, paid] = [await post(giver), await post(payer)]
      const [others, more] = [await post(giver), await post(payer)]
      const [farmer, worker, writer, poster] = [user(), user(), user(), user()]
      await worker.furrow.quests.accept(paid.id)
      await worker.furrow.quests.submit(paid.id, { note: 'done' })

      if (engine === 'postgres') {
        const accept = { kind: 'accept', by: farmer.address } as const
        const approve = { kind: 'approve', by: payer.address, farmer: worker.address } as const
        const letter = {
          type: 'direct',
          subject: '',
          body: '',
          sent_at: 0,
          read: 0,
          official: 0,
          topic: null,
          quest_id: null,
        } as const
        await freezeBeforeCommit(context, trx =>
          changeWithin(trx, context, [{ questId: accepted.id, command: accept }]),
        )
        await freezeBeforeCommit(context, trx =>
          changeWithin(trx, context, [{ questId: paid.id, command: approve }]),
        )
        await freezeBeforeCommit(context, trx =>
          postQuest({ ...context, db: trx }, poster.address, sampleQuest),
        )
        await freezeBeforeCommit(context, trx =>
          deliver({ ...context, db: trx }, [
            {
              ...letter,
              id: 'mail-1',
              owner: writer.address,
              sender: writer.address,
              recipient: giver.address,
            },
          ]),
        )
        await freezeBeforeCommit(context, trx =>
          useNonce({ ...context, db: trx }, { nonce: 'a', expiresAt: 0 }),
        )
      }

      await useTogether(services, index => (index % 2 === 0 ? others : more))
      // The giver is stuck nowhere: their place that is being taken is the farmer's matter.
      const { furrow, address } = (services[0] as Harness).user(giver)
      await furrow.quests.post(sampleQuest)
      const [own] = (await furrow.quests.get(others.id)).farmers
      await furrow.quests.approve(others.id, own?.address ?? '')
      await furrow.mail.send({ to: farmer.address, subject: 'The gate', body: 'It closes.' })
      expect((await furrow.quests.list({ giver: address })).items).toHaveLength(3)
    },
  )
})

describe('a service that stands still while it pays somebody', () => {
  test('is undone by the database, and holds up nobody from then on', patience, async () => {
    const [stuck, other] = (await startServices(2)) as [Harness, Harness]
    const [payer, worker] = [stuck.user(), stuck.user()]
    const paid = await post(payer)
    await worker.furrow.quests.accept(paid.id)
    await worker.furrow.quests.submit(paid.id, { note: 'done' })
    const approve = { kind: 'approve', by: payer.address, farmer: worker.address } as const
    if (engine === 'postgres') {
      const { rows } = await stuck.context.db.transaction().execute(trx =>
        sql<{ most: string }>`
          select current_setting('idle_in_transaction_session_timeout') as most`.execute(trx),
      )
      expect(rows[0]?.most).toBe('10s')
      await freezeBeforeCommit(
        stuck.context,
        trx => changeWithin(trx, stuck.context, [{ questId: paid.id, command: approve }]),
        1_000,
      )
    }
    // The payer's counts are held, and with them everybody behind them in the line of posts.
    const { furrow } = other.user(payer)
    await Promise.all([furrow.quests.post(sampleQuest), other.user().furrow.quests.post(sampleQuest)])
    await furrow.quests.approve(paid.id, worker.address)
    await requireSound(other.context)
  })
})

describe('what different people do with different quests at once, of two services', () => {
  test('waits for no row of anybody else', patience, async () => {
    const services = await startServices(2)
    const quests = await Promise.all(
      Array.from({ length: people }, (_, index) => post((services[index % 2] as Harness).user())),
    )
    const look = await watchWaiting()
    await useTogether(services, index => quests[index] as Quest)
    const { looks, waited } = await look.stop()
    expect(waited).toEqual([])
    if (engine === 'postgres') expect(looks).toBeGreaterThan(20)
    await requireSound(services[0].context)
  })
})

/** Looks again and again whether a transaction waits for another one's row; on SQLite there is only one at a time. */
async function watchWaiting() {
  const waited = new Set<string>()
  let looks = 0
  let goesOn = engine === 'postgres'
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL })
  const query = {
    name: 'waiting',
    text: `select a.query, h.query as holder from pg_locks l join pg_stat_activity a using (pid)
      cross join lateral unnest(pg_blocking_pids(l.pid)) as b(pid) join pg_stat_activity h on h.pid = b.pid
      where not l.granted and l.locktype in ('transactionid', 'tuple') and starts_with(a.application_name, $1)`,
    values: [name],
  }
  const watch = async () => {
    for (; goesOn; looks++)
      for (const { query: sql, holder } of (await client.query(query)).rows)
        waited.add(`${sql} waits for ${holder}`)
  }
  if (goesOn) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  const watching = watch()
  return {
    async stop() {
      goesOn = false
      await watching
      return { looks, waited: [...waited] }
    },
  }
}
