import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { readPriceAt } from '../../ground/clients/price-feeds.ts'
import { day, hour, minute, never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'

const atOnce = 10
/** A feed that could not be asked for so long is asked no more. */
const patience = 7 * day

type Due = {
  readonly quest_id: string
  readonly farmer: Address
  readonly check_at: number
  readonly tries: number
  readonly token: string
  readonly paid_at: number | null
}

/**
 * Keeps what a token was worth at the time of each proved payment; the database notes each of them as it is proved. The next try
 * is set before each one, so that processes share them.
 */
export const pricePayments: Duty = {
  name: 'keep the prices of payments',
  isPatient: true,
  soonest: ({ config }, until) =>
    config.priceFeeds.size === 0
      ? null
      : sql`(select min(check_at) from payment_prices where check_at <= ${until})`,
  async round(context) {
    if (context.config.priceFeeds.size === 0) return 0
    const now = context.clock.now()
    const { rows } = await sql<Due>`
      select p.quest_id, p.farmer, p.check_at, p.tries, a.token,
        case when a.rail = 'chain' then a.released_at when a.payment = 'paid' then a.paid_at end as paid_at
      from (select * from payment_prices where check_at <= ${now} order by check_at limit ${sql.lit(atOnce)}) p
      join assignments a on a.quest_id = p.quest_id and a.farmer = p.farmer`.execute(context.db)
    const done = await Promise.all(rows.map(row => attend(context, row, now)))
    return done.filter(Boolean).length
  },
}

/** @returns whether there is nothing more to do for it. */
async function attend(context: Context, row: Due, now: number): Promise<boolean> {
  const { chains, config, log } = context
  const feed = config.priceFeeds.get(row.token.toUpperCase())
  const { paid_at: paidAt } = row
  const isOver = feed === undefined || paidAt === null || now - paidAt > patience
  const next = isOver ? never : now + Math.min(6 * hour, minute * 2 ** Math.min(row.tries, 10))
  if (!(await take(context, row, next)) || isOver) return isOver
  try {
    const found = await readPriceAt(chains, feed, paidAt)
    await keep(context, row, {
      paid_at: paidAt,
      price: found?.price ?? null,
      currency: found && feed.currency,
      price_at: found?.at ?? null,
    })
    return true
  } catch (err) {
    log.warn({ err, quest: row.quest_id, chainId: feed.chainId }, 'the price of a payment cannot be read')
    return false
  }
}

async function take({ db }: Context, row: Due, next: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_prices')
    .set({ check_at: next, tries: row.tries + 1 })
    .where('quest_id', '=', row.quest_id)
    .where('farmer', '=', row.farmer)
    .where('check_at', '=', row.check_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Kept = {
  readonly paid_at: number
  readonly price: string | null
  readonly currency: string | null
  readonly price_at: number | null
}

async function keep({ db }: Context, { quest_id, farmer }: Due, kept: Kept): Promise<void> {
  await db
    .updateTable('payment_prices')
    .set({ ...kept, check_at: never })
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', farmer)
    .execute()
}
