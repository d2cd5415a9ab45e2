import { fromUnits } from '@furrow/sdk/amount'
import { hasLeft } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import pLimit from 'p-limit'
import { type Address, checksum } from '../../../ground/address.ts'
import { type Movement, sumOf } from '../../../ground/clients/movements.ts'
import { findPayment, readTokenDecimals, type Sight } from '../../../ground/clients/payments.ts'
import { instant, second } from '../../../ground/clock.ts'
import { confirmationsOf } from '../../../ground/config/payments.ts'
import type { Context } from '../../../ground/context.ts'
import { UnavailableError } from '../../../ground/errors.ts'
import { oneFor } from '../../../ground/one-for.ts'
import { toLedger } from '../../../rules/ledger/amounts.ts'
import type { Transaction } from '../../../rules/lifecycle/quest.ts'
import { findOthersOf, type OtherWork } from './shared-payments.ts'

export type PaidWork = Pick<
  AssignmentRow,
  'quest_id' | 'farmer' | 'giver' | 'token' | 'amount' | 'paid' | 'accepted_at'
>

/** `waiting`: right as far as that can be seen, with too few confirmations. */
export type PaymentVerdict =
  | { readonly kind: 'final'; readonly paidAt: number; readonly payer: Address }
  | { readonly kind: 'waiting' | 'absent' }
  | { readonly kind: 'wrong'; readonly problem: string }

const most = { atOnce: 4, waiting: 50 }
const limitOf = oneFor((_: Context) => pLimit(most.atOnce))

/** As its chain tells it now. @throws UnavailableError where the chain cannot be asked, or too many are. */
export async function judgePayment(
  context: Context,
  work: PaidWork,
  transaction: Transaction,
  sight: Sight,
): Promise<PaymentVerdict> {
  const limit = limitOf(context)
  if (limit.pendingCount >= most.waiting)
    throw new UnavailableError('Too many payments are looked up at once; try again in a moment.', {
      code: 'busy',
    })
  return limit(() => ask(context, work, transaction, sight))
}

async function ask(
  { chains, config, db }: Context,
  work: PaidWork,
  transaction: Transaction,
  sight: Sight,
): Promise<PaymentVerdict> {
  const { quest_id, farmer, giver, token: symbol } = work
  const { chainId } = transaction
  const token = config.payments.tokensOf.get(chainId)?.get(symbol.toUpperCase())
  if (token === undefined) throw unreachable(chainId)
  const [payee, wallet] = await Promise.all([
    readWallet(db, quest_id, farmer),
    readWallet(db, quest_id, giver),
  ])
  const [found, decimals] = await Promise.all([
    findPayment(sight, { ...transaction, token, payee, giver: wallet }),
    readTokenDecimals(chains, chainId, token),
  ]).catch(error => {
    throw unreachable(chainId, error)
  })
  if (found.kind === 'absent') return { kind: 'absent' }
  if (found.kind === 'unmined') return { kind: 'waiting' }
  if (found.kind === 'failed') return wrong('it failed on chain, and moved nothing.')
  const { confirmations, minedAt, movements } = found
  if (movements === null) return wrong(untold(chainId, symbol))
  if (movements.length === 0) return wrong(`it moves no ${symbol} to ${checksum(farmer)}.`)
  if (minedAt < work.accepted_at - (work.accepted_at % second))
    return wrong(`it is of ${instant(minedAt)}, before the place was taken.`)
  const others = await findOthersOf(db, work, transaction)
  const payer = payerOf({ work, wallet, movements, others, decimals })
  if (typeof payer === 'object') return wrong(payer.problem)
  return confirmations >= confirmationsOf(config.payments, chainId)
    ? { kind: 'final', paidAt: minedAt, payer: payer === wallet ? giver : payer }
    : { kind: 'waiting' }
}

type Judged = {
  readonly work: PaidWork
  /** The giver's. */
  readonly wallet: Address
  readonly movements: readonly Movement[]
  readonly others: readonly OtherWork[]
  readonly decimals: number
}

/**
 * The giver, where their wallet moved enough for this work, for the others that they show it for, and for those of other
 * givers that count as paid by it; else the wallet that gave most. The payment of one work pays no other.
 */
function payerOf({
  work,
  wallet,
  movements,
  others,
  decimals,
}: Judged): Address | { readonly problem: string } {
  const due = (one: Pick<PaidWork, 'amount' | 'paid'>) => inUnits(one.paid ?? one.amount, decimals)
  const dueOf = (some: readonly OtherWork[]) => some.reduce((sum, one) => sum + due(one), 0n)
  const own = movements.filter(({ from }) => from === wallet)
  const theirs = others.filter(({ giver, payer, payment }) =>
    giver === work.giver ? (payer ?? giver) === giver : payment === 'paid' && payer === wallet,
  )
  if (sumOf(own) >= due(work) + dueOf(theirs)) return wallet
  const [all, taken] = [sumOf(movements), dueOf(others)]
  if (all < due(work) + taken) {
    const shown = fromUnits(taken, decimals)
    const rest =
      taken === 0n ? '' : `, of which ${shown} ${work.token} is shown for other work of this farmer`
    const released = `${work.paid ?? work.amount} ${work.token} was released.`
    return { problem: `it moves ${fromUnits(all, decimals)} ${work.token}${rest}, and ${released}` }
  }
  const strangers = movements.filter(({ from }) => from !== wallet)
  const [largest] = (strangers.length > 0 ? strangers : movements).toSorted((a, b) =>
    a.amount > b.amount ? -1 : 1,
  )
  return largest?.from ?? wallet
}

function untold(chainId: number, symbol: string): string {
  return `the node of chain ${chainId} cannot say what ${symbol} the calls inside it moved. Pay straight from a wallet, or ask the operator for a node that traces transactions (debug_traceTransaction).`
}

/** People who left are paid all the same, at the wallet that did the work. */
async function readWallet(db: Db, questId: string, party: Address): Promise<Address> {
  if (!hasLeft(party)) return party
  const row = await db
    .selectFrom('pseudonyms')
    .select('address')
    .where('pseudonym', '=', party)
    .where('quest_id', '=', questId)
    .executeTakeFirst()
  return row?.address ?? party
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
  return new UnavailableError(`Chain ${chainId} cannot be asked right now.`, {
    code: 'chain-unavailable',
    cause,
  })
}
