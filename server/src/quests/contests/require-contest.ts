import type { QuestRow } from '@furrow/storage/tables.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Contest } from '../../rules/lifecycle/contest.ts'
import { readContestState } from '../change/rows.ts'

/** @throws BadRequestError for a quest that is no contest. */
export function requireContest({
  contest,
  contest_entries,
}: Pick<QuestRow, 'contest' | 'contest_entries'>): Contest {
  if (contest === null) throw new BadRequestError('This quest is no contest.', { code: 'no-contest' })
  return readContestState(contest, contest_entries)
}
