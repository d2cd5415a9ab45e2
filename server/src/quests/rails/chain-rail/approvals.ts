import { approvalTypedData } from '@furrow/sdk/approval'
import type { ApprovalTerms } from '@furrow/sdk/contract'
import { hasSecond } from '@furrow/sdk/escrow-version'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { Hex } from 'viem'
import { recoverFrom } from '../../../access/auth/signature.ts'
import { type Address, checksum, toAddress } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { PaymentAt } from '../../../ground/clients/escrow-states.ts'
import { unwrapSignature, whyNotSigned } from '../../../ground/clients/wallets.ts'
import { day, endOfDay, instant, second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import {
  BadRequestError,
  HttpError,
  TooManyRequestsError,
  UnauthorizedError,
  UnavailableError,
} from '../../../ground/errors.ts'
import { toSplit } from '../../change/payee-rows.ts'
import { readGasOf } from './gas-spent.ts'
import { readSplit, showSplit } from './payees.ts'
import { tryApproval } from './try-approval.ts'

type OfQuest = { readonly id: string; readonly giver: Address }
type Deposited = { readonly row: EscrowRow; readonly escrow: Escrow }

export type SignedApproval = {
  readonly farmer: Address
  /** In seconds since 1970. */
  readonly deadline: number
  readonly signature: string
}

/** The words that a giver signs to pay this farmer at once. @throws BadRequestError; UnavailableError. */
export async function readApprovalTerms(
  context: Context,
  quest: OfQuest,
  farmer: Address,
): Promise<ApprovalTerms> {
  const found = await findDeposit(context, quest.id)
  if (found === null)
    throw new BadRequestError('There is no contract here that takes a signed approval of this quest.', {
      code: 'no-contract-to-sign-for',
    })
  const split = await readSplit(context.db, quest.id, farmer)
  const payee = split?.account ?? farmer
  const payment = await readPayment(found, payee)
  const deadline = Math.floor((context.clock.now() + day) / second)
  return {
    ...termsOf(found, payee, payment, deadline),
    ...(split !== null && { split: showSplit(split.account, toSplit(split)) }),
    proposed: payment.state !== 'none',
  }
}

/**
 * Asks the contract about a giver's signature before it is kept, unless the rules refuse anyway; gives it in the
 * contract's form. @throws UnauthorizedError for another's, or for the work as it was; BadRequestError where the
 * contract refuses otherwise; TooManyRequestsError where the giver's gas is spent; UnavailableError.
 */
export async function requireApproval(
  context: Context,
  caller: Address,
  quest: OfQuest,
  { farmer, deadline, signature }: SignedApproval,
): Promise<string> {
  const found = quest.giver === caller ? await findDeposit(context, quest.id) : null
  if (found === null || deadline * second <= context.clock.now()) return signature
  const { escrow, row } = found
  await requireGas(context, escrow, caller)
  const payee = (await readSplit(context.db, quest.id, farmer))?.account ?? farmer
  const payment = await readPayment(found, payee)
  // The contract takes a wallet's own signature, without the way in which the wallet is made.
  const own = (await unwrapSignature(signature as Hex)) ?? (signature as Hex)
  await requireSigned(context, escrow, caller, termsOf(found, payee, payment, deadline), own)
  const place = { escrow: row.escrow as Hex, farmer: payee }
  const approval = { kind: 'approveFor', ...place, verified: false, deadline, signature: own } as const
  const tried = await tryApproval(escrow, approval).catch(unreachable)
  if ('refused' in tried) {
    if (tried.refused === 'InvalidSignature') throw notSigned()
    throw new BadRequestError(`The escrow contract would not take the approval: ${tried.refused}.`, {
      code: 'approval-refused',
    })
  }
  return own
}

/** null where the quest is in no contract that takes signatures and is served; the rules have the sentence for it. */
async function findDeposit({ db, escrows }: Context, questId: string): Promise<Deposited | null> {
  const row = await db.selectFrom('escrows').selectAll().where('quest_id', '=', questId).executeTakeFirst()
  const escrow = row && escrows.byId(row.contract)
  return !escrow || !hasSecond(row.version) ? null : { row, escrow }
}

async function readPayment({ row, escrow }: Deposited, farmer: Address): Promise<PaymentAt> {
  const { number } = await escrow.readHead().catch(unreachable)
  const asked = { escrow: row.escrow as Hex, farmers: [farmer] }
  const [state] = await escrow.readStates([asked], number).catch(unreachable)
  const payment = state?.payments.get(farmer)
  if (payment === undefined || state?.agreed === false) return unreachable(new Error('no agreed state'))
  return payment
}

function termsOf(
  { row, escrow }: Deposited,
  farmer: Address,
  { returned, disputedAt }: PaymentAt,
  deadline: number,
): Omit<ApprovalTerms, 'proposed'> {
  return {
    chainId: escrow.chainId,
    escrow: checksum(toAddress(escrow.address)),
    escrowId: row.escrow,
    farmer: checksum(farmer),
    returned,
    disputedAt: disputedAt / second,
    deadline,
    ...(row.version !== 2 && { version: row.version }),
  }
}

/** A key first, as the contract has it; then the wallet itself, on the contract's chain. */
async function requireSigned(
  { chains }: Context,
  escrow: Escrow,
  giver: Address,
  terms: Omit<ApprovalTerms, 'proposed'>,
  signature: Hex,
): Promise<void> {
  const { hashTypedData } = await import('viem')
  const { types, message, ...data } = approvalTypedData(terms)
  const hash = hashTypedData({
    ...data,
    types: { Approval: types.Approval },
    message: {
      ...message,
      disputedAt: BigInt(message.disputedAt),
      deadline: BigInt(message.deadline),
    },
  })
  if ((await recoverFrom(() => Buffer.from(hash.slice(2), 'hex'), signature)) === giver) return
  const question = { chainId: escrow.chainId, wallet: giver, hash, signature }
  if ((await whyNotSigned(chains, question)) !== null) throw notSigned()
}

function notSigned(): UnauthorizedError {
  return new UnauthorizedError(
    "The signature is not the giver's, or not for this work as it is now: after a return or a dispute, sign again.",
    { code: 'signature-invalid' },
  )
}

async function requireGas({ clock, db, escrows }: Context, escrow: Escrow, giver: Address): Promise<void> {
  const { gasBudget, chainId } = escrow
  if (gasBudget === null) return
  const contracts = escrows.all.filter(one => one.chainId === chainId).map(({ id }) => id)
  if ((await readGasOf(db, clock, contracts, giver)) < gasBudget) return
  const end = endOfDay(clock.now())
  throw new TooManyRequestsError(
    Math.ceil((end - clock.now()) / second),
    `The service has spent its gas for your quests of today, until ${instant(end)}: approve the work with a transaction of your own, or sign again then.`,
    { code: 'gas-spent' },
  )
}

function unreachable(error: unknown): never {
  if (error instanceof HttpError) throw error
  throw new UnavailableError('The chain cannot be asked right now.', {
    code: 'chain-unavailable',
    cause: error,
  })
}
