import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import { createSight, type Sight } from '../../ground/clients/payments.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { HttpError, UnavailableError } from '../../ground/errors.ts'
import { pauseAfter } from '../rails/ledger-rail/follow-payments.ts'
import { lookAtThanks } from './pay.ts'
import type { ThanksRow } from './rows.ts'

const atOnce = 10
/** How long a transaction is waited for; a promise whose transaction is waited for does not lapse meanwhile. */
const patience = day

/** Promises whose transaction waits for its confirmations, and those that nobody paid in time. */
export const attendThanks: Duty = {
  name: 'look after thanks that are not paid yet',
  soonest: (_, until) => sql`(select min(check_at) from thanks where check_at <= ${until})`,
  async round(context) {
    const now = context.clock.now()
    const due = await context.db
      .selectFrom('thanks')
      .selectAll()
      .where('check_at', '<=', now)
      .orderBy('check_at')
      .limit(sql.lit(atOnce))
      .execute()
    const sight = createSight(context.chains)
    const done = await Promise.all(due.map(row => attend(context, row, now, sight)))
    return done.filter(Boolean).length
  },
}

async function attend(context: Context, row: ThanksRow, now: number, sight: Sight): Promise<boolean> {
  const { chain_id: chainId, hash, shown_at } = row
  if (chainId === null || hash === null || shown_at === null) return lapse(context, row)
  if (!(await take(context, row, now))) return false
  try {
    const verdict = await lookAtThanks(context, row, { chainId, hash }, sight)
    if (verdict.kind === 'final') return true
    if (verdict.kind !== 'wrong' && now - shown_at < patience) return false
    return forget(context, row)
  } catch (error) {
    if (error instanceof UnavailableError) context.log.warn({ thanks: row.id, chainId }, error.message)
    else if (error instanceof HttpError) return forget(context, row)
    else context.log.error({ ...toLog(error), thanks: row.id }, 'a thanks could not be looked up')
    return false
  }
}

async function lapse({ db }: Context, row: ThanksRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('thanks')
    .where('id', '=', row.id)
    .where('quest_id', 'is', null)
    .where('hash', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

async function take({ db }: Context, row: ThanksRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('thanks')
    .set({ tries: row.tries + 1, check_at: now + pauseAfter(row.tries) })
    .where('id', '=', row.id)
    .where('check_at', '=', row.check_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The transaction pays nothing: another one may be shown as long as the promise stands. */
async function forget({ db }: Context, row: ThanksRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('thanks')
    .set({ chain_id: null, hash: null, shown_at: null, check_at: row.lapses_at })
    .where('id', '=', row.id)
    .where('hash', '=', row.hash)
    .where('quest_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
