import type { NewQuest, Quest } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { countChange } from '../db/revisions.ts'
import type { QuestRow } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { planDeposit, readEscrow } from '../escrow/deposits.ts'
import { queueCall } from '../escrow/outbox.ts'
import { createId } from '../ids.ts'
import { exactAmount, toUnits } from '../payouts/amounts.ts'
import { book, bookPromise } from '../payouts/ledger.ts'
import { readIssueLink } from './codehost-links.ts'
import { readQuest } from './show.ts'
import { type Counts, countLive, statusOf, takesFarmers } from './status.ts'
import { wordsOf } from './words.ts'

/**
 * Posts a quest and books the promise of its whole reward: `rewardAmount` for each of `maxFarmers` places.
 * @throws BadRequestError for an amount that cannot be kept exactly, a reward text that says something else, a link
 * that is none, or a deadline in the past.
 */
export async function postQuest(context: Context, giver: Address, draft: NewQuest): Promise<Quest> {
  const { clock, db } = context
  const now = clock.now()
  const amount = exactAmount(draft.rewardAmount, draft.rewardToken)
  requireSameReward(draft)
  const { repoKey, issueNumber } = readIssueLink(draft.codehostRepo, draft.codehostIssue)
  const deadline = draft.deadline === undefined ? null : Date.parse(draft.deadline)
  if (deadline !== null && !(deadline > now)) throw new BadRequestError('deadline must be in the future.')

  const quest: QuestRow = {
    id: createId('quest', now),
    giver,
    title: draft.title,
    description: draft.description,
    reward: draft.reward,
    amount,
    token: draft.rewardToken,
    skills: JSON.stringify(draft.skills),
    max_farmers: draft.maxFarmers,
    taken: 0,
    category: draft.category,
    status: 'open',
    closed: null,
    codehost_repo: draft.codehostRepo ?? null,
    codehost_issue: draft.codehostIssue ?? null,
    repo_key: repoKey,
    issue_number: issueNumber,
    deadline,
    released: 0,
    refunded: 0,
    created_at: now,
    updated_at: now,
    rail: context.escrow === null ? 'ledger' : 'chain',
  }
  const deposit = await planDeposit(context, quest)
  const skills = new Set(draft.skills.map(skill => skill.toLowerCase()))
  const words = wordsOf(draft.title, draft.category, ...draft.skills, draft.description)

  await transaction(db, async trx => {
    await trx.insertInto('quests').values(quest).execute()
    if (skills.size > 0)
      await trx
        .insertInto('quest_skills')
        .values([...skills].map(skill => ({ skill, quest_id: quest.id })))
        .execute()
    if (words.length > 0)
      await trx
        .insertInto('quest_words')
        .values(words.map(word => ({ word, quest_id: quest.id })))
        .execute()
    if (deposit === null) await bookPromise(trx, quest, now)
    else await trx.insertInto('escrows').values(deposit).execute()
    await countChange(trx, 'quests', 'community_dao')
  })
  return readQuest(db, quest.id)
}

/** What people read must be what the ledger promises: `1,000 USDC` for 1000 and USDC. */
function requireSameReward({ reward, rewardAmount, rewardToken }: NewQuest): void {
  const [, amount = '', token = ''] = /^([\d,_ ]*\.?\d+)\s*([^\s\d].*)$/.exec(reward.trim()) ?? []
  const same = Number(amount.replace(/[,_ ]/g, '')) === rewardAmount && amount !== ''
  if (!same || token.toLowerCase() !== rewardToken.toLowerCase())
    throw new BadRequestError(`reward must say the amount and the token: "${rewardAmount} ${rewardToken}".`)
}

/**
 * The quest, for this transaction alone until it ends: everything that happens to one quest happens in turn.
 * @throws NotFoundError
 */
export async function lockQuest(trx: Db, questId: string, now: number): Promise<QuestRow> {
  const quest = await trx
    .updateTable('quests')
    .set({ updated_at: now })
    .where('id', '=', questId)
    .returningAll()
    .executeTakeFirst()
  if (quest === undefined) throw new NotFoundError('There is no such quest.')
  return quest
}

/**
 * Ends what was done to a locked quest: counts its assignments, sets its status, and gives the giver back what nobody
 * can earn any more once nothing is under way and nobody can join.
 */
export async function settleQuest(trx: Db, context: Context, quest: QuestRow): Promise<void> {
  const now = context.clock.now()
  const rows = await trx
    .selectFrom('assignments')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('quest_id', '=', quest.id)
    .groupBy('status')
    .execute()
  const counts: Counts = Object.fromEntries(rows.map(row => [row.status, row.count]))
  const released = counts.released ?? 0
  const taken = countLive(counts) + released + (counts.refunded ?? 0)
  const free = quest.max_farmers - taken
  const status = statusOf(quest, counts, free, now)
  const over = countLive(counts) === 0 && !takesFarmers(quest, now)
  const deposit = quest.rail === 'chain' ? await readEscrow(trx, quest.id) : undefined
  if (over && free > 0 && deposit === undefined && quest.refunded + released < quest.max_farmers)
    await refundPlaces(trx, quest, free, `close:${quest.id}`, now)
  // On chain the giver takes the free places back himself, once the escrow is closed.
  if (over && free > 0 && deposit?.status === 'funded')
    await queueCall(trx, context, { kind: 'close', questId: quest.id })
  const givenBack = deposit === undefined ? Number(over) * free : deposit.refunded_places
  await trx
    .updateTable('quests')
    .set({ status, taken, released, refunded: (counts.refunded ?? 0) + givenBack })
    .where('id', '=', quest.id)
    .execute()
  await countChange(trx, 'quests', 'leaderboard', 'community_dao')
}

/** Books that the reward of so many places goes back to the giver. */
export async function refundPlaces(
  trx: Db,
  quest: QuestRow,
  places: number,
  id: string,
  at: number,
): Promise<void> {
  await book(trx, {
    id,
    questId: quest.id,
    token: quest.token,
    at,
    from: { account: 'held', party: quest.giver },
    to: { account: 'refunded', party: quest.giver },
    units: toUnits(quest.amount) * BigInt(places),
  })
}
