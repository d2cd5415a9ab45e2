import type { Account, CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import type { Caller } from './caller.ts'
import type { Hint } from './hint.ts'
import { ProofRefusal } from './proof-refusal.ts'

export type Facts = {
  readonly pull: PullRequest
  readonly author: Account
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
  const mergedAt = requireMerged(pull)
  requireDefaultBranch(pull)
  return { pull, author: requireAuthor(pull), mergedAt, token }
}

/** @returns when it was merged. @throws ProofRefusal */
export function requireMerged({ merged, mergedAt, number }: PullRequest): number {
  if (!merged || mergedAt === null)
    throw new ProofRefusal('merge-needed', `Pull request ${number} is not merged.`)
  return mergedAt
}

/** @throws ProofRefusal */
export function requireDefaultBranch({ baseBranch, merged, number, repository }: PullRequest): void {
  const { defaultBranch } = repository
  if (baseBranch === defaultBranch) return
  const goes = merged ? 'was merged into' : 'goes into'
  throw new ProofRefusal(
    'not-default-branch',
    `Pull request ${number} ${goes} ${baseBranch}; only a merge into ${defaultBranch} counts.`,
  )
}

/** @throws ProofRefusal */
export function requireAuthor({ author, number }: PullRequest): Account {
  if (author === null)
    throw new ProofRefusal('no-author', `Pull request ${number} has no author any more who could be paid.`)
  return author
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
