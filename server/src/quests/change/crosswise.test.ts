import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWallet, engine, type Harness, reviewWindow, sampleQuest } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { startTwins } from '../../../test/twins.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError } from '../../ground/errors.ts'
import { sendMail } from '../../people/mail/mail.ts'
import { changeProfile } from '../../people/profile/change.ts'
import { linkAccount } from '../../people/profile/codehost-account.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import { awardSeasons } from '../../rules/points/award-seasons.ts'
import { postQuest } from '../board/post.ts'
import { pinWork } from '../codehost/pin-work.ts'
import { payInLedger } from '../rails/ledger-rail/due.ts'
import { change } from './change.ts'

type Address = ReturnType<typeof createWallet>['address']
type State = 'none' | 'accepted' | 'in-review' | 'disputed' | 'released'
/** A farmer's part, from which the action starts. */
type Part = { readonly questId: string; readonly giver: Address; readonly farmer: Address }
type Action = {
  readonly from: State
  readonly act: (context: Context, part: Part) => Promise<unknown>
}

const command =
  (toCommand: (part: Part, context: Context) => Command): Action['act'] =>
  (context, part) =>
    change(context, part.questId, toCommand(part, context))
const later = (context: Context, time: number): Context => ({
  ...context,
  clock: { ...context.clock, now: () => context.clock.now() + time },
})

const actions: Record<string, Action> = {
  // First, and so not beside all of the others: it leaves them nothing to do.
  'pay what is due': { from: 'in-review', act: context => payInLedger.round(later(context, reviewWindow)) },
  post: { from: 'none', act: (context, { giver }) => postQuest(context, giver, sampleQuest) },
  accept: { from: 'none', act: command(({ farmer: by }) => ({ kind: 'accept', by })) },
  withdraw: { from: 'accepted', act: command(({ farmer: by }) => ({ kind: 'withdraw', by })) },
  submit: { from: 'accepted', act: command(({ farmer }) => submission(farmer)) },
  approve: {
    from: 'in-review',
    act: command(({ giver: by, farmer }) => ({ kind: 'approve', by, farmer })),
  },
  dispute: { from: 'in-review', act: command(({ giver, farmer }) => dispute(giver, farmer)) },
  resolve: {
    from: 'disputed',
    act: command(({ farmer }, { config }) => ({
      kind: 'resolve',
      by: config.platformWallet as Address,
      farmer,
      outcome: 'pay',
      reason: null,
    })),
  },
  cancel: { from: 'accepted', act: command(({ giver: by }) => ({ kind: 'cancel', by })) },
  complete: { from: 'in-review', act: command(({ giver: by }) => ({ kind: 'complete', by })) },
  review: {
    from: 'released',
    act: command(({ giver: by, farmer }) => ({
      kind: 'review',
      by,
      reviewee: farmer,
      rating: 5,
      comment: '',
    })),
  },
  mail: {
    from: 'none',
    act: (context, { giver, farmer }) => sendMail(context, giver, { to: farmer, subject: 's', body: 'b' }),
  },
  'join a guild': {
    from: 'none',
    act: (context, { farmer, questId }) =>
      changeProfile(context, farmer, { farmerProfile: { guild: `guild ${questId.at(-1)}` } }, pinWork),
  },
  'link an account': {
    from: 'accepted',
    act: (context, { farmer }) =>
      transaction(context.db, trx =>
        linkAccount(trx, context, farmer, { id: farmer, login: farmer, since: null }, pinWork),
      ),
  },
  'award a season': { from: 'released', act: context => awardSeasons.round(later(context, 100 * day)) },
}

const submission = (by: Address): Command => ({ kind: 'submit', by, url: null, note: 'done' })
const dispute = (by: Address, farmer: Address): Command => ({ kind: 'dispute', by, farmer, reason: 'no' })

const shared = ['address_counts', 'address_amounts', 'badges', 'season_pairs', 'season_scores', 'work_pairs']

/** From here on PostgreSQL takes its time over each row that people share: two are in the middle of it at once. */
async function linger(db: Db): Promise<void> {
  if (engine === 'sqlite') return
  await sql`create function linger() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.001); return new; end $$`.execute(db)
  for (const table of shared)
    await sql`create trigger lingering before insert on ${sql.table(table)}
      for each row execute function linger()`.execute(db)
}

type Doing = { readonly name: string; readonly part: Part }

const pairs = Object.keys(actions).flatMap((one, index, all) =>
  all.slice(index).map(other => [one, other] as const),
)
const pairsAtOnce = 24

/** Three quests for each pair, with a farmer for each of the two: the same few people meet in all of them. */
async function prepare(context: Context, some: typeof pairs): Promise<(readonly [Doing, Doing])[]> {
  const givers = Array.from({ length: 3 }, () => createWallet().address)
  const farmers = Array.from({ length: 7 }, () => createWallet().address)
  const doings = await Promise.all(
    some.flatMap(([one, other]) =>
      givers.map(async (giver, index) => {
        const { id: questId } = await postQuest(context, giver, { ...sampleQuest, maxFarmers: 4 })
        const doing = (name: string, nth: number): Doing => {
          const farmer = farmers[(index + nth) % farmers.length] as Address
          return { name, part: { questId, giver, farmer } }
        }
        return [doing(one, 0), doing(other, 1 + (index % 2))] as const
      }),
    ),
  )
  const bring = (states: readonly State[], toCommand: (part: Part) => Command) =>
    Promise.all(
      doings
        .flat()
        .filter(({ name }) => states.includes((actions[name] as Action).from))
        .map(({ part }) => change(context, part.questId, toCommand(part))),
    )
  await bring(['accepted', 'in-review', 'disputed', 'released'], ({ farmer: by }) => ({ kind: 'accept', by }))
  await bring(['in-review', 'disputed', 'released'], ({ farmer }) => submission(farmer))
  await bring(['disputed'], ({ giver, farmer }) => dispute(giver, farmer))
  await bring(['released'], ({ giver: by, farmer }) => ({ kind: 'approve', by, farmer }))
  await context.db.deleteFrom('meta').where('key', '=', 'seasons-awarded').execute()
  return doings
}

describe('two services that do any two things at once with the same quests and people, crosswise,', () => {
  test('never wait for each other in a circle', async () => {
    const [one, other] = await startTwins()
    await linger(one.context.db)
    const { failures } = watchDatabase()
    const done = new Map<string, number>()
    const attempt = async ({ context }: Harness, { name, part }: Doing) => {
      try {
        await (actions[name] as Action).act(context, part)
        done.set(name, (done.get(name) ?? 0) + 1)
      } catch (error) {
        // The act of one makes the other impossible.
        if (!(error instanceof HttpError)) throw error
      }
    }
    for (let from = 0; from < pairs.length; from += pairsAtOnce) {
      const doings = await prepare(one.context, pairs.slice(from, from + pairsAtOnce))
      await Promise.all([
        ...doings.map(([doing]) => attempt(one, doing)),
        ...doings.toReversed().map(([, doing]) => attempt(other, doing)),
      ])
    }
    // On SQLite one of two who begin is told to try again.
    expect(failures.filter(({ sql }) => sql !== 'begin immediate')).toEqual([])
    for (const name of Object.keys(actions)) expect(done.get(name) ?? 0, name).toBeGreaterThan(9)
    await requireSound(one.context)
  })
})
