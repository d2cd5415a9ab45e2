import {
  abstain,
  type Ballot,
  type DaoSettings,
  defaultChoices,
  type NewProposal,
  type Proposal,
  type ProposalAction,
  type SigningDomain,
  type Tally,
  termsText,
  type VoteOutcome,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { ProposalTable } from '@furrow/storage/tables.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { keccak_256 } from '@noble/hashes/sha3'
import type { Selectable } from 'kysely'
import { checksum, toAddress } from '../../ground/address.ts'
import { day, hour, instant, instantOrNull, minute } from '../../ground/clock.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import { showPay } from './pay-works.ts'
import { requireSettings } from './settings.ts'

export type ProposalRow = Selectable<ProposalTable>

const shortest = hour
const longest = 90 * day
/** Clocks of people are off: a start up to ten minutes ago counts as now. */
const justNow = 10 * minute

/** Freezes the current settings; null for a proposal without a vote. @throws BadRequestError for an invalid vote. */
export function makeBallot(
  proposal: ProposalRow,
  draft: NewProposal,
  settings: DaoSettings,
  { at, pay }: { readonly at: number; readonly pay: object | null },
): BallotRow | null {
  if (draft.endsAt === undefined) {
    for (const name of ['startsAt', 'choices', 'quorum', 'tally', 'action', 'pay'] as const)
      if (draft[name] !== undefined)
        throw new BadRequestError(`${name} is of a vote, which needs endsAt.`, { code: 'vote-terms-invalid' })
    return null
  }
  if (draft.action !== undefined && draft.pay !== undefined)
    throw new BadRequestError('A proposal has an action, or pays works, and not both.', {
      code: 'vote-terms-invalid',
    })
  const { startsAt, endsAt } = readTimes(draft.startsAt, draft.endsAt, at)
  const choices = readChoices(draft.choices ?? defaultChoices)
  const action = draft.action === undefined ? null : readAction(draft.action)
  const row: BallotRow = {
    proposal_id: proposal.id,
    starts_at: startsAt,
    ends_at: endsAt,
    choices: JSON.stringify(choices),
    quorum: draft.quorum ?? settings.quorum,
    tally: draft.tally ?? 'live',
    weights: settings.weights,
    title_weights: JSON.stringify(settings.weights === 'title' ? settings.titleWeights : []),
    veto_hours: settings.vetoHours,
    action: action && JSON.stringify(action),
    action_address: action !== null && 'address' in action ? toAddress(action.address) : null,
    pay: pay && JSON.stringify(pay),
    terms: '',
    erased: 0,
    due_at: startsAt,
    opened_at: null,
    members: null,
    total_weight: null,
    closed_at: null,
    result: null,
    outcome: null,
    winner: null,
    action_state: null,
    action_due_at: null,
    action_at: null,
    action_reason: null,
    note_id: null,
  }
  return { ...row, terms: termsOf(proposal, row) }
}

function readTimes(start: string | undefined, end: string, at: number) {
  const given = start === undefined ? at : Date.parse(start)
  const endsAt = Date.parse(end)
  if (Number.isNaN(given) || Number.isNaN(endsAt))
    throw new BadRequestError('This time does not exist.', { code: 'vote-terms-invalid' })
  if (given < at - justNow)
    throw new BadRequestError('A vote cannot have begun before it is proposed.', {
      code: 'vote-terms-invalid',
    })
  const startsAt = Math.max(given, at)
  if (startsAt > at + longest)
    throw new BadRequestError('A vote begins within 90 days.', { code: 'vote-terms-invalid' })
  if (endsAt < startsAt + shortest || endsAt > startsAt + longest)
    throw new BadRequestError('A vote takes from an hour to 90 days.', { code: 'vote-terms-invalid' })
  return { startsAt, endsAt }
}

function readChoices(given: readonly string[]): readonly string[] {
  const choices = given.map(choice => choice.trim())
  const known = choices.map(choice => choice.toLowerCase())
  if (known.includes('')) throw new BadRequestError('A choice is empty.', { code: 'vote-terms-invalid' })
  if (new Set(known).size < known.length)
    throw new BadRequestError('Two choices are the same.', { code: 'vote-terms-invalid' })
  if (known[0] === abstain)
    throw new BadRequestError('The first choice is what accepts: it cannot abstain.', {
      code: 'vote-terms-invalid',
    })
  return choices
}

function readAction(action: ProposalAction): ProposalAction {
  switch (action.kind) {
    case 'add-member':
    case 'set-title':
      return { kind: action.kind, address: action.address, title: action.title }
    case 'remove-member':
      return { kind: action.kind, address: action.address }
    case 'change-settings':
      requireSettings(action.settings, action.settings)
      return { kind: action.kind, settings: action.settings }
  }
}

function termsOf(proposal: ProposalRow, row: BallotRow): string {
  return hashTerms({ ...proposal, ballot: showFrozen(row) })
}

export function hashTerms(proposal: Parameters<typeof termsText>[0]): string {
  return `0x${Buffer.from(keccak_256(Buffer.from(termsText(proposal)))).toString('hex')}`
}

function showFrozen(row: BallotRow) {
  return {
    startsAt: instant(row.starts_at),
    endsAt: instant(row.ends_at),
    choices: choicesOf(row),
    quorum: row.quorum,
    tally: row.tally,
    weights: row.weights,
    titleWeights: JSON.parse(row.title_weights) as DaoSettings['titleWeights'],
    vetoHours: row.veto_hours,
    action: actionOf(row),
    pay: showPay(row),
  }
}

export function choicesOf({ choices }: Pick<BallotRow, 'choices'>): string[] {
  return JSON.parse(choices)
}

export function actionOf({ action }: Pick<BallotRow, 'action'>): ProposalAction | null {
  return action === null ? null : JSON.parse(action)
}

export function showProposal(row: ProposalRow, ballot: BallotRow | null = null): Proposal {
  const { id, title, description, category, status } = row
  const createdAt = instant(row.created_at)
  const base = { id, title, description, category, proposer: checksum(row.proposer), status, createdAt }
  if (ballot === null) return base
  const { startsAt, endsAt, choices, quorum, tally, action, pay } = showFrozen(ballot)
  const summary = { startsAt, endsAt, choices, quorum, tally, outcome: showOutcome(ballot) }
  return { ...base, ...summary, ...(action !== null && { action }), ...(pay !== null && { pay }) }
}

function showOutcome(row: BallotRow): VoteOutcome | null {
  if (row.closed_at === null || row.outcome === null) return null
  const choice = row.winner === null ? null : (choicesOf(row)[row.winner] ?? null)
  return { kind: row.outcome, choice, closedAt: instant(row.closed_at) }
}

/** `result` is the tally, as far as it may be shown now. */
export function showBallot(row: BallotRow, domain: SigningDomain, result: Tally | null, now: number): Ballot {
  return {
    state: row.closed_at !== null ? 'closed' : now < row.starts_at ? 'upcoming' : 'open',
    ...showFrozen(row),
    terms: row.terms,
    erased: row.erased === 1,
    domain,
    members: row.members,
    totalWeight: row.total_weight,
    result,
    outcome: showOutcome(row),
    actionState: showActionState(row),
  }
}

function showActionState(row: BallotRow): Ballot['actionState'] {
  if (row.action === null && row.pay === null) return null
  const state = row.action_state ?? (row.closed_at === null ? 'open' : 'lapsed')
  return {
    state,
    dueAt: instantOrNull(row.action_due_at),
    at: instantOrNull(row.action_at),
    reason: row.action_reason,
  }
}

const domainReaderOf = oneFor((db: Db) => {
  let known: SigningDomain | null = null
  return async () => {
    if (known !== null) return known
    const row = db.selectFrom('meta').select('value').where('key', '=', 'signing-salt')
    const { value: salt } = await row.executeTakeFirstOrThrow()
    known = { name: 'Furrow', version: '1', salt }
    return known
  }
})

/** Tells this community's signatures from those of any other. */
export function readDomain({ db }: { readonly db: Db }): Promise<SigningDomain> {
  return domainReaderOf(db)()
}
