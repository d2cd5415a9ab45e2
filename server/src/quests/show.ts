import type { Assignment, HoldReason, Quest } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import { instant, instantOrNull } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { NotFoundError } from '../errors.ts'
import { type ChainFunding, readChainFundings } from '../escrow/funding.ts'
import { times } from '../payouts/amounts.ts'

/** One quest as it is shown. */
export async function readQuest(db: Db, id: string): Promise<Quest> {
  const [quest] = await readQuests(
    db,
    await db.selectFrom('quests').selectAll().where('id', '=', id).execute(),
  )
  if (quest === undefined) throw new NotFoundError('There is no such quest.')
  return quest
}

/** Rows with their farmers, as they are shown. */
export async function readQuests(db: Db, rows: readonly QuestRow[]): Promise<Quest[]> {
  if (rows.length === 0) return []
  const assignments = await db
    .selectFrom('assignments')
    .selectAll()
    .where(
      'quest_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('status', 'not in', ['withdrawn', 'expired'])
    .orderBy('accepted_at')
    .orderBy('farmer')
    .execute()
  const byQuest = Map.groupBy(assignments, ({ quest_id }) => quest_id)
  const escrows = await readChainFundings(db, rows)
  return rows.map(row => showQuest(row, byQuest.get(row.id) ?? [], escrows.get(row.id)))
}

function showQuest(
  row: QuestRow,
  assignments: readonly AssignmentRow[],
  chain: ChainFunding | undefined,
): Quest {
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
    farmers: assignments.map(assignment => showAssignment(assignment, chain?.holdReasons)),
    funding: {
      rail: row.rail,
      status: settled ? 'settled' : (chain?.status ?? 'promised'),
      token: row.token,
      amount: times(row.amount, row.max_farmers),
      released: times(row.amount, row.released),
      refunded: times(row.amount, row.refunded),
      ...chain?.shown,
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

function showAssignment(row: AssignmentRow, chainReasons?: ReadonlyMap<string, HoldReason>): Assignment {
  const submitted = row.submission_url !== null || row.submission_note !== null
  return {
    address: checksum(row.farmer),
    status: row.status,
    acceptedAt: instant(row.accepted_at),
    expiresAt: row.status === 'accepted' ? instant(row.expires_at) : null,
    pullRequest: row.pull_request,
    submission: submitted ? { url: row.submission_url ?? '', note: row.submission_note ?? '' } : null,
    reviewEndsAt: instantOrNull(row.review_ends_at),
    releasedAt: instantOrNull(row.released_at),
    holdReason: chainReasons?.get(row.farmer) ?? readHoldReason(row),
  }
}
