import type { Address } from '../address.ts'
import type { CodeHost, PullRequest } from '../clients/codehost/codehost.ts'
import type { Context } from '../context.ts'
import { BadRequestError, ForbiddenError } from '../errors.ts'
import type { CallerProof } from './caller-proof.ts'
import { findWork, type LinkedQuest } from './find-work.ts'

/** What the code host says of a merge. */
export type Merge = {
  readonly pull: PullRequest
  readonly mergedAt: number
  readonly authorId: string
  readonly issueNumber: number | null
  readonly issueClosed: boolean
  /** Whether the service can read it with its own means. */
  readonly readable: boolean
}

/** Whose work a pull request proves; `merge` is null where there is no code host to ask. */
export type Confirmed = { readonly questId: string; readonly farmer: Address; readonly merge: Merge | null }

/**
 * Asks the code host whether a pull request proves work on one of these quests, and whose.
 * @throws BadRequestError or ForbiddenError with the reason why not; UnavailableError where the host does not answer.
 */
export async function confirm(
  context: Context,
  host: CodeHost,
  quests: readonly LinkedQuest[],
  repo: string,
  number: number,
  proof: CallerProof | null,
): Promise<Confirmed> {
  const { pull, token } = await readPull(host, repo, number, proof)
  if (proof?.kind === 'job' && proof.repositoryId !== pull.repository.id)
    throw new ForbiddenError('The token is of a job in another repository.')
  if (!pull.merged || pull.mergedAt === null)
    throw new BadRequestError(`Pull request ${number} is not merged.`)
  const { defaultBranch, name } = pull.repository
  if (pull.baseBranch !== defaultBranch)
    throw new BadRequestError(
      `Pull request ${number} was merged into ${pull.baseBranch}; only a merge into ${defaultBranch} counts.`,
    )

  const matching = await keepClosed(host, quests, pull, token)
  if (pull.author === null)
    throw new ForbiddenError(`Pull request ${number} has no author any more who could be paid.`)
  const work = await findWork(context.db, matching, pull, pull.author, pull.mergedAt)
  const { issueNumber } = work
  const issue = issueNumber === null ? null : await host.readIssue(name, issueNumber, token)
  return {
    questId: work.questId,
    farmer: work.farmer,
    merge: {
      pull,
      mergedAt: pull.mergedAt,
      authorId: pull.author.id,
      issueNumber,
      issueClosed: issue?.open === false,
      readable: token === undefined,
    },
  }
}

/** With the service's own means; a caller's token is used where those find nothing, and then forgotten. */
async function readPull(
  host: CodeHost,
  repo: string,
  number: number,
  proof: CallerProof | null,
): Promise<{ pull: PullRequest; token?: string }> {
  const pull = await host.readPullRequest(repo, number)
  if (pull !== null) return { pull }
  if (proof?.kind === 'token') {
    const pull = await host.readPullRequest(repo, number, proof.token)
    if (pull !== null) return { pull, token: proof.token }
  }
  throw new BadRequestError(
    `The code host shows this service no pull request ${number} in ${repo}: it does not exist, or may not be read.`,
  )
}

/** A quest with an issue needs a pull request that closes it; one with a repository alone takes any. */
async function keepClosed(
  host: CodeHost,
  quests: readonly LinkedQuest[],
  pull: PullRequest,
  token: string | undefined,
): Promise<LinkedQuest[]> {
  const issues = quests.flatMap(({ issueNumber }) => issueNumber ?? [])
  const closed = issues.length === 0 ? new Set<number>() : await host.readClosedIssues(pull, token)
  const matching = quests.filter(({ issueNumber }) => issueNumber === null || closed.has(issueNumber))
  if (matching.length > 0) return matching
  const [first] = issues
  throw new BadRequestError(
    `Pull request ${pull.number} does not close the issue of an open quest (${issues.map(issue => `#${issue}`).join(', ')}): its description must say so before it is merged, as in "Closes #${first}".`,
  )
}
