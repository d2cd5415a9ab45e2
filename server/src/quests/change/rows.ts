import type { EscrowProblem, EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Escrow } from '../../ground/clients/escrow.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'
import type { Application } from '../../rules/lifecycle/application.ts'
import { type Contest, contestDueAt } from '../../rules/lifecycle/contest.ts'
import type { Deposit, Quest, Sums, Work } from '../../rules/lifecycle/quest.ts'
import { countFree, statusOf } from '../../rules/lifecycle/status.ts'
import { stoppedBy } from '../../rules/lifecycle/stopped.ts'
import { evenSums } from '../../rules/lifecycle/sums.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'

/** Kept with the quest, without anybody's name: the entries have those. */
function toContest({ contest, contest_entries }: QuestRow): Contest | null {
  return contest === null ? null : readContestState(contest, contest_entries)
}

/** Contests from before members could rank are ranked by their givers. */
export function readContestState(contest: string, entries: number): Contest {
  const kept = JSON.parse(contest) as Omit<Contest, 'entries' | 'rankBy' | 'counted' | 'payout'>
  return { rankBy: 'giver', counted: null, payout: null, ...kept, entries }
}

function toContestColumns({ contest }: Pick<Quest, 'contest'>) {
  if (contest === null) return {}
  const { entries, ...kept } = contest
  return { contest: JSON.stringify(kept), contest_due: contestDueAt(contest) }
}

/** A row that no state fits is a fault of ours, and nothing is decided on it. */
export function toQuest(
  row: QuestRow,
  deposit: Deposit | null,
  work: readonly Work[],
  applications: readonly Application[] = [],
  next: Quest['next'] = null,
): Quest {
  const { accepted, in_review, disputed, released, returned } = row
  return {
    id: row.id,
    giver: row.giver,
    ...toTerms(row),
    paused: row.paused === 1,
    hidden: row.hidden_at !== null,
    thanks: row.thanks,
    companionOf: row.companion_of,
    backers: { count: row.backers ?? 0, amount: row.backed ?? '0', toldAt: row.backers_told_at ?? 0 },
    contest: toContest(row),
    next,
    revision: row.revision,
    editToldAt: row.edit_told_at,
    updatedAt: row.updated_at,
    closed: row.closed,
    tally: { accepted, 'in-review': in_review, disputed, released, refunded: row.refunded - returned },
    returned,
    sums: toSums(row),
    deposit,
    work: new Map(work.map(part => [part.farmer, part])),
    waiting: row.waiting,
    toldOfOneAt: row.told_of_one_at,
    applications: new Map(applications.map(application => [application.farmer, application])),
  }
}

export function toTerms(row: TermColumns): Terms {
  return {
    title: row.title,
    description: row.description,
    reward: row.reward,
    amount: row.amount,
    token: row.token,
    places: row.max_farmers,
    skills: row.skills,
    category: row.category,
    codehostRepo: row.codehost_repo,
    codehostIssue: row.codehost_issue,
    repoKey: row.repo_key,
    issueNumber: row.issue_number,
    deadline: row.deadline,
    admission: row.admission,
    verifiedCodehost: row.requires_codehost === 1,
    minCompleted: row.min_completed,
    conditions: row.conditions,
    questions: row.questions,
  }
}

export function toTermColumns(terms: Terms) {
  return {
    title: terms.title,
    description: terms.description,
    reward: terms.reward,
    amount: terms.amount,
    token: terms.token,
    max_farmers: terms.places,
    skills: terms.skills,
    category: terms.category,
    codehost_repo: terms.codehostRepo,
    codehost_issue: terms.codehostIssue,
    repo_key: terms.repoKey,
    issue_number: terms.issueNumber,
    deadline: terms.deadline,
    admission: terms.admission,
    requires_codehost: terms.verifiedCodehost ? 1 : 0,
    min_completed: terms.minCompleted,
    conditions: terms.conditions,
    questions: terms.questions,
  } satisfies Partial<QuestRow>
}
type TermColumns = Pick<QuestRow, keyof ReturnType<typeof toTermColumns>>

export function toSums(row: QuestRow): Sums {
  const each = toLedger(row.amount)
  return {
    promised: each * BigInt(row.max_farmers) + BigInt(row.promised_off ?? 0),
    released: each * BigInt(row.released) + BigInt(row.released_off ?? 0),
    refunded: each * BigInt(row.refunded) + BigInt(row.refunded_off ?? 0),
  }
}

export function toQuestColumns(quest: Quest, now: number) {
  const { tally, closed, returned, sums } = quest
  const even = evenSums(quest)
  return {
    status: statusOf(quest, now),
    paused: quest.paused ? 1 : 0,
    revision: quest.revision,
    edit_told_at: quest.editToldAt,
    closed,
    taken: quest.places - countFree(quest),
    accepted: tally.accepted,
    in_review: tally['in-review'],
    disputed: tally.disputed,
    released: tally.released,
    refunded: tally.refunded + returned,
    returned,
    updated_at: quest.updatedAt,
    promised_off: difference(sums.promised, even.promised),
    released_off: difference(sums.released, even.released),
    refunded_off: difference(sums.refunded, even.refunded),
    waiting: quest.waiting,
    told_of_one_at: quest.toldOfOneAt,
    backers: quest.backers.count || null,
    backed: quest.backers.count === 0 ? null : quest.backers.amount,
    backers_told_at: quest.backers.toldAt || null,
    ...toContestColumns(quest),
  } satisfies Partial<QuestRow>
}

function difference(sum: bigint, even: bigint): string | null {
  return sum === even ? null : String(sum - even)
}

/** A contract that is not served any more cannot be asked, and nothing is known of it. */
export function toDeposit(
  row: EscrowRow,
  { closing, escrow, problem }: { closing: boolean; escrow: Escrow | null; problem: EscrowProblem | null },
): Deposit {
  return {
    status: row.status,
    problem: row.problem,
    token: row.token_address,
    decimals: row.decimals,
    amountEach: BigInt(row.amount_each),
    version: row.version,
    closing,
    noticeEndsAt: row.notice_ends_at,
    served: escrow !== null,
    stopped: stoppedBy(problem),
    arbiter: row.arbiter ?? escrow?.knownArbiter() ?? null,
    splitter: escrow?.splitter ?? null,
    payer: row.sponsor,
  }
}
