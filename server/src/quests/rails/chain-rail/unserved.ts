import { sql } from 'kysely'
import { minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import type { Figures } from '../../../ground/http/figures.ts'
import { oneFor } from '../../../ground/one-for.ts'
import { unfinishedStatuses } from '../../../rules/lifecycle/quest.ts'

const mostCounted = 1_000

export const unservedSentence = 'This quest belongs to an escrow contract that this service no longer serves.'

/** The number of its funded quests that are not over, at most 1,000. */
export type Unserved = { readonly contract: string; readonly quests: number }

export async function readUnserved({ db, escrows }: Pick<Context, 'db' | 'escrows'>): Promise<Unserved[]> {
  const known = await db.selectFrom('escrow_contracts').select('contract').orderBy('contract').execute()
  const unserved = known.filter(({ contract }) => escrows.byId(contract) === null)
  const counted = await Promise.all(
    unserved.map(async ({ contract }) => {
      const open = db
        .selectFrom('quests')
        .select('quests.id')
        .where('quests.rail', '=', sql.lit('chain' as const))
        .where(
          'quests.status',
          'in',
          unfinishedStatuses.map(status => sql.lit(status)),
        )
        // By the key of each open quest: finished quests are more than open ones.
        .where(({ eb, selectFrom }) =>
          eb(
            selectFrom('escrows')
              .select('contract')
              .whereRef('escrows.quest_id', '=', 'quests.id')
              .where('escrows.status', '=', sql.lit('funded' as const)),
            '=',
            contract,
          ),
        )
        .limit(mostCounted)
      const { count } = await db
        .selectFrom(open.as('found'))
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return { contract, quests: Number(count) }
    }),
  )
  return counted.filter(({ quests }) => quests > 0)
}

export async function tellOfUnserved(context: Context): Promise<void> {
  for (const { contract, quests } of await readUnserved(context))
    context.log.error(
      { contract, quests },
      'quests that are not over have their funds in an escrow contract that the settings have no more: nothing of them is paid until ESCROWS lists it, at least as retired',
    )
}

export const unservedFigures: Figures = {
  gauges: {
    furrow_escrow_unserved_quests: {
      help: `Quests that are not over, and have their funds in a contract that the settings have no more; at most ${mostCounted}.`,
      labels: ['contract'],
    },
  },
  async read(context) {
    const last = lastCount(context)
    const now = context.clock.now()
    if (last.count === null || Math.abs(now - last.at) >= freshFor)
      Object.assign(last, { at: now, count: await readUnserved(context) })
    return (last.count ?? []).map(({ contract, quests }) => ({
      name: 'furrow_escrow_unserved_quests',
      labels: { contract },
      value: quests,
    }))
  },
}

const freshFor = 5 * minute
const lastCount = oneFor((_: Context) => ({ at: 0, count: null as Unserved[] | null }))
