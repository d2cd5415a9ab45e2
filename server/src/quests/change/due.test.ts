import type { KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  engine,
  type Harness,
  reviewWindow,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { type Hold, holdQuests } from '../../../test/hold.ts'
import { requireSound } from '../../../test/soundness.ts'
import type { Context } from '../../ground/context.ts'
import { postQuest } from '../board/post.ts'
import { payInLedger } from '../rails/ledger-rail/due.ts'
import { change } from './change.ts'

/** Somebody who is kept waiting fails the test soon. */
const patience = { timeout: 30_000 }
const count = 150

async function startPayers() {
  const env = await takeSharedDatabase()
  const first = await startHarness({ env })
  const start = () => startHarness({ env: { ...first.env, ...env }, clock: first.clock })
  return { first, all: [first, await start(), await start()] as const }
}

/** Quests with a piece of work each, whose payment is due. */
async function makeDue({ context, clock, user }: Harness): Promise<string[]> {
  const [giver, ...farmers] = Array.from({ length: 4 }, () => user().address)
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { id } = await postQuest(context, giver as (typeof farmers)[0], sampleQuest)
      const by = farmers[index % farmers.length] as (typeof farmers)[0]
      await change(context, id, { kind: 'accept', by })
      await change(context, id, { kind: 'submit', by, url: null, note: 'done' })
      return id
    }),
  )
  clock.advance(reviewWindow)
  return ids
}

async function countPaid({ db }: Context, ids: readonly string[]): Promise<number> {
  const rows = await db.selectFrom('assignments').select('status').where('quest_id', 'in', ids).execute()
  return rows.filter(({ status }) => status === 'released').length
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

describe('payments that are due', () => {
  test(
    'are shared by the processes: where one stands still over its part, the others do the rest',
    patience,
    async () => {
      const { first, all } = await startPayers()
      await makeDue(first)
      const [stuck, ...others] = all
      const part = standStill(stuck.context)
      const paying = payInLedger.round(stuck.context)
      // On SQLite nobody else can write in the meantime.
      if (engine === 'sqlite') part.goOn()
      const held = await part.taken
      const paid = await Promise.all(others.map(({ context }) => payInLedger.round(context)))
      part.goOn()
      paid.unshift(await paying)
      expect(sum(paid)).toBe(count)
      if (engine === 'postgres') {
        expect(paid[0]).toBe(held)
        expect(held).toBeGreaterThan(0)
        expect(sum(paid.slice(1))).toBe(count - held)
        for (const each of paid) expect(each).toBeGreaterThan(0)
      }
      await requireSound(first.context)
    },
  )

  test('of quests that somebody holds are left for later, and hold up no other', patience, async () => {
    const { first, all } = await startPayers()
    const ids = await makeDue(first)
    const held = ids.filter((_, index) => index % 10 === 0)
    const hold: Hold | null = engine === 'postgres' ? await holdQuests(first.env, held) : null
    const round = async () => sum(await Promise.all(all.map(({ context }) => payInLedger.round(context))))
    const left = hold === null ? 0 : held.length
    expect(await round()).toBe(count - left)
    expect(await countPaid(first.context, held)).toBe(held.length - left)
    await hold?.letGo()
    expect(await round()).toBe(left)
    expect(await countPaid(first.context, ids)).toBe(count)
    await requireSound(first.context)
  })
})

/** Lets this service stand still as soon as it has locked what it found due, until it may go on. */
function standStill(context: Context) {
  const taken = Promise.withResolvers<number>()
  const going = Promise.withResolvers<void>()
  let stood = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // The first look finds one, and locks none.
      if (!stood && result.rows.length > 1) {
        stood = true
        taken.resolve(result.rows.length)
        await going.promise
      }
      return result
    },
  }
  Object.assign(context, { db: context.db.withPlugin(plugin) })
  onTestFinished(() => going.resolve())
  return { taken: taken.promise, goOn: () => going.resolve() }
}
