import { toLog } from '@furrow/storage/outage.ts'
import type { PaymentRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { createSight, type Sight } from '../../../ground/clients/payments.ts'
import { day, hour, minute, never } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import type { Duty } from '../../../ground/duty.ts'
import { UnavailableError } from '../../../ground/errors.ts'
import type { Command } from '../../../rules/lifecycle/commands/all.ts'
import { firstPause } from '../../../rules/lifecycle/commands/shown-payments.ts'
import { tryChange } from '../../change/change.ts'
import { judgePayment, type PaidWork, type PaymentVerdict } from './judge-payment.ts'

const atOnce = 10
/** How long a transaction is waited for, and how long one that counts is looked at again. */
const patience = day

/** The next look is set before each look, so that processes share them. */
export const followPayments: Duty = {
  name: 'look after payments that were shown',
  soonest: ({ config }, until) =>
    config.payments.tokensOf.size === 0
      ? null
      : sql`(select min(check_at) from payments where check_at <= ${until})`,
  async round(context) {
    if (context.config.payments.tokensOf.size === 0) return 0
    const now = context.clock.now()
    // Found before they are joined, with a literal limit: a plan that is made once knows how few they are.
    const due = await context.db
      .selectFrom(({ selectFrom }) =>
        selectFrom('payments')
          .selectAll()
          .where('check_at', '<=', now)
          .orderBy('check_at')
          .limit(sql.lit(atOnce))
          .as('due'),
      )
      .innerJoin('assignments', join =>
        join
          .onRef('assignments.quest_id', '=', 'due.quest_id')
          .onRef('assignments.farmer', '=', 'due.farmer'),
      )
      .selectAll('due')
      .select(['assignments.giver', 'assignments.token', 'assignments.amount', 'assignments.paid'])
      .select('assignments.accepted_at')
      .execute()
    const sight = createSight(context.chains)
    const done = await Promise.all(due.map(row => follow(context, row, now, sight)))
    return done.filter(Boolean).length
  },
}

type Due = PaymentRow & PaidWork

/** @returns whether the payment changed. */
async function follow(context: Context, row: Due, now: number, sight: Sight): Promise<boolean> {
  if (!(await take(context, row, now))) return false
  const { chain_id: chainId, hash, quest_id: questId } = row
  try {
    const verdict = await judgePayment(context, row, { chainId, hash }, sight)
    const command = commandFor(row, verdict, now)
    return command !== null && (await tryChange(context, questId, command)).changed
  } catch (error) {
    if (error instanceof UnavailableError) context.log.warn({ quest: questId, chainId }, error.message)
    else context.log.error({ ...toLog(error), quest: questId }, 'a payment could not be looked up')
    return false
  }
}

async function take({ db }: Context, row: Due, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ tries: row.tries + 1, check_at: nextLook(row, now) })
    .where('quest_id', '=', row.quest_id)
    .where('farmer', '=', row.farmer)
    .where('check_at', '=', row.check_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function nextLook({ status, since, tries }: PaymentRow, now: number): number {
  if (status === 'refused') return never
  if (status === 'paid' && now - since >= patience) return never
  const longest = status === 'paid' ? hour : undefined
  return now + pauseAfter(tries, longest)
}

export function pauseAfter(tries: number, longest = 10 * minute): number {
  return Math.min(longest, firstPause * 2 ** Math.min(tries, 12))
}

function commandFor(row: Due, verdict: PaymentVerdict, now: number): Command | null {
  const { farmer, chain_id: chainId, hash, status, since } = row
  const about = { by: null, farmer, chainId, hash } as const
  if (verdict.kind === 'wrong') return { kind: 'refuse-payment', ...about, fault: verdict.fault }
  if (verdict.kind === 'final') {
    const { paidAt, payer, proposal } = verdict
    return status === 'paid' ? null : { kind: 'settle-payment', ...about, paidAt, payer, proposal }
  }
  if (status === 'paid') return { kind: 'reorganise-payment', ...about }
  if (now - since < patience) return null
  return { kind: 'refuse-payment', ...about, fault: { code: 'unconfirmed' } }
}
