import type { Address } from '../address.ts'
import type { EscrowRow } from '../db/escrow-tables.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import {
  type Asked,
  type Deposit,
  type Evidence,
  hasLeft,
  isEnded,
  type Quest,
  type Reviewed,
  type Work,
} from '../lifecycle/quest.ts'
import { countFree, statusOf } from '../lifecycle/status.ts'

/** What the rules need of the rows of a quest. A row that no state fits is a fault of ours, and nothing is decided on it. */
export function toQuest(row: QuestRow, deposit: Deposit | null, work: readonly Work[]): Quest {
  const { accepted, in_review, disputed, released, returned } = row
  return {
    id: row.id,
    giver: row.giver,
    title: row.title,
    amount: row.amount,
    token: row.token,
    places: row.max_farmers,
    deadline: row.deadline,
    closed: row.closed,
    tally: { accepted, 'in-review': in_review, disputed, released, refunded: row.refunded - returned },
    returned,
    deposit,
    work: new Map(work.map(part => [part.farmer, part])),
  }
}

/** The columns that follow from what happened to the quest. */
export function toQuestColumns(quest: Quest, now: number) {
  const { tally, closed, returned } = quest
  return {
    status: statusOf(quest, now),
    closed,
    taken: quest.places - countFree(quest),
    accepted: tally.accepted,
    in_review: tally['in-review'],
    disputed: tally.disputed,
    released: tally.released,
    refunded: tally.refunded + returned,
    returned,
    updated_at: now,
  } satisfies Partial<QuestRow>
}

export function toDeposit(row: EscrowRow, closing: boolean): Deposit {
  return {
    status: row.status,
    problem: row.problem,
    token: row.token_address,
    amountEach: BigInt(row.amount_each),
    closing,
  }
}

export function toWork(row: AssignmentRow, asked: ReadonlySet<Asked>): Work {
  const { farmer, status } = row
  const part = { farmer, acceptedAt: row.accepted_at, account: row.codehost_id, asked }
  switch (status) {
    case 'accepted':
      return {
        ...part,
        status,
        expiresAt: row.expires_at,
        warned: row.warned === 1,
        toldAt: row.told_at,
        untold: row.untold === 1,
      }
    case 'in-review':
      return { ...part, status, ...toReviewed(row) }
    case 'disputed': {
      const { dispute_reason: reason, dispute_ends_at: endsAt, disputed_by: by } = row
      const dispute = {
        by: by ?? 'giver',
        reason: reason ?? '',
        endsAt: known(endsAt, row, 'dispute_ends_at'),
      }
      return { ...part, status, ...toReviewed(row), dispute }
    }
    case 'released':
    case 'refunded': {
      const decidedFor =
        row.dispute_outcome && ({ pay: 'farmer', refund: 'giver' } as const)[row.dispute_outcome]
      return { farmer, status, endedAt: row.released_at, decidedFor }
    }
    case 'withdrawn':
    case 'expired':
    case 'cancelled':
      return { farmer, status, toldAt: row.told_at }
  }
}

function toReviewed(row: AssignmentRow): Pick<Reviewed, 'evidence' | 'startedAt' | 'endsAt' | 'proposed'> {
  return {
    evidence: toEvidence(row),
    startedAt: known(row.review_started_at, row, 'review_started_at'),
    endsAt: known(row.review_ends_at, row, 'review_ends_at'),
    proposed: row.proposed === 1,
  }
}

function toEvidence(row: AssignmentRow): Evidence {
  const { submission_url: url, submission_note: note, repo_key: repoKey, pull_request: pullRequest } = row
  return {
    submission: url === null && note === null ? null : { url, note },
    merge: repoKey === null || pullRequest === null ? null : { repoKey, pullRequest, check: row.merge_check },
  }
}

/** A missing time would otherwise be a time long ago, and due. */
function known(time: number | null, { quest_id, farmer }: AssignmentRow, column: string): number {
  if (time === null) throw new Error(`${column} of ${farmer} in ${quest_id} is missing`)
  return time
}

/** The row of a farmer's part, over the one that he had. */
export function toRow(before: AssignmentRow, work: Work): AssignmentRow {
  if (hasLeft(work)) return { ...before, status: work.status }
  if (isEnded(work)) {
    const outcome = work.decidedFor && ({ farmer: 'pay', giver: 'refund' } as const)[work.decidedFor]
    const releasedAt = work.status === 'released' ? work.endedAt : null
    return { ...before, status: work.status, released_at: releasedAt, dispute_outcome: outcome }
  }
  const part = { ...before, status: work.status, codehost_id: work.account, accepted_at: work.acceptedAt }
  if (work.status === 'accepted')
    return {
      ...part,
      expires_at: work.expiresAt,
      warned: work.warned ? 1 : 0,
      told_at: work.toldAt,
      untold: work.untold ? 1 : 0,
    }
  const { submission, merge } = work.evidence
  const reviewed = {
    ...part,
    proof: merge === null ? ('submission' as const) : ('merge' as const),
    submission_url: submission?.url ?? null,
    submission_note: submission?.note ?? null,
    repo_key: merge?.repoKey ?? null,
    pull_request: merge?.pullRequest ?? null,
    merge_check: merge?.check ?? null,
    review_started_at: work.startedAt,
    review_ends_at: work.endsAt,
    proposed: work.proposed ? 1 : 0,
  }
  if (work.status === 'in-review') return reviewed
  const { by, reason, endsAt } = work.dispute
  return { ...reviewed, disputed_by: by, dispute_reason: reason, dispute_ends_at: endsAt }
}

/** The row of a place that was just taken. */
export function newRow(quest: QuestRow, farmer: Address): AssignmentRow {
  return {
    quest_id: quest.id,
    farmer,
    giver: quest.giver,
    token: quest.token,
    amount: quest.amount,
    status: 'accepted',
    accepted_at: 0,
    expires_at: 0,
    warned: 0,
    told_at: 0,
    untold: 0,
    codehost_id: null,
    proof: null,
    submission_url: null,
    submission_note: null,
    repo_key: null,
    pull_request: null,
    merge_check: null,
    review_started_at: null,
    review_ends_at: null,
    dispute_reason: null,
    disputed_by: null,
    dispute_ends_at: null,
    dispute_outcome: null,
    released_at: null,
    rail: quest.rail,
    proposed: 0,
  }
}
