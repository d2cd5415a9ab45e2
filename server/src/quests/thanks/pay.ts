import type { Thanks, ThanksChange } from '@furrow/sdk/contract'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Address } from '../../ground/address.ts'
import type { Sight } from '../../ground/clients/payments.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { writeWorded } from '../../people/mail/notices.ts'
import { firstPause } from '../../rules/lifecycle/commands/shown-payments.ts'
import { requireActOnThanks } from '../../rules/lifecycle/promised-thanks.ts'
import type { Transaction } from '../../rules/lifecycle/quest.ts'
import { askRule } from '../change/refused.ts'
import { judgePayment, type PaymentVerdict } from '../rails/ledger-rail/judge-payment.ts'
import {
  chooseChain,
  lookFor,
  requireFreePart,
  requireKnownToken,
  requirePlausible,
} from '../rails/ledger-rail/take-payment.ts'
import { bookThanks } from './book.ts'
import { findThanks, readThanks } from './list.ts'
import type { ThanksRow } from './rows.ts'

/** @returns the thanks after it; null where it was withdrawn. @throws HttpError where the rules refuse it. */
export async function actOnThanks(
  context: Context,
  caller: Address,
  change: ThanksChange,
): Promise<Thanks | null> {
  const { db } = context
  const row = await findThanks(db, change.id, caller).catch(error => {
    // Nothing is left of it, as they wish.
    if (change.action === 'withdraw' && error instanceof NotFoundError) return null
    throw error
  })
  if (row === null) return null
  const now = context.clock.now()
  if (row.quest_id !== null && isRepeated(row, change, caller)) return readThanks(db, row)
  askRule(now, () => requireActOnThanks(toPromised(row), change.action, caller, now))
  switch (change.action) {
    case 'paid':
      await showPaid(context, row, change)
      break
    case 'received':
      await bookThanks(context, { row, by: caller, payment: null })
      break
    case 'say-paid':
      await sayPaid(context, row)
      break
    case 'not-received':
      await alter(context, row, { said_at: null })
      break
    default:
      await withdraw(context, row)
      return null
  }
  return readThanks(db, await findThanks(db, row.id, row.giver))
}

function toPromised({ farmer, giver, lapses_at, quest_id, said_at }: ThanksRow) {
  return { farmer, giver, lapsesAt: lapses_at, saidAt: said_at, isPaid: quest_id !== null }
}

function isRepeated({ farmer, giver }: ThanksRow, { action }: ThanksChange, by: Address): boolean {
  return (action === 'received' && by === farmer) || (action === 'paid' && by === giver)
}

async function showPaid(
  context: Context,
  row: ThanksRow,
  { chainId: named, txHash }: ThanksChange,
): Promise<void> {
  if (txHash === undefined) throw new BadRequestError('txHash is needed for the action paid.')
  const { payments } = context.config
  const chainId = named ?? chooseChain(payments, row.token)
  requireKnownToken(payments, row.token, chainId)
  const transaction = { chainId, hash: txHash.toLowerCase() }
  const look = lookFor(context, row.giver)
  await requireFreePart(context.db, row, transaction)
  await look.spend()
  const verdict = await lookAtThanks(context, row, transaction, look.sight)
  requirePlausible(verdict, transaction, row.farmer)
  if (verdict.kind !== 'waiting') return
  const now = context.clock.now()
  await alter(context, row, {
    chain_id: chainId,
    hash: transaction.hash,
    shown_at: now,
    check_at: now + firstPause,
    tries: 0,
  })
}

const attempts = 5

/** Booked at the payment's confirmations. A coin that a transaction moved pays a thanks or other work, never both. */
export async function lookAtThanks(
  context: Context,
  row: ThanksRow,
  transaction: Transaction,
  sight: Sight,
): Promise<PaymentVerdict> {
  const { created_at: accepted_at, amount, farmer, giver, id: quest_id, token } = row
  const work = { quest_id, farmer, giver, token, amount, paid: null, accepted_at }
  for (let attempt = 1; ; attempt++) {
    const part = await requireFreePart(context.db, row, transaction)
    const verdict = await judgePayment(context, work, transaction, sight)
    if (verdict.kind !== 'final') return verdict
    const { paidAt, payer } = verdict
    try {
      await bookThanks(context, { row, by: null, payment: { ...transaction, part, paidAt, payer } })
      return verdict
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attempts) throw error
    }
  }
}

async function alter({ db }: Context, row: ThanksRow, change: Partial<ThanksRow>): Promise<void> {
  await db.updateTable('thanks').set(change).where('id', '=', row.id).where('quest_id', 'is', null).execute()
}

/** Tells the one who is thanked, once until they answer. */
async function sayPaid(context: Context, row: ThanksRow): Promise<void> {
  const { clock, db } = context
  const { amount, farmer, giver, token, url } = row
  const now = clock.now()
  await transaction(db, async trx => {
    const said = await trx
      .updateTable('thanks')
      .set({ said_at: now })
      .where('id', '=', row.id)
      .where('quest_id', 'is', null)
      .where('said_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (said === undefined) return
    await writeTogether(trx, async writes => {
      const worded = { key: 'thanks-said', values: { giver, amount, token, url } } as const
      const languages = await readLanguages(trx, [farmer])
      writeWorded(writes, context, { to: farmer, topic: 'payment', ...worded, at: now }, languages)
    })
  })
}

async function withdraw({ db }: Context, row: ThanksRow): Promise<void> {
  await db.deleteFrom('thanks').where('id', '=', row.id).where('quest_id', 'is', null).execute()
}
