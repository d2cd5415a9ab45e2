import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import { commit } from '../../../access/commit.ts'
import type { KeyUse } from '../../../access/idempotency/kept-keys.ts'
import type { Address } from '../../../ground/address.ts'
import { createSight, type Sight } from '../../../ground/clients/payments.ts'
import type { PaymentConfig } from '../../../ground/config/payments.ts'
import type { Context } from '../../../ground/context.ts'
import { BadRequestError } from '../../../ground/errors.ts'
import { requireGiver } from '../../../rules/lifecycle/commands/requirements.ts'
import type { Sent } from '../../../rules/lifecycle/commands/sent.ts'
import type { ShowPayment } from '../../../rules/lifecycle/commands/shown-payments.ts'
import { decide } from '../../../rules/lifecycle/decide.ts'
import { sayPaymentFault } from '../../../rules/lifecycle/fault.ts'
import type { Transaction } from '../../../rules/lifecycle/quest.ts'
import { change } from '../../change/change.ts'
import { rulesOf } from '../../change/decide-batch.ts'
import { askRule } from '../../change/refused.ts'
import { toQuest } from '../../change/rows.ts'
import { toWork } from '../../change/work-rows.ts'
import type { Look, ShownTransaction } from '../rail.ts'
import { judgePayment, type PaymentVerdict } from './judge-payment.ts'
import { findFreePart, mostShared } from './shared-payments.ts'

/**
 * The database is asked first, and each look at a chain is counted: nobody spends what others need. @throws
 * ForbiddenError for anyone else; BadRequestError where it pays no such work; TooManyRequestsError; UnavailableError.
 */
export async function takePayment(
  context: Context,
  caller: Address,
  quest: QuestRow,
  shown: ShownTransaction,
  use: KeyUse | null,
): Promise<void> {
  const { db } = context
  const { farmer, via = null, look = lookFor(context, caller), proposal } = shown
  const part = await findPart(db, quest.id, farmer)
  const work = part === undefined ? [] : [toWork(part, new Set())]
  const before = toQuest(quest, null, work)
  if (proposal === undefined) askRule(context.clock.now(), () => requireGiver(before, caller))
  const chainId = shown.chainId ?? chooseChain(context.config.payments, quest.token)
  const hash = shown.txHash.toLowerCase()
  const command = {
    kind: 'show-payment',
    by: caller,
    farmer,
    chainId,
    hash,
    part: 0,
    via,
    ...(proposal !== undefined && { proposal }),
  } as const
  const events = askRule(context.clock.now(), () => decide(before, command, rulesOf(context)))
  requireKnownToken(context.config.payments, quest.token, chainId)
  // Shown before the proposal passed, it waits for the farmer: it counts now.
  const waits = events.length === 0 && proposal !== undefined && part?.payment === null
  if ((events.length === 0 && !waits) || part === undefined) return
  if (!waits) await requireFreePart(db, part, command)
  await look.spend()
  const verdict = waits
    ? await judgePayment(context, part, { chainId, hash }, look.sight)
    : await showAsPart(context, part, command, { use, sight: look.sight })
  if (verdict.kind !== 'final') return
  await settle(context, quest.id, { farmer, chainId, hash }, verdict)
}

async function settle(
  context: Context,
  questId: string,
  about: Transaction & { readonly farmer: Address },
  { paidAt, payer, proposal }: PaymentVerdict & { readonly kind: 'final' },
): Promise<void> {
  await change(context, questId, { kind: 'settle-payment', by: null, ...about, paidAt, payer, proposal })
}

/** Other work of the farmer may take the free part meanwhile: then this one is judged anew by what that leaves. */
async function showAsPart(
  context: Context,
  work: AssignmentRow,
  command: ShowPayment & Sent,
  { use, sight }: { readonly use: KeyUse | null; readonly sight: Sight },
): Promise<PaymentVerdict> {
  const { chainId, hash } = command
  for (let attempt = 1; ; attempt++) {
    const part = await requireFreePart(context.db, work, command)
    const verdict = await judgePayment(context, work, { chainId, hash }, sight)
    requirePlausible(verdict, { chainId, hash }, work.farmer)
    if (command.proposal !== undefined) requireMandated(verdict, { chainId, hash })
    try {
      await change(context, work.quest_id, { ...command, part }, use)
      return verdict
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attempts) throw error
    }
  }
}

/** @throws BadRequestError where the chain has no such transaction, or it pays something else. */
export function requirePlausible(
  verdict: PaymentVerdict,
  { chainId, hash }: Transaction,
  farmer: Address,
): void {
  if (verdict.kind === 'absent')
    throw new BadRequestError(`Chain ${chainId} knows no transaction ${hash}. Show it when it was sent.`, {
      code: 'transaction-unknown',
    })
  if (verdict.kind === 'wrong')
    throw new BadRequestError(
      `The transaction is no payment of this work: ${sayPaymentFault(verdict.fault, farmer)}`,
      {
        code: 'not-a-payment',
      },
    )
}

/** Only the treasury's own counts, or anybody could show anything for others. @throws BadRequestError */
function requireMandated(verdict: PaymentVerdict, { chainId, hash }: Transaction): void {
  if ((verdict.kind === 'final' || verdict.kind === 'waiting') && verdict.proposal !== null) return
  throw new BadRequestError(
    `Transaction ${hash} of chain ${chainId} moves no money for this work from the treasury, or is not mined yet.`,
    { code: 'not-a-payment' },
  )
}

const attempts = 5

async function findPart(db: Db, questId: string, farmer: Address): Promise<AssignmentRow | undefined> {
  return db
    .selectFrom('assignments')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
}

/** @throws BadRequestError where no chain, or more than one, has the token. */
export function chooseChain({ tokensOf }: PaymentConfig, token: string): number {
  const chains = chainsOf({ tokensOf }, token)
  const [only] = chains
  if (only === undefined) throw unknownToken(token)
  if (chains.length > 1)
    throw new BadRequestError(`chainId is needed: ${token} is known of chains ${chains.join(', ')}.`, {
      code: 'chain-unknown',
    })
  return only
}

/** @throws BadRequestError */
export function requireKnownToken(payments: PaymentConfig, token: string, chainId: number): void {
  const chains = chainsOf(payments, token)
  if (chains.includes(chainId)) return
  if (chains.length === 0) throw unknownToken(token)
  throw new BadRequestError(`chainId must be one where ${token} is known: ${chains.join(', ')}.`, {
    code: 'chain-unknown',
  })
}

function chainsOf({ tokensOf }: Pick<PaymentConfig, 'tokensOf'>, token: string): number[] {
  return [...tokensOf].flatMap(([chainId, tokens]) => (tokens.has(token.toUpperCase()) ? [chainId] : []))
}

function unknownToken(token: string): BadRequestError {
  return new BadRequestError(
    `A payment in ${token} cannot be looked up here: the service knows no address of that token on any chain.`,
    { code: 'token-unsearchable' },
  )
}

/** @throws BadRequestError where the transaction is shown for as many works as it may be. */
export async function requireFreePart(
  db: Db,
  work: Pick<AssignmentRow, 'farmer'>,
  transaction: Transaction,
): Promise<number> {
  const part = await findFreePart(db, work, transaction)
  if (part !== null) return part
  throw new BadRequestError(
    `This transaction is shown as the payment of ${mostShared} works of this farmer already, which is the most.`,
    { code: 'transaction-shared-out' },
  )
}

export function lookFor(context: Context, caller: Address): Look {
  let spent: Promise<void> | null = null
  return {
    sight: createSight(context.chains),
    spend() {
      spent ??= commit(context, { spends: [{ address: caller, kind: 'payments' }] })
      return spent
    },
  }
}
