import type { Db } from '@furrow/storage/db.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { type Clock, day } from '../../../ground/clock.ts'
import type { Figures } from '../../../ground/http/figures.ts'
import { rarely } from './rarely.ts'

const mostSent = 200

export const balanceFigures: Figures = {
  gauges: {
    furrow_escrow_balance_days: {
      help: 'For how many days the operator can pay for gas, if it sends as much as it did lately, at the fees of now.',
      labels: ['operator'],
    },
  },
  read: rarely(async ({ clock, db }, escrow) => {
    const { gas, l1Fee } = await readGasADay(db, clock, escrow)
    if (gas === 0) return []
    const [balance, { maxFee }] = await Promise.all([escrow.readBalance(), escrow.readFees()])
    const value = Number(balance) / (gas * Number(maxFee) + l1Fee)
    return [{ name: 'furrow_escrow_balance_days', labels: { operator: escrow.operatorId }, value }]
  }),
}

/** 0 where nothing was ever sent. Transactions of less than a day are taken for a whole day's. */
async function readGasADay(
  db: Db,
  clock: Clock,
  { operatorId }: Escrow,
): Promise<{ readonly gas: number; readonly l1Fee: number }> {
  const sent = await db
    .selectFrom(
      db
        .selectFrom('escrow_nonces')
        .selectAll()
        .where('operator', '=', operatorId)
        .orderBy('nonce', 'desc')
        .limit(mostSent)
        .as('sent'),
    )
    .innerJoin('escrow_attempts', join =>
      join
        .onRef('escrow_attempts.call_id', '=', 'sent.call_id')
        .onRef('escrow_attempts.nonce', '=', 'sent.nonce')
        .on('escrow_attempts.attempt', '=', 1),
    )
    .select(['gas', 'l1_fee', 'at'])
    .execute()
  const since = Math.min(...sent.map(({ at }) => Number(at)))
  const days = Math.max((clock.now() - since) / day, 1)
  const sum = (values: readonly string[]) => values.reduce((total, value) => total + Number(value), 0) / days
  return { gas: sum(sent.map(({ gas }) => gas)), l1Fee: sum(sent.map(row => row.l1_fee)) }
}
