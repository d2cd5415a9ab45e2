import type { BotCommentRow } from '@furrow/storage/bot-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { paidOnChain } from '@furrow/storage/paid-on-chain.ts'
import { type Payer, readPayers } from '../../people/profile/payer-record.ts'
import { takesFarmers } from '../../rules/lifecycle/status.ts'
import { announcedQuests } from './announced.ts'

export type Standing = {
  readonly id: string
  readonly amount: string
  readonly token: string
  readonly places: number
  readonly free: number
  readonly paused: boolean
  readonly accepted: number
  readonly inReview: number
  readonly disputed: number
  readonly released: number
  readonly paid: number
  readonly cancelled: boolean
  readonly record: Payer['record']
  readonly locked: boolean
  readonly isLive: boolean
}

export type IssueStanding = {
  readonly draft: string | null
  readonly quests: readonly Standing[]
  readonly unassignable: readonly string[]
  readonly refused: string | null
}

const mostShown = 5

export async function readStanding(
  db: Db,
  { repo_key, issue_number, draft }: BotCommentRow,
  now: number,
): Promise<Pick<IssueStanding, 'draft' | 'quests'>> {
  const rows = await announcedQuests(db, repo_key)
    .selectAll('quests')
    .where('issue_number', '=', issue_number)
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const kept =
    draft === null
      ? undefined
      : await db.selectFrom('quest_drafts').select('id').where('id', '=', draft).executeTakeFirst()
  const ids = rows.map(({ id }) => id)
  const [paid, funded, payers] = await Promise.all([
    countPaid(db, ids),
    findFunded(db, ids),
    readPayers(
      db,
      rows.map(({ giver }) => giver),
    ),
  ])
  const quests = rows.map(row => {
    const free = takesFarmers(row, now) ? row.max_farmers - row.taken : 0
    return {
      id: row.id,
      amount: row.amount,
      token: row.token,
      places: row.max_farmers,
      free,
      paused: row.paused === 1,
      accepted: row.accepted,
      inReview: row.in_review,
      disputed: row.disputed,
      released: row.released,
      paid: paid.get(row.id) ?? 0,
      cancelled: row.status === 'cancelled',
      record: (payers.get(row.giver) as Payer).record,
      locked: funded.has(row.id),
      isLive: row.status !== 'completed' && row.status !== 'cancelled',
    }
  })
  return { draft: kept?.id ?? null, quests }
}

async function findFunded(db: Db, questIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (questIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('escrows')
    .select('quest_id')
    .where('quest_id', 'in', [...questIds])
    .where('status', '=', 'funded')
    .execute()
  return new Set(rows.map(({ quest_id }) => quest_id))
}

/** Released work that the contract paid, or with a proved payment that counts, by quest. */
async function countPaid(db: Db, questIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (questIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('assignments')
    .select(({ fn }) => ['quest_id', fn.countAll().as('paid')])
    .where('quest_id', 'in', [...questIds])
    .where('status', '=', 'released')
    .where(({ eb, or }) => or([eb('payment', '=', 'paid'), paidOnChain('assignments')]))
    .groupBy('quest_id')
    .execute()
  return new Map(rows.map(({ quest_id, paid }) => [quest_id, Number(paid)]))
}
