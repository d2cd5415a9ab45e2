import type { PaidWork, ProposalPaid } from '@furrow/sdk/contract'
import { type SafeBatch, safeBatch } from '@furrow/sdk/safe'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { type Address, checksum, zeroAddress } from '../../ground/address.ts'
import { cannotBeAsked } from '../../ground/clients/contract-calls.ts'
import { readTokenDecimals } from '../../ground/clients/payments.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { referenceOf } from '../../quests/change/work-rows.ts'
import { showWorks } from '../../quests/payouts/paid-many.ts'
import { inUnits, judgePayment } from '../../quests/rails/ledger-rail/judge-payment.ts'
import { lookFor, requireKnownToken } from '../../quests/rails/ledger-rail/take-payment.ts'
import type { Look } from '../../quests/rails/rail.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import type { Transaction } from '../../rules/lifecycle/quest.ts'
import { isPassed, readWorks, stateOf, type WorkNow } from './payout-works.ts'
import { findShownProposal } from './votes.ts'

/** @throws NotFoundError; BadRequestError where it pays no works, or did not pass. */
async function findPassed(context: Context, id: string): Promise<BallotRow> {
  const { ballot } = await findShownProposal(context.db, id)
  if (ballot === null || ballot.pay === null)
    throw new BadRequestError('This proposal is to pay no works.', { code: 'proposal-pays-nothing' })
  if (!isPassed(ballot, context.clock.now()))
    throw new BadRequestError(
      'The treasury pays for a proposal that the members accepted, once the time for a veto is over.',
      { code: 'proposal-not-passed' },
    )
  return ballot
}

/**
 * The payments that are still due, as a file of Safe's Transaction Builder for the treasury.
 * @throws NotFoundError; BadRequestError where it did not pass, or nothing is due; UnavailableError where the chain cannot
 *   say how many decimals the token has.
 */
export async function makeSafeFile(context: Context, id: string): Promise<SafeBatch> {
  const { chains, clock, config, db } = context
  const ballot = await findPassed(context, id)
  const due = (await readWorks(db, ballot)).filter(row => stateOf(row) === 'due')
  const [first] = due
  if (first === undefined)
    throw new BadRequestError('Nothing of this proposal is due any more.', { code: 'nothing-to-pay' })
  const { chain_id: chainId, payer } = first
  requireKnownToken(config.payments, first.token, chainId)
  const token = config.payments.tokensOf.get(chainId)?.get(first.token.toUpperCase()) ?? zeroAddress
  const decimals = await readTokenDecimals(chains, chainId, token).catch(cause => {
    throw cannotBeAsked(chainId, cause)
  })
  return safeBatch(
    due.map(({ farmer, amount }) => ({
      token: checksum(token),
      payee: checksum(farmer),
      units: inUnits(amount, decimals),
    })),
    { chainId, name: id, createdAt: clock.now(), safe: checksum(payer) },
  )
}

/**
 * Anybody may show it: the chain and the members have said all. Work that was paid otherwise is marked as paid twice.
 * @throws NotFoundError; BadRequestError where it did not pass; TooManyRequestsError; UnavailableError.
 */
export async function showExecution(
  context: Context,
  caller: Address,
  { proposalId, txHash }: ProposalPaid,
  via: Via,
): Promise<PaidWork[]> {
  const ballot = await findPassed(context, proposalId)
  const rows = (await readWorks(context.db, ballot)).filter(row => stateOf(row) !== 'left')
  const works = rows.map(({ quest_id, farmer }) => ({ questId: quest_id, farmer: checksum(farmer) }))
  const chainId = rows[0]?.chain_id
  if (chainId === undefined) return []
  const look = lookFor(context, caller)
  const shown = await showWorks(
    context,
    caller,
    { works, txHash, chainId },
    { via, look, proposal: proposalId },
  )
  const transaction = { chainId, hash: txHash.toLowerCase() }
  const answers: PaidWork[] = []
  for (const [index, answer] of shown.entries()) {
    const row = rows[index]
    const isElsewhere = row !== undefined && answer.code === 'payment-shown'
    answers.push(isElsewhere ? await markPaidTwice(context, row, transaction, { answer, look }) : answer)
  }
  return answers
}

/** Looked at anew each time that it is shown, so that a mark goes where the chain took the transaction back. */
async function markPaidTwice(
  context: Context,
  { proposal_id, quest_id, farmer, payer, also_paid: before }: WorkNow,
  transaction: Transaction,
  { answer, look }: { readonly answer: PaidWork; readonly look: Look },
): Promise<PaidWork> {
  const work = await context.db
    .selectFrom('assignments')
    .selectAll()
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', farmer)
    .executeTakeFirstOrThrow()
  await look.spend()
  const verdict = await judgePayment(context, work, transaction, look.sight)
  const isTwice = verdict.kind === 'final' && verdict.payer === payer
  const reference = referenceOf(transaction)
  if (isTwice || before === reference)
    await context.db
      .updateTable('proposal_works')
      .set({ also_paid: isTwice ? reference : null })
      .where('proposal_id', '=', proposal_id)
      .where('quest_id', '=', quest_id)
      .where('farmer', '=', farmer)
      .execute()
  if (!isTwice) return answer
  const error = `The treasury paid this work as well: it was paid twice. ${answer.error}`
  return { ...answer, error, code: 'paid-twice' }
}
