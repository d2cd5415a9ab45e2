import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, UnavailableError } from '../../ground/errors.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import type { Hint } from './hint.ts'
import type { LinkedQuest } from './linked.ts'
import type { Proof } from './proof.ts'

/** The work of the only farmer who is at it, or the work that this very pull request proved in the meantime. */
export async function believeHint(
  { config, db }: Context,
  quests: readonly LinkedQuest[],
  { repoKey, pr }: Hint,
): Promise<Proof> {
  if (config.production)
    throw new UnavailableError('No code host is configured that could confirm the merge.', {
      code: 'codehost-not-configured',
    })
  const atWork = await db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'repo_key', 'pull_request'])
    .where(
      'quest_id',
      'in',
      quests.map(({ id }) => id),
    )
    .where('status', 'in', liveStatuses)
    .execute()
  const proved = atWork.find(row => row.repo_key === repoKey && row.pull_request === pr)
  const unproved = atWork.filter(row => row.pull_request === null)
  const work = proved ?? unproved[0]
  if (work === undefined)
    throw new ForbiddenError('Nobody has accepted the quest that this pull request is for.', {
      code: 'author-without-place',
    })
  if (proved === undefined && unproved.length > 1)
    throw new BadRequestError('More than one farmer is at work; only a code host can tell whose this is.')
  return { questId: work.quest_id, farmer: work.farmer, facts: null }
}
