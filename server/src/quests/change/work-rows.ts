import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import {
  type Asked,
  type Denial,
  type Dispute,
  type Ended,
  type Ending,
  type Evidence,
  type Handed,
  hasLeft,
  isEnded,
  type Left,
  type PaidWord,
  type Part,
  type Reviewed,
  type ShownPayment,
  type Transaction,
  type Work,
  type Worth,
} from '../../rules/lifecycle/quest.ts'
import { isFinished, noTeam, type Team } from '../../rules/lifecycle/team.ts'
import { type PlaceState, readState, writeState } from './place-state.ts'

export function toWork(row: AssignmentRow, asked: ReadonlySet<Asked>): Work {
  const { farmer, status } = row
  const returned = returnedOf(row)
  const { accepted_at: acceptedAt, codehost_id: account, round } = row
  const state = readState(row.state)
  const part = { farmer, acceptedAt, account, asked, returned, round, team: teamOf(state) }
  switch (status) {
    case 'accepted':
      return {
        ...part,
        status,
        expiresAt: row.expires_at,
        warned: row.warned === 1,
        idleAt: row.idle_at ?? row.expires_at,
        idleWarned: row.idle_at === null || row.idle_warned === 1,
        keptAt: row.kept_at,
        extensions: state.extensions ?? 0,
        toldAt: row.told_at,
        untold: row.untold === 1,
      }
    case 'in-review':
      return { ...part, status, ...toReviewed(row, state) }
    case 'disputed': {
      return { ...part, status, ...toReviewed(row, state), dispute: toDispute(row, state) }
    }
    case 'released':
    case 'refunded': {
      const decidedFor =
        row.dispute_outcome && ({ pay: 'farmer', refund: 'giver' } as const)[row.dispute_outcome]
      return {
        farmer,
        status,
        acceptedAt,
        endedAt: row.released_at,
        paid: paidOf(row),
        decidedFor,
        ending: endingOf(row),
        unpaid: row.unpaid,
        reclaimedAt: row.reclaimed_at,
        worth: toWorth(row, state),
        of: row.team_of,
        part: state.part ?? null,
      }
    }
    case 'withdrawn':
    case 'expired':
    case 'cancelled':
      return { farmer, status: leftStatusOf(row, status), toldAt: row.told_at, round }
  }
}

export function teamOf({ team }: PlaceState): Team {
  if (team === undefined) return noTeam
  const members = team.members.map(member => ({ ...member, address: member.address as Address }))
  const { splitter, times } = team
  return { members, times, ...(splitter !== undefined && { splitter: splitter as Address }) }
}

/** The last return of the work; returns in an earlier stay of this farmer do not count for this one. */
export function returnedOf({ returns, returned_at: at, return_note, accepted_at }: AssignmentRow) {
  return at === null || at < accepted_at ? null : { times: returns, at, note: return_note ?? '' }
}

function toDispute(row: AssignmentRow, { fault, ruling }: PlaceState): Dispute {
  return {
    by: row.disputed_by ?? 'giver',
    reason: row.dispute_reason ?? '',
    fault: fault ?? null,
    at: row.disputed_at,
    endsAt: known(row.dispute_ends_at, row, 'dispute_ends_at'),
    answer: answerOf(row),
    evidence: { giver: row.giver_evidence, farmer: row.farmer_evidence },
    ruling: ruling ?? null,
  }
}

export function answerOf({ answer_url: url, answer_note: note }: AssignmentRow): Handed | null {
  return url === null && note === null ? null : { url, note }
}

export function endingOf(row: AssignmentRow): Ending | null {
  const { ended_because: because, decision_reason: reason, decision_share: share } = row
  return because === null ? null : { because, reason, share }
}

/** As exact digits. */
export function paidOf({ status, paid, amount }: Pick<AssignmentRow, 'status' | 'paid' | 'amount'>) {
  return status === 'released' ? (paid ?? amount) : null
}

function leftStatusOf(
  { removed }: AssignmentRow,
  status: Exclude<Left['status'], 'removed'>,
): Left['status'] {
  return status === 'cancelled' && removed === 1 ? 'removed' : status
}

function toReviewed(row: AssignmentRow, state: PlaceState): Omit<Reviewed, keyof Part> {
  return {
    evidence: toEvidence(row),
    startedAt: known(row.review_started_at, row, 'review_started_at'),
    endsAt: known(row.review_ends_at, row, 'review_ends_at'),
    proposed: row.proposed === 1,
    attested: state.attested ?? false,
    approvalEndsAt: state.approvalEndsAt ?? null,
    offer: state.offer ?? null,
  }
}

function elsewhereOf({ state }: AssignmentRow): Evidence['merge'] {
  const { provedBy } = readState(state)
  return provedBy === undefined ? null : { ...provedBy, check: null, source: null, elsewhere: true }
}

export function toEvidence(row: AssignmentRow): Evidence {
  const { submission_url: url, submission_note: note, repo_key: repoKey, pull_request: pullRequest } = row
  return {
    submission: url === null && note === null ? null : { url, note },
    merge:
      repoKey === null || pullRequest === null
        ? elsewhereOf(row)
        : { repoKey, pullRequest, check: row.merge_check, source: row.merge_source },
  }
}

function toWorth(row: AssignmentRow, state: PlaceState): Worth | null {
  if (row.status !== 'released') return null
  return {
    backing: row.backing,
    counts: row.counted === 1,
    countedAt: row.counted_at,
    payment: toPayment(row, state),
    denial: toDenial(row, state),
    word: toWord(row, state),
    remindAt: row.remind_at,
  }
}

function toPayment(row: AssignmentRow, state: PlaceState): ShownPayment | null {
  const [chainId, hash, part = '0'] = row.payment_ref?.split(':') ?? []
  if (hash === undefined) return null
  const { paid_at: paidAt, payment_payer: payer } = row
  const { confirmedBy = null } = state
  // Versions before this one keep the time of mining only for payments that count.
  const minedAt = state.minedAt ?? paidAt
  const mined = minedAt === null ? null : { at: minedAt, payer }
  const proposal = mandateOf(row, state)
  return { chainId: Number(chainId), hash, part: Number(part), mined, paidAt, confirmedBy, proposal }
}

export function mandateOf(
  { payment, payment_ref }: Pick<AssignmentRow, 'payment' | 'payment_ref'>,
  { mandate }: PlaceState,
): string | null {
  return payment === 'paid' && mandate?.payment === payment_ref ? mandate.proposal : null
}

function toDenial(
  { payment_denied_ref: reference }: AssignmentRow,
  { deniedAt: at }: PlaceState,
): Denial | null {
  const [chainId, hash] = reference?.split(':') ?? []
  return at === undefined || hash === undefined ? null : { chainId: Number(chainId), hash, at }
}

function toWord(
  { said_paid_at: saidAt, received_at: receivedAt, missed_at: missedAt }: AssignmentRow,
  { saidTransaction }: PlaceState,
): PaidWord | null {
  if (saidAt === null) return null
  return { saidAt, transaction: saidTransaction ?? null, receivedAt, missedAt }
}

/** Without this, a missing time would be a time long ago, and due. */
function known(time: number | null, { quest_id, farmer }: AssignmentRow, column: string): number {
  if (time === null) throw new Error(`${column} of ${farmer} in ${quest_id} is missing`)
  return time
}

export function toRow(before: AssignmentRow, work: Work): AssignmentRow {
  if (hasLeft(work)) {
    const state = writeState(before.state, { team: null })
    return work.status === 'removed'
      ? { ...before, status: 'cancelled', removed: 1, state }
      : { ...before, status: work.status, removed: 0, state }
  }
  if (isEnded(work)) {
    const outcome = work.decidedFor && ({ farmer: 'pay', giver: 'refund' } as const)[work.decidedFor]
    const releasedAt = work.status === 'released' ? work.endedAt : null
    return {
      ...before,
      status: work.status,
      released_at: releasedAt,
      dispute_outcome: outcome,
      paid: work.paid,
      unpaid: work.unpaid,
      reclaimed_at: work.reclaimedAt,
      ...fromWorth(work),
      state: endedState(before, work),
      ...toEnding(work.ending),
    }
  }
  const team = toTeamState(work)
  const part = {
    ...before,
    status: work.status,
    codehost_id: work.account,
    accepted_at: work.acceptedAt,
    returns: work.returned?.times ?? 0,
    returned_at: work.returned?.at ?? null,
    return_note: work.returned?.note ?? null,
    round: work.round,
  }
  if (work.status === 'accepted')
    return {
      ...part,
      proof: null,
      review_started_at: null,
      review_ends_at: null,
      proposed: 0,
      expires_at: work.expiresAt,
      warned: work.warned ? 1 : 0,
      idle_at: work.idleAt,
      idle_warned: work.idleWarned ? 1 : 0,
      kept_at: work.keptAt,
      state: writeState(before.state, { ...nothingReviewed, extensions: work.extensions, team }),
      removed: 0,
      told_at: work.toldAt,
      untold: work.untold ? 1 : 0,
    }
  const { submission, merge } = work.evidence
  const reviewed = {
    ...part,
    proof: merge === null ? ('submission' as const) : ('merge' as const),
    submission_url: submission?.url ?? null,
    submission_note: submission?.note ?? null,
    ...toMergeColumns(merge),
    review_started_at: work.startedAt,
    review_ends_at: work.endsAt,
    proposed: work.proposed ? 1 : 0,
    state: writeState(before.state, {
      attested: work.attested,
      approvalEndsAt: work.approvalEndsAt,
      offer: work.offer,
      ruling: work.status === 'disputed' ? work.dispute.ruling : null,
      fault: work.status === 'disputed' ? work.dispute.fault : null,
      team,
      provedBy: elsewhere(merge),
    }),
  }
  if (work.status === 'in-review') return reviewed
  return { ...reviewed, ...toDisputeColumns(work.dispute) }
}

const nothingReviewed = {
  ...{ attested: false, approvalEndsAt: null, offer: null },
  ...{ ruling: null, fault: null },
} as const

function endedState({ state }: AssignmentRow, work: Ended) {
  // The fault stays beside the reason of the dispute, which is told of a place that is over, too.
  const over = { offer: null, ruling: null, team: null }
  return writeState(state, { ...over, part: work.part, ...worthState(work) })
}

function toMergeColumns(merge: Evidence['merge']) {
  const own = merge?.elsewhere ? null : merge
  return {
    repo_key: own?.repoKey ?? null,
    pull_request: own?.pullRequest ?? null,
    merge_check: own?.check ?? null,
    merge_source: own?.source ?? null,
  } satisfies Partial<AssignmentRow>
}

function elsewhere(merge: Evidence['merge']) {
  return merge?.elsewhere ? { repoKey: merge.repoKey, pullRequest: merge.pullRequest } : null
}

function toTeamState({ team: { members, ...team } }: Part) {
  return team.times === 0 ? null : { members: members.map(member => ({ ...member })), ...team }
}

function toDisputeColumns({ by, reason, at, endsAt, answer, evidence }: Dispute) {
  return {
    disputed_by: by,
    dispute_reason: reason,
    disputed_at: at,
    dispute_ends_at: endsAt,
    answer_url: answer?.url ?? null,
    answer_note: answer?.note ?? null,
    giver_evidence: evidence.giver,
    farmer_evidence: evidence.farmer,
  } satisfies Partial<AssignmentRow>
}

function toEnding(ending: Ending | null) {
  return {
    ended_because: ending?.because ?? null,
    decision_reason: ending?.reason ?? null,
    decision_share: ending?.share ?? null,
  } satisfies Partial<AssignmentRow>
}

function fromWorth({ worth, of, part }: Ended): Partial<AssignmentRow> {
  const finished = isFinished(of, part) ? 1 : 0
  if (worth === null) return { finished }
  const { backing, counts, countedAt, denial, payment, word, remindAt } = worth
  return {
    finished,
    backing,
    counted: counts ? 1 : 0,
    counted_at: countedAt,
    payment: payment && paymentStatus(payment),
    payment_ref: payment && referenceOf(payment, payment.part),
    paid_at: payment?.paidAt ?? null,
    payment_payer: payment?.mined?.payer ?? null,
    payment_denied_ref: denial && referenceOf(denial),
    said_paid_at: word?.saidAt ?? null,
    received_at: word?.receivedAt ?? null,
    missed_at: word?.missedAt ?? null,
    remind_at: remindAt,
  }
}

function worthState({ worth }: Ended) {
  if (worth === null) return {}
  const { payment, denial, word } = worth
  return {
    minedAt: payment?.mined?.at ?? null,
    confirmedBy: payment?.confirmedBy ?? null,
    deniedAt: denial?.at ?? null,
    saidTransaction: word?.transaction ?? null,
    mandate:
      payment?.proposal == null
        ? null
        : { proposal: payment.proposal, payment: referenceOf(payment, payment.part) },
  }
}

/** null where the chain is not asked any more, and the payment does not count: it waits for the farmer. */
function paymentStatus({ mined, paidAt }: ShownPayment): AssignmentRow['payment'] {
  if (paidAt !== null) return 'paid'
  return mined === null ? 'confirming' : null
}

/** A transaction's name in a row; each work of a farmer that one transaction paid has a name of its own. */
export function referenceOf({ chainId, hash }: Transaction, part = 0): string {
  return part === 0 ? `${chainId}:${hash}` : `${chainId}:${hash}:${part}`
}

export function newRow(
  quest: QuestRow,
  farmer: Address,
  { agent = false, newcomer = false }: { readonly agent?: boolean; readonly newcomer?: boolean } = {},
): AssignmentRow {
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
    paid: null,
    returns: 0,
    returned_at: null,
    return_note: null,
    round: 0,
    disputed_at: null,
    answer_url: null,
    answer_note: null,
    giver_evidence: 0,
    farmer_evidence: 0,
    ended_because: null,
    decision_reason: null,
    decision_share: null,
    rail: quest.rail,
    proposed: 0,
    idle_at: null,
    idle_warned: 0,
    kept_at: null,
    state: writeState(null, { agent }),
    removed: 0,
    backing: 'before',
    counted: 1,
    counted_at: null,
    merge_source: null,
    payment: null,
    payment_ref: null,
    paid_at: null,
    payment_payer: null,
    payment_denied_ref: null,
    said_paid_at: null,
    received_at: null,
    missed_at: null,
    remind_at: null,
    unpaid: null,
    reclaimed_at: null,
    newcomer: newcomer ? 1 : 0,
    team_of: null,
    finished: 1,
  }
}
