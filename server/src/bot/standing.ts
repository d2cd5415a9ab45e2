import type { BotCommentRow } from '../db/bot-tables.ts'
import type { Db } from '../db/db.ts'
import { takesFarmers } from '../lifecycle/status.ts'

/** Where a quest stands, in what nobody typed freely. */
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
  readonly cancelled: boolean
  /** Whether somebody may still take it, or works on it. */
  readonly isLive: boolean
}

/** The newest quests of an issue, and the draft that waits for who asked for it. */
export type IssueStanding = { readonly draft: string | null; readonly quests: readonly Standing[] }

const mostShown = 5

export async function readStanding(
  db: Db,
  { repo_key, issue_number, draft }: BotCommentRow,
  now: number,
): Promise<IssueStanding> {
  const rows = await db
    .selectFrom('quests')
    .selectAll()
    .where('repo_key', '=', repo_key)
    .where('issue_number', '=', issue_number)
    .where('hidden_at', 'is', null)
    // Anyone may link a quest to an issue; what the service says there is said for those whose repository it is.
    .where('giver', 'in', db.selectFrom('bot_writers').select('address').where('repo_key', '=', repo_key))
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const kept =
    draft === null
      ? undefined
      : await db.selectFrom('quest_drafts').select('id').where('id', '=', draft).executeTakeFirst()
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
      cancelled: row.status === 'cancelled',
      isLive: row.status !== 'completed' && row.status !== 'cancelled',
    }
  })
  return { draft: kept?.id ?? null, quests }
}
