import type { Selectable } from 'kysely'
import type { Address } from '../address.ts'
import type { Db } from '../db/database.ts'
import type { Account, LedgerBalanceTable, QuestRow } from '../db/tables.ts'
import { toUnits } from './amounts.ts'

export type Transfer = {
  /** Says what it is for, and is booked once: `release:<quest>:<farmer>`. */
  readonly id: string
  readonly questId: string
  readonly token: string
  readonly at: number
  readonly from: { readonly account: Account; readonly party: Address }
  readonly to: { readonly account: Account; readonly party: Address }
  /** In the token's smallest ledger units. */
  readonly units: bigint
}

/**
 * Books a transfer in the double-entry ledger: what one account loses another gains, so each token's entries sum to
 * zero, and what is held is what was promised less what was released or refunded. A second booking of the same id
 * fails the transaction.
 */
export async function book(trx: Db, transfer: Transfer): Promise<void> {
  const { id, questId, token, at, from, to, units } = transfer
  await trx.insertInto('ledger_transfers').values({ id, quest_id: questId, token, at }).execute()
  await trx
    .insertInto('ledger_entries')
    .values([
      { transfer_id: id, ...from, amount: String(-units) },
      { transfer_id: id, ...to, amount: String(units) },
    ])
    .execute()

  const balances = await lockBalances(trx, token)
  const add = (account: Account, change: bigint) => String(BigInt(balances[account]) + change)
  await trx
    .updateTable('ledger_balances')
    .set({ [from.account]: add(from.account, -units), [to.account]: add(to.account, units) })
    .where('token', '=', token)
    .execute()
}

/** Books that the whole reward of a quest is held for its farmers, once. */
export async function bookPromise(trx: Db, quest: QuestRow, at: number): Promise<void> {
  await book(trx, {
    id: `promise:${quest.id}`,
    questId: quest.id,
    token: quest.token,
    at,
    from: { account: 'promised', party: quest.giver },
    to: { account: 'held', party: quest.giver },
    units: toUnits(quest.amount) * BigInt(quest.max_farmers),
  })
}

/** The token's balances, which no other transaction can change until this one ends. */
async function lockBalances(trx: Db, token: string): Promise<Selectable<LedgerBalanceTable>> {
  return trx
    .insertInto('ledger_balances')
    .values({ token, promised: '0', held: '0', released: '0', refunded: '0' })
    .onConflict(conflict => conflict.column('token').doUpdateSet({ token }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
