import { times } from '@furrow/sdk/amount'
import type { Assignment, HoldReason, Quest } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import { instant, instantOrNull } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { EscrowRow } from '../db/escrow-tables.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { NotFoundError } from '../errors.ts'
import type { ShownFunds } from '../rails/rail.ts'
import { railOf, showFunds } from '../rails/rails.ts'

/** @throws NotFoundError */
export async function findQuestRow(db: Db, id: string): Promise<QuestRow> {
  const row = await db.selectFrom('quests').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new NotFoundError('There is no such quest.')
  return row
}

/** One quest as it is shown. @throws NotFoundError */
export async function readQuest(db: Db, id: string): Promise<Quest> {
  return showQuest(db, await findQuestRow(db, id))
}

/** A row with its farmers, as it is shown. */
export async function showQuest(db: Db, row: QuestRow): Promise<Quest> {
  const [quest] = await showQuests(db, [row])
  return quest as Quest
}

/** Rows with their farmers, as they are shown. */
export async function showQuests(db: Db, rows: readonly QuestRow[]): Promise<Quest[]> {
  if (rows.length === 0) return []
  const assignments = await db
    .selectFrom('assignments')
    .selectAll()
    .where(
      'quest_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('status', 'not in', ['withdrawn', 'expired', 'cancelled'])
    .orderBy('accepted_at')
    .orderBy('farmer')
    .execute()
  const byQuest = Map.groupBy(assignments, ({ quest_id }) => quest_id)
  const funds = await showFunds(db, rows)
  return rows.map(row => show(row, byQuest.get(row.id) ?? [], funds.get(row.id) as ShownFunds))
}

/** A quest that was just posted: it has no farmers, and needs no look into the database. */
export function showNewQuest(row: QuestRow, escrow: EscrowRow | null): Quest {
  return show(row, [], railOf(row).showNew(escrow))
}

function show(row: QuestRow, assignments: readonly AssignmentRow[], funds: ShownFunds): Quest {
  const settled = row.released + row.refunded >= row.max_farmers
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    reward: row.reward,
    rewardAmount: Number(row.amount),
    rewardToken: row.token,
    skills: JSON.parse(row.skills) as string[],
    maxFarmers: row.max_farmers,
    category: row.category,
    status: row.status,
    ...(row.codehost_repo !== null && { codehostRepo: row.codehost_repo }),
    ...(row.codehost_issue !== null && { codehostIssue: row.codehost_issue }),
    ...(row.deadline !== null && { deadline: instant(row.deadline) }),
    giver: checksum(row.giver),
    farmers: assignments.map(assignment => showAssignment(assignment, funds.holdReasons)),
    funding: {
      rail: row.rail,
      status: settled ? 'settled' : funds.status,
      token: row.token,
      amount: times(row.amount, row.max_farmers),
      released: times(row.amount, row.released),
      refunded: times(row.amount, row.refunded),
      ...funds.more,
    },
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
  }
}

const holdReasons: Readonly<Record<string, HoldReason>> = {
  accepted: 'no-work-yet',
  'in-review': 'in-review',
  disputed: 'disputed',
}

function readHoldReason({ status, merge_check }: AssignmentRow): HoldReason | null {
  if (status === 'in-review' && merge_check === 'unreachable') return 'code-host-unreachable'
  if (status === 'in-review' && merge_check === 'broken') return 'disputed'
  return holdReasons[status] ?? null
}

function showAssignment(row: AssignmentRow, railReasons: ShownFunds['holdReasons']): Assignment {
  const submitted = row.submission_url !== null || row.submission_note !== null
  return {
    address: checksum(row.farmer),
    // A place that was given up is not shown.
    status: row.status as Assignment['status'],
    acceptedAt: instant(row.accepted_at),
    expiresAt: row.status === 'accepted' ? instant(row.expires_at) : null,
    pullRequest: row.pull_request,
    submission: submitted ? { url: row.submission_url ?? '', note: row.submission_note ?? '' } : null,
    reviewEndsAt: instantOrNull(row.review_ends_at),
    releasedAt: instantOrNull(row.released_at),
    holdReason: railReasons.get(row.farmer) ?? readHoldReason(row),
  }
}
