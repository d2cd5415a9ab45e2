import type { Db } from '@furrow/storage/db.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { type NotNull, sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { endOfDay, second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { mostCost } from './attempts.ts'
import { readGasOf } from './gas-spent.ts'
import { isSentAs } from './sent.ts'

export const overBudget =
  "The service has spent its gas for this giver's quests today, and calls again tomorrow; what the contract lets anybody call may be called by anybody now."

/** How long calls wait for others on their way, which may cost less than they offer. */
const soon = 30 * second

/** In a day (UTC), on one chain. A giver's first call of the day goes whatever it costs. */
export type GasBudget = {
  isHeld(giver: Address): boolean
  /** Holds all calls of a giver whose next one, of at most `cost` wei, is too much; everybody else's go on. */
  holds(giver: Address, cost: bigint): Promise<boolean>
}

/** null where there is no bound. */
export async function openGasBudget(context: Context, escrow: Escrow): Promise<GasBudget | null> {
  const { clock, db, escrows, log } = context
  const { gasBudget } = escrow
  if (gasBudget === null) return null
  const contracts = escrows.all.filter(({ chainId }) => chainId === escrow.chainId).map(({ id }) => id)
  const underWay = await readUnderWay(db, contracts)
  const spent = new Map<Address, bigint>()
  const held = new Set<Address>()

  return {
    isHeld: giver => held.has(giver),
    async holds(giver, cost) {
      const known = spent.get(giver) ?? (await readGasOf(db, clock, contracts, giver))
      spent.set(giver, known)
      const waiting = underWay.get(giver) ?? 0n
      if (known < gasBudget && (waiting === 0n || known + waiting + cost <= gasBudget)) {
        underWay.set(giver, waiting + cost)
        return false
      }
      const isOver = known >= gasBudget
      if (isOver) log.warn({ giver, contract: escrow.id }, 'the gas budget of a giver is spent for today')
      const until = isOver ? endOfDay(clock.now()) : clock.now() + soon
      held.add(giver)
      await holdAll(db, escrow, giver, until, isOver ? overBudget : null)
      return true
    },
  }
}

/** After a start the settings may be other ones: calls that wait for a budget are judged again. */
export async function judgeAgain(db: Db, { id }: Escrow): Promise<void> {
  await db
    .updateTable('escrow_calls')
    .set({ not_before: 0, problem: null })
    .where('contract', '=', id)
    .where('state', '=', sql.lit('queued' as const))
    .where('problem', '=', overBudget)
    .execute()
}

/** The most that sent calls that are not final may cost each giver; calls of a batch in equal parts. */
async function readUnderWay(db: Db, contracts: readonly string[]): Promise<Map<Address, bigint>> {
  const rows = await db
    .selectFrom('escrow_calls')
    .innerJoin('escrow_attempts', join =>
      join.on(isSentAs).onRef('escrow_attempts.nonce', '=', 'escrow_calls.nonce'),
    )
    .select(['escrow_calls.id', 'call_id', 'gas', 'max_fee', 'l1_fee'])
    .select(({ selectFrom }) =>
      selectFrom('quests').whereRef('quests.id', '=', 'escrow_calls.quest_id').select('giver').as('giver'),
    )
    .$narrowType<{ giver: NotNull }>()
    .where('escrow_calls.contract', 'in', contracts)
    .where('state', '=', sql.lit('sent' as const))
    .orderBy('attempt')
    .execute()
  const newest = [...new Map(rows.map(row => [row.id, row])).values()]
  const together = new Map<string, bigint>()
  for (const { call_id } of newest) together.set(call_id, (together.get(call_id) ?? 0n) + 1n)
  const sums = new Map<Address, bigint>()
  for (const { giver, ...row } of newest) {
    const part = mostCost(row) / (together.get(row.call_id) ?? 1n)
    sums.set(giver, (sums.get(giver) ?? 0n) + part)
  }
  return sums
}

/** All at once: a thousand calls of one giver take no turns from anybody else. */
async function holdAll(
  db: Db,
  { id }: Escrow,
  giver: Address,
  until: number,
  problem: string | null,
): Promise<void> {
  await transaction(db, async trx => {
    await trx
      .updateTable('escrow_calls')
      .set({ not_before: until, ...(problem !== null && { problem }) })
      .where('contract', '=', id)
      .where('state', '=', sql.lit('queued' as const))
      .where('not_before', '<', until)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('quests')
            .select('quests.id')
            .whereRef('quests.id', '=', 'escrow_calls.quest_id')
            .where('quests.giver', '=', giver),
        ),
      )
      .execute()
    await countChange(trx, 'quests')
  })
}
