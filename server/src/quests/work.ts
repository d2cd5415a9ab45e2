import type { QuestStatus, questActions } from '@furrow/sdk/contract'
import type { Static } from 'typebox'
import { type Address, toAddress } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { QuestRow } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../errors.ts'
import { findDeposit, readEscrow, requireLedger, takeDeposit } from '../escrow/deposits.ts'
import { sendNotice } from '../mail/notices.ts'
import { refundPayout, releasePayout, startDispute, startReview } from '../payouts/payouts.ts'
import { requireAssignment } from './places.ts'
import { lockQuest, settleQuest } from './quests.ts'

type Action<K extends keyof typeof questActions> = Static<(typeof questActions)[K]>

/** The farmer hands in work without a pull request; the same review window starts. */
export async function submitWork(context: Context, farmer: Address, action: Action<'submit'>): Promise<void> {
  const url = action.url || null
  const note = action.note || null
  if (url === null && note === null) throw new BadRequestError('Say where the work is: url, note, or both.')
  if (url !== null && !/^https?:\/\//i.test(url))
    throw new BadRequestError('url must begin with https:// or http://.')
  await inQuest(context, action.questId, async (trx, quest) => {
    const assignment = await requireAssignment(trx, quest.id, farmer)
    if (assignment.status !== 'accepted')
      throw new BadRequestError(`There is nothing to submit: your work is ${assignment.status}.`)
    await startReview(trx, context, quest, assignment, { kind: 'submission', url, note })
  })
}

/** The giver pays a farmer now, without waiting for the window to end, or drops his own dispute. */
export async function approveWork(
  context: Context,
  caller: Address,
  action: Action<'approve'>,
): Promise<void> {
  await inQuest(context, action.questId, async (trx, quest) => {
    requireGiver(quest, caller)
    requireLedger(quest, 'the giver', 'approve(escrow, farmer)')
    const assignment = await requireAssignment(trx, quest.id, toAddress(action.farmer))
    if (assignment.status === 'released' || assignment.status === 'refunded')
      throw new BadRequestError(`This work is ${assignment.status} already.`)
    await releasePayout(trx, context, quest, assignment, 'approved')
  })
}

/** The giver holds a payment, within the review window, for the platform to decide. */
export async function disputeWork(
  context: Context,
  caller: Address,
  action: Action<'dispute'>,
): Promise<void> {
  await inQuest(context, action.questId, async (trx, quest) => {
    requireGiver(quest, caller)
    requireLedger(quest, 'the giver', 'dispute(escrow, farmer)')
    const now = context.clock.now()
    const assignment = await requireAssignment(trx, quest.id, toAddress(action.farmer))
    if (assignment.status !== 'in-review')
      throw new BadRequestError(`Only work in review can be disputed; this is ${assignment.status}.`)
    if (now >= Number(assignment.review_ends_at)) throw new BadRequestError('The review window is over.')
    await startDispute(trx, context, quest, assignment, action.reason, now + context.config.disputeMs)
  })
}

/** The platform wallet decides a dispute. */
export async function resolveDispute(
  context: Context,
  caller: Address,
  action: Action<'resolve'>,
): Promise<void> {
  if (caller !== context.config.platformWallet)
    throw new ForbiddenError('Only the platform wallet may resolve a dispute.')
  await inQuest(context, action.questId, async (trx, quest) => {
    requireLedger(quest, 'the arbiter', 'resolve(escrow, farmer, pay)')
    const assignment = await requireAssignment(trx, quest.id, toAddress(action.farmer))
    if (assignment.status !== 'disputed')
      throw new BadRequestError(`Only disputed work can be resolved; this is ${assignment.status}.`)
    if (action.outcome === 'pay') await releasePayout(trx, context, quest, assignment, 'resolved')
    else await refundPayout(trx, context, quest, assignment, 'The dispute was decided for the giver.')
  })
}

/** The giver has paid in on chain. @throws BadRequestError where there is no such deposit, or a wrong one. */
export async function fundQuest(context: Context, caller: Address, questId: string): Promise<void> {
  const quest = await context.db.selectFrom('quests').selectAll().where('id', '=', questId).executeTakeFirst()
  if (quest === undefined) throw new NotFoundError('There is no such quest.')
  requireGiver(quest, caller)
  const { deposit } = await findDeposit(context, questId)
  if (deposit === null) return
  const problem = await transaction(context.db, async trx => {
    const locked = await lockQuest(trx, questId, context.clock.now())
    await takeDeposit(trx, context, locked, deposit)
    await settleQuest(trx, context, locked)
    return (await readEscrow(trx, questId))?.problem ?? null
  })
  if (problem !== null) throw new BadRequestError(problem)
}

/** The giver closes his quest as completed: everyone who has a place is paid, and free places are refunded. */
export async function completeQuest(context: Context, caller: Address, questId: string): Promise<void> {
  await closeQuest(context, caller, questId, 'completed', async (trx, quest) => {
    const live = await trx
      .selectFrom('assignments')
      .select('farmer')
      .where('quest_id', '=', quest.id)
      .where('status', 'in', ['accepted', 'in-review', 'disputed'])
      .execute()
    if (live.length > 0) requireLedger(quest, 'the giver', 'approve(escrow, farmer)')
    for (const assignment of live) await releasePayout(trx, context, quest, assignment, 'approved')
  })
}

/** The giver cancels his quest: not while any work is under review, and never around a payment that is due. */
export async function cancelQuest(context: Context, caller: Address, questId: string): Promise<void> {
  await closeQuest(context, caller, questId, 'cancelled', async (trx, quest) => {
    const live = await trx
      .selectFrom('assignments')
      .select(['farmer', 'status'])
      .where('quest_id', '=', quest.id)
      .where('status', 'in', ['accepted', 'in-review', 'disputed'])
      .execute()
    if (live.some(({ status }) => status !== 'accepted'))
      throw new BadRequestError('This quest has work in review; approve or dispute it instead of cancelling.')
    if (live.length === 0) return
    await trx
      .updateTable('assignments')
      .set({ status: 'expired' })
      .where('quest_id', '=', quest.id)
      .where('status', '=', 'accepted')
      .execute()
    await sendNotice(trx, context, {
      to: live.map(({ farmer }) => farmer),
      type: 'quest',
      what: 'Cancelled',
      quest,
      body: 'The giver cancelled the quest, and your place with it.',
    })
  })
}

/** For the statuses that nobody sets: they follow from the work. To ask for the one that it has changes nothing. */
export async function keepStatus(
  { db }: Context,
  caller: Address,
  questId: string,
  status: QuestStatus,
): Promise<void> {
  const quest = await db.selectFrom('quests').selectAll().where('id', '=', questId).executeTakeFirst()
  if (quest === undefined) throw new NotFoundError('There is no such quest.')
  requireGiver(quest, caller)
  if (quest.status !== status)
    throw new BadRequestError(
      'A giver may set a quest to completed or cancelled; the rest follows from the work.',
    )
}

async function closeQuest(
  context: Context,
  caller: Address,
  questId: string,
  closed: 'completed' | 'cancelled',
  act: (trx: Db, quest: QuestRow) => Promise<void>,
): Promise<void> {
  await transaction(context.db, async trx => {
    const quest = await lockQuest(trx, questId, context.clock.now())
    requireGiver(quest, caller)
    if (quest.status === closed) return
    if (quest.status === 'completed' || quest.status === 'cancelled')
      throw new BadRequestError(`This quest is ${quest.status} already.`)
    await act(trx, quest)
    await trx.updateTable('quests').set({ closed }).where('id', '=', questId).execute()
    await settleQuest(trx, context, { ...quest, closed })
  })
}

/** Runs in a transaction that has locked the quest, and settles it in the end. */
async function inQuest(
  context: Context,
  questId: string,
  act: (trx: Db, quest: QuestRow) => Promise<void>,
): Promise<void> {
  await transaction(context.db, async trx => {
    const quest = await lockQuest(trx, questId, context.clock.now())
    await act(trx, quest)
    await settleQuest(trx, context, quest)
  })
}

function requireGiver(quest: QuestRow, caller: Address): void {
  if (quest.giver !== caller) throw new ForbiddenError("Only the quest's giver may do this.")
}
