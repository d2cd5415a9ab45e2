import type { Assignment, HoldReason, Quest } from '@furrow/sdk/contract'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant, instantOrNull } from '../../ground/clock.ts'
import { fromLedger } from '../../rules/ledger/amounts.ts'
import { conditionsOf } from '../../rules/lifecycle/conditions.ts'
import type { InContract } from '../../rules/lifecycle/default-outcome.ts'
import { questionsOf } from '../../rules/lifecycle/questions.ts'
import { readState } from '../change/place-state.ts'
import { toSums } from '../change/rows.ts'
import { paidOf } from '../change/work-rows.ts'
import { showSum } from '../companions/show.ts'
import type { ShownFunds } from '../rails/rail.ts'
import { railOf } from '../rails/rails.ts'
import { showSharing } from './sharing.ts'
import { showContest } from './show-contest.ts'
import { showJudging, showRuling } from './show-judging.ts'
import { paymentColumns, showWorkPayment } from './work-payment.ts'

export type QuestHolds = ReadonlyMap<Address, HoldReason>

/** Without the submitted work, which is in the quest itself. */
export const listedColumns = [
  'farmer',
  'status',
  'amount',
  'accepted_at',
  'expires_at',
  'idle_at',
  'kept_at',
  'state',
  'team_of',
  'token',
  'pull_request',
  'merge_check',
  'review_ends_at',
  'released_at',
  'paid',
  ...paymentColumns,
  'disputed_at',
  'dispute_ends_at',
] as const
export type ListedRow = Pick<AssignmentRow, (typeof listedColumns)[number]>

export function showNewQuest(row: QuestRow, escrow: EscrowRow | null): Quest {
  return { ...showQuest(row, [], railOf(row).showNew(escrow)), commentCount: 0 }
}

export function showQuest(row: QuestRow, farmers: readonly Assignment[], funds: ShownFunds): Quest {
  const sums = toSums(row)
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
    ...(row.paused === 1 && { paused: true }),
    ...(row.revision > 0 && { revisions: row.revision }),
    ...showSum(row),
    ...(row.companion_of !== null && { companionOf: row.companion_of }),
    ...showContest(row),
    ...(row.thanks !== null && { thanks: { for: row.thanks } }),
    giver: checksum(row.giver),
    admission: row.admission,
    ...((row.requires_codehost === 1 || row.min_completed > 0 || row.conditions !== null) && {
      requires: {
        verifiedCodehost: row.requires_codehost === 1,
        minCompleted: row.min_completed,
        ...conditionsOf(row),
      },
    }),
    ...(row.questions !== '[]' && { questions: [...questionsOf(row)] }),
    ...(row.admission === 'application' && { applications: row.waiting }),
    farmers: [...farmers],
    funding: {
      rail: row.rail,
      status: settled ? 'settled' : funds.status,
      token: row.token,
      amount: fromLedger(sums.promised),
      released: fromLedger(sums.released),
      refunded: fromLedger(sums.refunded),
      ...funds.more,
    },
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
  }
}

/** `arbiter` decides disputes on the ledger rail, `contract` those on the other. */
export function showFarmer(
  row: AssignmentRow,
  holds: QuestHolds | undefined,
  arbiter: Address | null,
  contract: InContract,
): Assignment {
  const submitted = row.submission_url !== null || row.submission_note !== null
  return {
    ...showListedFarmer(row, holds),
    submission: submitted ? { url: row.submission_url ?? '', note: row.submission_note ?? '' } : null,
    ...showJudging(row, arbiter, contract),
  }
}

export function showListedFarmer(row: ListedRow, holds: QuestHolds | undefined): Assignment {
  const state = readState(row.state)
  return {
    address: checksum(row.farmer),
    status: row.status as Assignment['status'],
    acceptedAt: instant(row.accepted_at),
    expiresAt: row.status === 'accepted' ? instant(row.expires_at) : null,
    // A place from before this was kept: not before it ends.
    idleAt: row.status === 'accepted' ? instant(row.idle_at ?? row.expires_at) : null,
    keptAt: row.status === 'accepted' ? instantOrNull(row.kept_at) : null,
    ...(row.status === 'accepted' && { extensions: state.extensions ?? 0 }),
    ...(state.agent && { agent: true }),
    pullRequest: row.pull_request,
    reviewEndsAt: instantOrNull(row.review_ends_at),
    releasedAt: instantOrNull(row.released_at),
    paid: paidOf(row),
    booked: paidOf(row),
    disputedAt: instantOrNull(row.disputed_at),
    disputeEndsAt: instantOrNull(row.dispute_ends_at),
    holdReason: holds?.get(row.farmer) ?? readHoldReason(row),
    ...(isOpen(row) && state.approvalEndsAt && { approvalEndsAt: instant(state.approvalEndsAt) }),
    ...(isOpen(row) && state.attested && { attested: true }),
    ...showRuling(row, state),
    ...showSharing(row),
    ...(row.unpaid !== null && { unpaid: row.unpaid }),
    ...showWorkPayment(row, state),
  }
}

function isOpen({ status }: ListedRow): boolean {
  return status === 'in-review' || status === 'disputed'
}

const holdReasons: Readonly<Record<string, HoldReason>> = {
  accepted: 'no-work-yet',
  'in-review': 'in-review',
  disputed: 'disputed',
}

function readHoldReason({ status, merge_check, unpaid }: ListedRow): HoldReason | null {
  if (status === 'released' && (unpaid === 'farmer' || unpaid === 'both')) return 'receiver-refused'
  if (status === 'in-review' && merge_check === 'unreachable') return 'code-host-unreachable'
  if (status === 'in-review' && merge_check === 'broken') return 'disputed'
  return holdReasons[status] ?? null
}
