import type { CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import type { Caller } from './caller.ts'
import type { Hint } from './hint.ts'

export type Facts = {
  readonly pull: PullRequest
  readonly author: NonNullable<PullRequest['author']>
  readonly mergedAt: number
  /** The caller's own, where no other token reads the repository; it is forgotten afterwards. */
  readonly token: string | undefined
}

/** @throws BadRequestError or ForbiddenError where it proves nothing; UnavailableError where the host does not answer. */
export async function askForFacts(
  host: CodeHost,
  { repository, pr }: Hint,
  caller: Caller | null,
): Promise<Facts> {
  const { pull, token } = await readPull(host, repository, pr, caller)
  if (caller?.kind === 'job' && caller.repositoryId !== pull.repository.id)
    throw new ForbiddenError('The token is of a job in another repository.', { code: 'other-repository' })
  const { author, baseBranch, merged, mergedAt } = pull
  if (!merged || mergedAt === null)
    throw new BadRequestError(`Pull request ${pr} is not merged.`, { code: 'not-merged' })
  const { defaultBranch } = pull.repository
  if (baseBranch !== defaultBranch)
    throw new BadRequestError(
      `Pull request ${pr} was merged into ${baseBranch}; only a merge into ${defaultBranch} counts.`,
      { code: 'other-branch' },
    )
  if (author === null)
    throw new ForbiddenError(`Pull request ${pr} has no author any more who could be paid.`, {
      code: 'author-gone',
    })
  return { pull, author, mergedAt, token }
}

async function readPull(
  host: CodeHost,
  repository: string,
  pr: number,
  caller: Caller | null,
): Promise<{ pull: PullRequest; token: string | undefined }> {
  const pull = await host.readPullRequest(repository, pr)
  if (pull !== null) return { pull, token: undefined }
  if (caller?.kind === 'token') {
    const pull = await host.readPullRequest(repository, pr, caller.token)
    if (pull !== null) return { pull, token: caller.token }
  }
  throw new BadRequestError(
    `The code host shows this service no pull request ${pr} in ${repository}: it does not exist, or may not be read.`,
    { code: 'pull-request-not-found' },
  )
}
