import { fromUnits } from '@furrow/sdk/amount'
import { hasLeft } from '@furrow/sdk/contract'
import pLimit from 'p-limit'
import { type Address, checksum } from '../../address.ts'
import { findPayment, readTokenDecimals } from '../../clients/payments.ts'
import { day, instant } from '../../clock.ts'
import { confirmationsOf } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/db.ts'
import type { AssignmentRow } from '../../db/tables.ts'
import { UnavailableError } from '../../errors.ts'
import { toLedger } from '../../ledger/amounts.ts'
import type { Transaction } from '../../lifecycle/quest.ts'
import { oneFor } from '../../one-for.ts'

export type PaidWork = Pick<
  AssignmentRow,
  'quest_id' | 'farmer' | 'token' | 'amount' | 'paid' | 'accepted_at'
>

/** `waiting`: it is what it should be, as far as that can be seen, and has too few confirmations. */
export type PaymentVerdict =
  | { readonly kind: 'final'; readonly paidAt: number; readonly payer: Address }
  | { readonly kind: 'waiting' | 'absent' }
  | { readonly kind: 'wrong'; readonly problem: string }

const most = { atOnce: 4, waiting: 50 }
const limitOf = oneFor((_: Context) => pLimit(most.atOnce))

/** A giver may pay ahead of the work; somebody's old income is no payment of it. */
const ahead = day

/**
 * Whether a transaction paid a piece of work, as its chain says it now.
 * @throws UnavailableError where the chain cannot be asked, or too many are.
 */
export async function judgePayment(
  context: Context,
  work: PaidWork,
  transaction: Transaction,
): Promise<PaymentVerdict> {
  const limit = limitOf(context)
  if (limit.pendingCount >= most.waiting)
    throw new UnavailableError('Too many payments are looked up at once; try again in a moment.')
  return limit(() => ask(context, work, transaction))
}

async function ask(
  { chains, config, db }: Context,
  { quest_id, farmer, token: symbol, amount: promised, paid, accepted_at }: PaidWork,
  { chainId, hash }: Transaction,
): Promise<PaymentVerdict> {
  const amount = paid ?? promised
  const token = config.payments.tokensOf.get(chainId)?.get(symbol.toUpperCase())
  if (token === undefined) throw unreachable(chainId)
  const payee = hasLeft(farmer) ? await readWallet(db, quest_id, farmer) : farmer
  const [found, decimals] = await Promise.all([
    findPayment(chains, { chainId, hash, token, payee }),
    readTokenDecimals(chains, chainId, token),
  ]).catch(error => {
    throw unreachable(chainId, error)
  })
  if (found.kind === 'absent') return { kind: 'absent' }
  if (found.kind === 'unmined') return { kind: 'waiting' }
  if (found.kind === 'failed') return wrong('it failed on chain, and moved nothing.')
  const { confirmations, minedAt, payer } = found
  if (payer === null) return wrong(`it moves no ${symbol} to ${checksum(farmer)}.`)
  if (found.amount < inUnits(amount, decimals))
    return wrong(
      `it moves ${fromUnits(found.amount, decimals)} ${symbol}, and ${amount} ${symbol} was released.`,
    )
  if (minedAt < accepted_at - ahead)
    return wrong(`it is of ${instant(minedAt)}, long before the place was taken.`)
  return confirmations >= confirmationsOf(config.payments, chainId)
    ? { kind: 'final', paidAt: minedAt, payer }
    : { kind: 'waiting' }
}

/** Who left is paid all the same, at the wallet that did the work. */
async function readWallet(db: Db, questId: string, farmer: Address): Promise<Address> {
  const row = await db
    .selectFrom('pseudonyms')
    .select('address')
    .where('pseudonym', '=', farmer)
    .where('quest_id', '=', questId)
    .executeTakeFirst()
  return row?.address ?? farmer
}

/** A reward may be finer than its token: then it is rounded up. */
function inUnits(amount: string, decimals: number): bigint {
  const units = toLedger(amount)
  if (decimals >= 18) return units * 10n ** BigInt(decimals - 18)
  const each = 10n ** BigInt(18 - decimals)
  return (units + each - 1n) / each
}

function wrong(problem: string): PaymentVerdict {
  return { kind: 'wrong', problem }
}

function unreachable(chainId: number, cause?: unknown): UnavailableError {
  return new UnavailableError(`Chain ${chainId} cannot be asked right now.`, { cause })
}
