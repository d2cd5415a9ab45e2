import { fromUnits } from '@furrow/sdk/amount'
import { hasLeft } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import pLimit from 'p-limit'
import type { Address } from '../../../ground/address.ts'
import { cannotBeAsked } from '../../../ground/clients/contract-calls.ts'
import { type Movement, sumOf } from '../../../ground/clients/movements.ts'
import { findPayment, readTokenDecimals, type Sight } from '../../../ground/clients/payments.ts'
import { second } from '../../../ground/clock.ts'
import { confirmationsOf } from '../../../ground/config/payments.ts'
import type { Context } from '../../../ground/context.ts'
import { UnavailableError } from '../../../ground/errors.ts'
import { oneFor } from '../../../ground/one-for.ts'
import { toLedger } from '../../../rules/ledger/amounts.ts'
import type { PaymentFault } from '../../../rules/lifecycle/fault.ts'
import type { Transaction } from '../../../rules/lifecycle/quest.ts'
import { findMandated, findMandates, findPaidTwice, type Mandate } from './mandates.ts'
import { findOthersOf, type OtherWork } from './shared-payments.ts'

export type PaidWork = Pick<
  AssignmentRow,
  'quest_id' | 'farmer' | 'giver' | 'token' | 'amount' | 'paid' | 'accepted_at'
>

/** `waiting`: right so far, unconfirmed; not mined without a payer. `proposal`: the one by which another pays. */
export type PaymentVerdict =
  | {
      readonly kind: 'final'
      readonly paidAt: number
      readonly payer: Address
      readonly proposal: string | null
    }
  | { readonly kind: 'waiting'; readonly proposal: string | null }
  | { readonly kind: 'absent' }
  | { readonly kind: 'wrong'; readonly fault: PaymentFault }

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
  context: Context,
  work: PaidWork,
  transaction: Transaction,
  sight: Sight,
): Promise<PaymentVerdict> {
  const { chains, config, db } = context
  const { quest_id, farmer, giver, token: symbol } = work
  const { chainId } = transaction
  const token = config.payments.tokensOf.get(chainId)?.get(symbol.toUpperCase())
  if (token === undefined) throw cannotBeAsked(chainId)
  const [payee, wallet] = await Promise.all([
    readWallet(db, quest_id, farmer),
    readWallet(db, quest_id, giver),
  ])
  const [found, decimals] = await Promise.all([
    findPayment(sight, { ...transaction, token, payee, giver: wallet }),
    readTokenDecimals(chains, chainId, token),
  ]).catch(error => {
    throw cannotBeAsked(chainId, error)
  })
  if (found.kind === 'absent') return { kind: 'absent' }
  if (found.kind === 'unmined') return { kind: 'waiting', proposal: null }
  if (found.kind === 'failed') return wrong({ code: 'failed' })
  const { confirmations, minedAt, movements } = found
  if (movements === null) return wrong({ code: 'untraced', chainId, token: symbol })
  if (movements.length === 0) return wrong({ code: 'nothing-moved', token: symbol })
  if (minedAt < work.accepted_at - (work.accepted_at % second)) return wrong({ code: 'too-early', minedAt })
  const shares = await readShares(context, work, transaction)
  const paidBy = payerOf({ work, wallet, movements, decimals, ...shares })
  if ('fault' in paidBy) return wrong(paidBy.fault)
  const { payer, proposal } = paidBy
  return confirmations >= confirmationsOf(config.payments, chainId)
    ? { kind: 'final', paidAt: minedAt, payer: payer === wallet ? giver : payer, proposal }
    : { kind: 'waiting', proposal }
}

type Shares = {
  readonly others: readonly OtherWork[]
  /** Paid by it once more, by the wallet that says the proposal. */
  readonly twice: Awaited<ReturnType<typeof findPaidTwice>>
  readonly mandates: readonly Mandate[]
  readonly mandated: ReadonlySet<string>
}

async function readShares(context: Context, work: PaidWork, transaction: Transaction): Promise<Shares> {
  const { chainId } = transaction
  const [others, twice, mandates] = await Promise.all([
    findOthersOf(context.db, work, transaction),
    findPaidTwice(context.db, work, transaction),
    findMandates(context, work, chainId),
  ])
  const unsettled = others.filter(({ payer }) => payer === null).map(({ quest_id }) => quest_id)
  const mandated =
    mandates.length === 0 ? new Set<string>() : await findMandated(context, work.farmer, unsettled, chainId)
  const inToken = twice.filter(({ token }) => token.toUpperCase() === work.token.toUpperCase())
  return { others, twice: inToken, mandates, mandated }
}

type Judged = {
  readonly work: PaidWork
  readonly wallet: Address
  readonly movements: readonly Movement[]
  readonly decimals: number
} & Shares

type PaidBy = { readonly payer: Address; readonly proposal: string | null } | { readonly fault: PaymentFault }

/**
 * The giver, if their wallet moved enough for all works that it pays for; else, reckoned so, the treasury that a passed
 * proposal lets pay; else the wallet that gave most. The payment of one work pays no other.
 */
function payerOf(judged: Judged): PaidBy {
  const { decimals, mandates, movements, others, twice, wallet, work } = judged
  const due = dueIn(decimals)
  if (isEnough(judged, wallet, othersOfGiver(judged))) return { payer: wallet, proposal: null }
  const mandate = mandates.find(({ payer }) => isEnough(judged, payer, othersOfTreasury(judged, payer)))
  if (mandate !== undefined) return mandate
  const [all, taken] = [sumOf(movements), due(others) + due(twice)]
  if (all < due([work]) + taken) {
    const moved = fromUnits(all, decimals)
    const elsewhere = taken === 0n ? null : fromUnits(taken, decimals)
    const released = work.paid ?? work.amount
    return { fault: { code: 'too-little', moved, elsewhere, released, token: work.token } }
  }
  const strangers = movements.filter(({ from }) => from !== wallet)
  const [largest] = (strangers.length > 0 ? strangers : movements).toSorted((a, b) =>
    a.amount > b.amount ? -1 : 1,
  )
  return { payer: largest?.from ?? wallet, proposal: null }
}

type Priced = { readonly amount: string; readonly paid?: string | null }

const dueIn = (decimals: number) => (works: readonly Priced[]) =>
  works.reduce((sum, { amount, paid }) => sum + inUnits(paid ?? amount, decimals), 0n)

function isEnough(
  { decimals, movements, twice, work }: Judged,
  wallet: Address,
  others: readonly Priced[],
): boolean {
  const own = movements.filter(({ from }) => from === wallet)
  const theirs = twice.filter(({ payer }) => payer === wallet)
  return sumOf(own) >= dueIn(decimals)([work, ...others, ...theirs])
}

function othersOfGiver({ others, wallet, work }: Judged): OtherWork[] {
  return others.filter(({ giver, payer, payment }) =>
    giver === work.giver ? (payer ?? giver) === giver : payment === 'paid' && payer === wallet,
  )
}

/** A work under check has no payer yet: where the treasury may pay it, what it takes is taken from the treasury's. */
function othersOfTreasury({ mandated, others }: Judged, treasury: Address): OtherWork[] {
  return others.filter(({ payer, payment, quest_id }) =>
    payer === null ? mandated.has(`${quest_id} ${treasury}`) : payment === 'paid' && payer === treasury,
  )
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
export function inUnits(amount: string, decimals: number): bigint {
  const units = toLedger(amount)
  if (decimals >= 18) return units * 10n ** BigInt(decimals - 18)
  const each = 10n ** BigInt(18 - decimals)
  return (units + each - 1n) / each
}

function wrong(fault: PaymentFault): PaymentVerdict {
  return { kind: 'wrong', fault }
}
