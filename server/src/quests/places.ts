import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { BadRequestError, ForbiddenError } from '../errors.ts'
import { requireFunded } from '../escrow/deposits.ts'
import { sendNotice } from '../mail/notices.ts'
import { lockQuest, settleQuest } from './quests.ts'
import { takesFarmers } from './status.ts'

/** So that one address cannot sit on the places of every quest. */
const maxAccepted = 100

/**
 * Takes a place in a quest.
 * @throws ForbiddenError for the quest's own giver; BadRequestError where there is no place, or the farmer has one.
 */
export async function acceptQuest(context: Context, farmer: Address, questId: string): Promise<void> {
  const { clock, config, db } = context
  await transaction(db, async trx => {
    const now = clock.now()
    const quest = await lockQuest(trx, questId, now)
    if (quest.giver === farmer) throw new ForbiddenError('You cannot accept your own quest.')
    const earlier = await findAssignment(trx, questId, farmer)
    if (earlier !== undefined && !['withdrawn', 'expired'].includes(earlier.status))
      throw new BadRequestError('You have accepted this quest already.')
    if (!takesFarmers(quest, now)) throw new BadRequestError('This quest is closed to new farmers.')
    if (quest.taken >= quest.max_farmers) throw new BadRequestError('This quest has no place left.')
    await requireFunded(trx, quest)
    await requireFewAccepted(trx, farmer)

    const profile = await trx
      .selectFrom('profiles')
      .select('codehost_id')
      .where('address', '=', farmer)
      .executeTakeFirst()
    const row = newAssignment(quest, farmer, profile?.codehost_id ?? null, now, config.acceptMs)
    await trx
      .insertInto('assignments')
      .values(row)
      .onConflict(conflict => conflict.columns(['quest_id', 'farmer']).doUpdateSet(row))
      .execute()
    await sendNotice(trx, context, {
      to: [quest.giver, farmer],
      type: 'quest',
      what: 'Accepted',
      quest,
      body: `${checksum(farmer)} took a place. It stays taken until ${instant(row.expires_at)} unless there is work by then.`,
    })
    await settleQuest(trx, context, quest)
  })
}

/** Gives a place back, before there is work. */
export async function withdrawFromQuest(context: Context, farmer: Address, questId: string): Promise<void> {
  await transaction(context.db, async trx => {
    const quest = await lockQuest(trx, questId, context.clock.now())
    const assignment = await requireAssignment(trx, questId, farmer)
    if (assignment.status !== 'accepted')
      throw new BadRequestError(`You cannot withdraw: your work is ${assignment.status}.`)
    await trx
      .updateTable('assignments')
      .set({ status: 'withdrawn' })
      .where('quest_id', '=', questId)
      .where('farmer', '=', farmer)
      .execute()
    await sendNotice(trx, context, {
      to: [quest.giver],
      type: 'quest',
      what: 'Withdrawn',
      quest,
      body: `${checksum(farmer)} gave a place back.`,
    })
    await settleQuest(trx, context, quest)
  })
}

export async function findAssignment(
  trx: Db,
  questId: string,
  farmer: Address,
): Promise<AssignmentRow | undefined> {
  return trx
    .selectFrom('assignments')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
}

/** @throws BadRequestError where that address has no place in the quest. */
export async function requireAssignment(trx: Db, questId: string, farmer: Address): Promise<AssignmentRow> {
  const assignment = await findAssignment(trx, questId, farmer)
  if (assignment === undefined || ['withdrawn', 'expired'].includes(assignment.status))
    throw new BadRequestError(`${checksum(farmer)} has no place in this quest.`)
  return assignment
}

async function requireFewAccepted(trx: Db, farmer: Address): Promise<void> {
  const { accepted } = await trx
    .selectFrom('assignments')
    .select(({ fn }) => fn.countAll<number>().as('accepted'))
    .where('farmer', '=', farmer)
    .where('status', '=', 'accepted')
    .executeTakeFirstOrThrow()
  if (accepted >= maxAccepted)
    throw new BadRequestError(
      `You have ${maxAccepted} places without work; finish or withdraw from some first.`,
    )
}

function newAssignment(
  quest: QuestRow,
  farmer: Address,
  codehostId: string | null,
  now: number,
  acceptMs: number,
): AssignmentRow {
  return {
    quest_id: quest.id,
    farmer,
    giver: quest.giver,
    token: quest.token,
    amount: quest.amount,
    status: 'accepted',
    accepted_at: now,
    expires_at: now + acceptMs,
    warned: 0,
    codehost_id: codehostId,
    proof: null,
    submission_url: null,
    submission_note: null,
    repo_key: null,
    pull_request: null,
    merge_check: null,
    review_started_at: null,
    review_ends_at: null,
    dispute_reason: null,
    dispute_ends_at: null,
    dispute_outcome: null,
    released_at: null,
    rail: quest.rail,
    proposed: 0,
  }
}
