import type { Context } from '../context.ts'
import { BadRequestError, ForbiddenError, UnavailableError } from '../errors.ts'
import { liveStatuses } from '../quests/status.ts'
import type { Confirmed } from './confirm.ts'

/**
 * The development code host: there is nobody to ask, so the hint is believed, and the work is that of the only farmer
 * who is at it; or it was proved by this very pull request in the meantime.
 */
export async function believe(
  { config, db }: Context,
  questIds: readonly string[],
  repoKey: string,
  pr: number,
): Promise<Confirmed> {
  if (config.production)
    throw new UnavailableError('No code host is configured that could confirm the merge.')
  const atWork = await db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'repo_key', 'pull_request'])
    .where('quest_id', 'in', questIds)
    .where('status', 'in', liveStatuses)
    .execute()
  const proven = atWork.find(row => row.repo_key === repoKey && row.pull_request === pr)
  const unproven = atWork.filter(row => row.pull_request === null)
  const work = proven ?? unproven[0]
  if (work === undefined)
    throw new ForbiddenError('Nobody has accepted the quest that this pull request is for.')
  if (proven === undefined && unproven.length > 1)
    throw new BadRequestError('More than one farmer is at work; only a code host can tell whose this is.')
  return { questId: work.quest_id, farmer: work.farmer, merge: null }
}
