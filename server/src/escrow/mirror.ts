import type { Escrow, Head } from '../clients/escrow.ts'
import type { EscrowEvent } from '../clients/escrow-events.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { QuestRow } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { type ReleaseReason, refundPayout, releasePayout, startDispute } from '../payouts/payouts.ts'
import { findAssignment } from '../quests/places.ts'
import { lockQuest, refundPlaces, settleQuest } from '../quests/quests.ts'
import { liveStatuses } from '../quests/status.ts'
import { readEscrow, takeDeposit } from './deposits.ts'

const blocksAtOnce = 1_000n
/** Where a service begins to look that has never looked at this contract: its quests are newer than itself. */
const blocksBefore = 5_000n

/**
 * Brings what happened on chain, whoever did it, into the database: each event once, in order, when it has its
 * confirmations. Any number of processes may do so at once.
 */
export async function mirrorEvents(context: Context, escrow: Escrow, head: Head): Promise<void> {
  const final = head.number - BigInt(escrow.confirmations) + 1n
  for (;;) {
    const from = await readCursor(context.db, escrow, final)
    if (from > final) return
    const to = from + blocksAtOnce > final ? final : from + blocksAtOnce
    const events = await escrow.readEvents(from, to)
    for (const [index, event] of events.entries()) {
      const reason = reasonOf(event, events[index - 1])
      try {
        await applyEvent(context, escrow, event, reason)
      } catch (error) {
        context.log.error(
          { err: error, event: event.kind, hash: event.hash },
          'an event of the escrow could not be applied',
        )
        throw error
      }
    }
    const moved = await context.db
      .updateTable('escrow_contracts')
      .set({ next_block: Number(to) + 1 })
      .where('contract', '=', escrow.id)
      .where('next_block', '=', Number(from))
      .executeTakeFirst()
    // Another process is ahead.
    if (moved.numUpdatedRows === 0n) return
  }
}

async function readCursor(db: Db, { id }: Escrow, final: bigint): Promise<bigint> {
  const first = Number(final > blocksBefore ? final - blocksBefore : 0n)
  const { next_block } = await db
    .updateTable('escrow_contracts')
    .set(({ fn, val }) => ({ next_block: fn.coalesce('next_block', val(first)) }))
    .where('contract', '=', id)
    .returning('next_block')
    .executeTakeFirstOrThrow()
  return BigInt(next_block ?? first)
}

/** The contract says why it pays in an event before, of the same transaction. */
function reasonOf(event: EscrowEvent, before: EscrowEvent | undefined): ReleaseReason {
  if (before?.hash !== event.hash) return 'window-over'
  if (before.kind === 'approve') return 'approved'
  if (before.kind === 'resolve') return 'resolved'
  return before.kind === 'settle' ? 'dispute-over' : 'window-over'
}

async function applyEvent(context: Context, escrow: Escrow, event: EscrowEvent, reason: ReleaseReason) {
  const row = await context.db
    .selectFrom('escrows')
    .selectAll()
    .where('escrow', '=', event.escrow)
    .where('contract', '=', escrow.id)
    .executeTakeFirst()
  // Anyone may fund anything; only what belongs to a quest of this service counts.
  if (row === undefined) return
  await transaction(context.db, async trx => {
    const quest = await lockQuest(trx, row.quest_id, context.clock.now())
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('escrow_events')
      .values({
        hash: event.hash,
        log_index: event.logIndex,
        block: Number(event.block),
        quest_id: quest.id,
        kind: event.kind,
        farmer: 'farmer' in event ? event.farmer : null,
        at: event.at,
      })
      .onConflict(conflict => conflict.columns(['hash', 'log_index']).doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) === 0) return
    await act(trx, context, quest, event, reason)
    await settleQuest(trx, context, await lockQuest(trx, quest.id, context.clock.now()))
  })
}

async function act(
  trx: Db,
  context: Context,
  quest: QuestRow,
  event: EscrowEvent,
  reason: ReleaseReason,
): Promise<void> {
  if (event.kind === 'fund') return takeDeposit(trx, context, quest, event)
  if (event.kind === 'refund' && event.farmer === null) return takeBack(trx, context, quest, event.amount)
  if (!('farmer' in event) || event.farmer === null) return
  const work = await findAssignment(trx, quest.id, event.farmer)
  if (work === undefined || !liveStatuses.some(status => status === work.status)) return
  switch (event.kind) {
    case 'propose':
      await trx
        .updateTable('assignments')
        .set({ proposed: 1, review_ends_at: event.reviewEndsAt })
        .where('quest_id', '=', quest.id)
        .where('farmer', '=', event.farmer)
        .execute()
      return
    case 'dispute':
      return startDispute(trx, context, quest, work, 'The giver disputed it on chain.', event.settlesAt)
    case 'release':
      return releasePayout(trx, context, quest, work, reason)
    case 'refund':
      return refundPayout(trx, context, quest, work, refundReasons[reason])
  }
}

const refundReasons: Readonly<Record<ReleaseReason, string>> = {
  'window-over': 'It was refunded on chain.',
  approved: 'It was refunded on chain.',
  resolved: 'The dispute was decided for the giver.',
  'dispute-over': 'Nobody decided the dispute in time.',
}

/**
 * The giver took back places that nobody was proposed for, which the contract allows once: nobody can join any more. A
 * deposit that was never taken books nothing.
 */
async function takeBack(trx: Db, { clock }: Context, quest: QuestRow, amount: bigint): Promise<void> {
  const row = await readEscrow(trx, quest.id)
  if (row?.status !== 'funded' || row.refunded_places > 0) return
  const places = Number(amount / BigInt(row.amount_each))
  await refundPlaces(trx, quest, places, `close:${quest.id}`, clock.now())
  await trx.updateTable('escrows').set({ refunded_places: places }).where('quest_id', '=', quest.id).execute()
  if (quest.closed === null)
    await trx.updateTable('quests').set({ closed: 'cancelled' }).where('id', '=', quest.id).execute()
}
