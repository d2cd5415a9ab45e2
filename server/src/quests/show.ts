import { times } from '@furrow/sdk/amount'
import type { Assignment, HoldReason, Quest } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import { instant, instantOrNull } from '../clock.ts'
import type { EscrowRow } from '../db/escrow-tables.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import type { ShownFunds } from '../rails/rail.ts'
import { railOf } from '../rails/rails.ts'

/** A place that was given up is not shown. */
export const hidden = ['withdrawn', 'expired', 'cancelled'] as const

/** Why money is not out yet, where the rail is the reason; by the farmer. */
export type QuestHolds = ReadonlyMap<Address, HoldReason>

/** What a list needs of a place: not the work that was handed in, which is in the quest itself. */
export const listedColumns = [
  'farmer',
  'status',
  'accepted_at',
  'expires_at',
  'pull_request',
  'merge_check',
  'review_ends_at',
  'released_at',
] as const
export type ListedRow = Pick<AssignmentRow, (typeof listedColumns)[number]>

/** A quest that was just posted: it has no farmers, and needs no look into the database. */
export function showNewQuest(row: QuestRow, escrow: EscrowRow | null): Quest {
  return showQuest(row, [], railOf(row).showNew(escrow))
}

export function showQuest(row: QuestRow, farmers: readonly Assignment[], funds: ShownFunds): Quest {
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
    farmers: [...farmers],
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

export function showFarmer(row: AssignmentRow, holds: QuestHolds | undefined): Assignment {
  const submitted = row.submission_url !== null || row.submission_note !== null
  return {
    ...showListedFarmer(row, holds),
    submission: submitted ? { url: row.submission_url ?? '', note: row.submission_note ?? '' } : null,
  }
}

export function showListedFarmer(row: ListedRow, holds: QuestHolds | undefined): Assignment {
  return {
    address: checksum(row.farmer),
    status: row.status as Assignment['status'],
    acceptedAt: instant(row.accepted_at),
    expiresAt: row.status === 'accepted' ? instant(row.expires_at) : null,
    pullRequest: row.pull_request,
    reviewEndsAt: instantOrNull(row.review_ends_at),
    releasedAt: instantOrNull(row.released_at),
    holdReason: holds?.get(row.farmer) ?? readHoldReason(row),
  }
}

const holdReasons: Readonly<Record<string, HoldReason>> = {
  accepted: 'no-work-yet',
  'in-review': 'in-review',
  disputed: 'disputed',
}

function readHoldReason({ status, merge_check }: ListedRow): HoldReason | null {
  if (status === 'in-review' && merge_check === 'unreachable') return 'code-host-unreachable'
  if (status === 'in-review' && merge_check === 'broken') return 'disputed'
  return holdReasons[status] ?? null
}
