import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'
import { toTermColumns } from './rows.ts'

export const openTerms = {
  skills: '[]',
  codehostRepo: null,
  codehostIssue: null,
  repoKey: null,
  issueNumber: null,
  deadline: null,
  admission: 'open',
  verifiedCodehost: false,
  minCompleted: 0,
  conditions: null,
  questions: '[]',
} as const

export function blankQuest(id: string, giver: Address, terms: Terms, now: number): QuestRow {
  return {
    id,
    giver,
    ...toTermColumns(terms),
    taken: 0,
    accepted: 0,
    in_review: 0,
    disputed: 0,
    status: 'open',
    closed: null,
    paused: 0,
    revision: 0,
    edit_told_at: 0,
    released: 0,
    refunded: 0,
    returned: 0,
    promised_off: null,
    released_off: null,
    refunded_off: null,
    events: 0,
    created_at: now,
    updated_at: now,
    rail: 'ledger',
    waiting: 0,
    told_of_one_at: 0,
    erasures: 0,
    hidden_at: null,
    thanks: null,
    plan: null,
    plan_place: null,
    contest: null,
    contest_entries: 0,
    contest_due: null,
    companion_of: null,
    companion_from: null,
    companion_stopped_at: null,
    backers: null,
    backed: null,
    backers_told_at: null,
  }
}
