import type { SelectQueryBuilder } from 'kysely'
import { day, instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow, QuestRow, Tables } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { sendNotice } from '../mail/notices.ts'
import { lockQuest, settleQuest } from '../quests/quests.ts'
import { takesFarmers } from '../quests/status.ts'
import { retryHints } from '../verify/hints.ts'
import { recheckMerges } from '../verify/recheck.ts'
import { verifyMerge } from '../verify/verify.ts'
import { refundPayout, releasePayout } from './payouts.ts'

const batch = 100
const warnBefore = 3 * day

type Due = Pick<AssignmentRow, 'quest_id' | 'farmer'>

/**
 * Does everything whose time has come, and says how much that was. Any number of processes may run it at once: each
 * piece is done in one transaction that locks its quest, looks again, and acts only if it is still due. What fails is
 * logged and left for the next round; it holds up nothing else, however much of it there is.
 */
export async function runDue(context: Context): Promise<number> {
  const retry = (context: Context) => retryHints(context, verifyMerge)
  // What needs the code host comes last, and does not keep the rest waiting; what it cleared is paid at once.
  const kinds = [
    releaseDue,
    endDueDisputes,
    warnDueAccepts,
    expireDueAccepts,
    closeDueQuests,
    retry,
    (context: Context) => recheckMerges(context),
    releaseDue,
  ]
  let done = 0
  for (const kind of kinds) done += await kind(context)
  return done
}

/** Work whose review window is over is paid: never early, and never work that is disputed. On chain the contract pays. */
async function releaseDue(context: Context): Promise<number> {
  const isDue = (row: AssignmentRow, now: number) =>
    row.status === 'in-review' &&
    Number(row.review_ends_at) <= now &&
    (row.merge_check === null || row.merge_check === 'clear')
  const due = context.db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer'])
    .where('rail', '=', 'ledger')
    .where('status', '=', 'in-review')
    .where('review_ends_at', '<=', context.clock.now())
    .where(({ eb, or }) => or([eb('merge_check', 'is', null), eb('merge_check', '=', 'clear')]))
    .orderBy('review_ends_at')
    .orderBy('quest_id')
    .orderBy('farmer')
  return actOnEach(context, due, isDue, (trx, quest, row) =>
    releasePayout(trx, context, quest, row, 'window-over'),
  )
}

/** A dispute that nobody decided ends by itself: work proved by a merge is paid, a bare submission refunded. */
async function endDueDisputes(context: Context): Promise<number> {
  const isDue = (row: AssignmentRow, now: number) =>
    row.status === 'disputed' && Number(row.dispute_ends_at) <= now
  const due = context.db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer'])
    .where('rail', '=', 'ledger')
    .where('status', '=', 'disputed')
    .where('dispute_ends_at', '<=', context.clock.now())
    .orderBy('dispute_ends_at')
    .orderBy('quest_id')
    .orderBy('farmer')
  return actOnEach(context, due, isDue, (trx, quest, row) =>
    row.proof === 'merge'
      ? releasePayout(trx, context, quest, row, 'dispute-over')
      : refundPayout(trx, context, quest, row, 'Nobody decided the dispute in time.'),
  )
}

/** Three days before an accept without work expires, its farmer is told, once. */
async function warnDueAccepts(context: Context): Promise<number> {
  // With a short ACCEPT_DAYS, for trials, at half time.
  const ahead = Math.min(warnBefore, context.config.acceptMs / 2)
  const isDue = (row: AssignmentRow, now: number) =>
    row.status === 'accepted' && row.warned === 0 && row.expires_at <= now + ahead
  const due = context.db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer'])
    .where('status', '=', 'accepted')
    .where('warned', '=', 0)
    .where('expires_at', '<=', context.clock.now() + ahead)
    .orderBy('expires_at')
    .orderBy('quest_id')
    .orderBy('farmer')
  return actOnEach(context, due, isDue, async (trx, quest, row) => {
    await trx
      .updateTable('assignments')
      .set({ warned: 1 })
      .where('quest_id', '=', quest.id)
      .where('farmer', '=', row.farmer)
      .execute()
    await sendNotice(trx, context, {
      to: [row.farmer],
      type: 'quest',
      what: 'Your place ends soon',
      quest,
      body: `There is no work of yours yet. Your place becomes free at ${instant(row.expires_at)}.`,
    })
  })
}

/** An accept without work ends, and frees its place. */
async function expireDueAccepts(context: Context): Promise<number> {
  const isDue = (row: AssignmentRow, now: number) => row.status === 'accepted' && row.expires_at <= now
  const due = context.db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer'])
    .where('status', '=', 'accepted')
    .where('warned', '=', 1)
    .where('expires_at', '<=', context.clock.now())
    .orderBy('expires_at')
    .orderBy('quest_id')
    .orderBy('farmer')
  return actOnEach(context, due, isDue, async (trx, quest, row) => {
    await trx
      .updateTable('assignments')
      .set({ status: 'expired' })
      .where('quest_id', '=', quest.id)
      .where('farmer', '=', row.farmer)
      .execute()
    await sendNotice(trx, context, {
      to: [quest.giver, row.farmer],
      type: 'quest',
      what: 'Place free again',
      quest,
      body: 'An accepted place ended without work.',
    })
  })
}

/** A quest whose deadline has passed takes nobody any more; once nothing is under way, it is over. */
async function closeDueQuests(context: Context): Promise<number> {
  const due = context.db
    .selectFrom('quests')
    .select('id')
    .where('status', '=', 'open')
    .where('deadline', '<=', context.clock.now())
    .orderBy('deadline')
    .orderBy('id')
  return doAll(context, due, ({ id }) =>
    transaction(context.db, async trx => {
      const now = context.clock.now()
      const quest = await lockQuest(trx, id, now)
      if (quest.status !== 'open' || takesFarmers(quest, now)) return false
      await settleQuest(trx, context, quest)
      return true
    }),
  )
}

async function actOnEach(
  context: Context,
  due: SelectQueryBuilder<Tables, 'assignments', Due>,
  isDue: (row: AssignmentRow, now: number) => boolean,
  act: (trx: Db, quest: QuestRow, row: AssignmentRow) => Promise<void>,
): Promise<number> {
  return doAll(context, due, ({ quest_id, farmer }) =>
    transaction(context.db, async trx => {
      const now = context.clock.now()
      const quest = await lockQuest(trx, quest_id, now)
      const row = await trx
        .selectFrom('assignments')
        .selectAll()
        .where('quest_id', '=', quest_id)
        .where('farmer', '=', farmer)
        .executeTakeFirst()
      if (row === undefined || !isDue(row, now)) return false
      await act(trx, quest, row)
      await settleQuest(trx, context, quest)
      return true
    }),
  )
}

/** Takes what is due in batches, in the query's order; what failed, or another process did, is passed over. */
async function doAll<T extends object>(
  { log }: Context,
  due: SelectQueryBuilder<Tables, 'assignments' | 'quests', T>,
  act: (item: T) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (let left = 0; ; ) {
    const items = await due.limit(batch).offset(left).execute()
    for (const item of items) {
      try {
        if (await act(item)) done++
        else left++
      } catch (error) {
        left++
        log.error({ err: error, due: item }, 'something due could not be done and will be tried again')
      }
    }
    if (items.length < batch) return done
  }
}
