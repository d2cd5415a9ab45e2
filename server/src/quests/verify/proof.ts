import { createHash } from 'node:crypto'
import type { Address } from '../../ground/address.ts'
import type { CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError } from '../../ground/errors.ts'
import type { CoAuthor, MergeFacts } from '../../rules/lifecycle/events/review-events.ts'
import type { Facts } from './facts.ts'
import type { LinkedQuest } from './linked.ts'
import { ProofRefusal } from './proof-refusal.ts'
import { findWorkOf } from './work-of.ts'

/** The work that a pull request proves; `facts` is null where there was no code host to ask. */
export type Proof = {
  readonly questId: string
  readonly farmer: Address
  readonly facts: MergeFacts | null
}

/** @throws BadRequestError or ForbiddenError with the reason where the facts prove nothing. */
export async function findProof(
  { db }: Pick<Context, 'db'>,
  host: CodeHost,
  quests: readonly LinkedQuest[],
  facts: Facts,
): Promise<Proof> {
  const { pull, token } = facts
  const matching = await keepClosed(host, quests, pull, token)
  const { questId, farmer, issueNumber } = await findWorkOf(db, matching, facts)
  const [issue, coAuthors] = await Promise.all([
    issueNumber === null ? null : host.readIssue(pull.repository.name, issueNumber, token),
    readNamed(host, facts),
  ])
  return {
    questId,
    farmer,
    facts: {
      repositoryId: pull.repository.id,
      repository: pull.repository.name,
      pullRequestId: pull.id,
      authorId: facts.author.id,
      mergedById: pull.mergedBy?.id ?? null,
      mergedAt: facts.mergedAt,
      mergeSha: pull.mergeSha,
      baseBranch: pull.baseBranch,
      textHash: createHash('sha256').update(`${pull.title}\n${pull.body}`).digest('hex'),
      issueNumber,
      issueClosed: issue?.open === false,
      readable: token === undefined,
      ownerId: pull.repository.ownerId,
      own: isOwn(facts),
      coAuthors,
    },
  }
}

/** Of public repositories alone. The proof does without them where the host does not answer. */
async function readNamed(host: CodeHost, { pull, token }: Facts): Promise<readonly CoAuthor[]> {
  if (!pull.repository.open || token !== undefined) return []
  return host.readCoAuthors(pull).catch((error: unknown) => {
    if (error instanceof HttpError) return []
    throw error
  })
}

/** Whether nobody but the author had a hand in it: the repository is theirs, or they merged it themselves. */
function isOwn({ author, pull: { mergedBy, repository } }: Facts): boolean {
  if (mergedBy?.id === author.id) return true
  if (repository.ownerId !== null) return repository.ownerId === author.id
  return repository.name.split('/')[0]?.toLowerCase() === author.login.toLowerCase()
}

/** A quest with an issue needs a pull request that closes it; one with a repository alone takes any. @throws ProofRefusal */
export async function keepClosed(
  host: Pick<CodeHost, 'readClosedIssues'>,
  quests: readonly LinkedQuest[],
  pull: PullRequest,
  token?: string,
): Promise<LinkedQuest[]> {
  const issues = quests.flatMap(({ issueNumber }) => issueNumber ?? [])
  const closed = issues.length === 0 ? new Set<number>() : await host.readClosedIssues(pull, token)
  const matching = quests.filter(({ issueNumber }) => issueNumber === null || closed.has(issueNumber))
  if (matching.length > 0) return matching
  const [first] = issues
  throw new ProofRefusal(
    'closes-no-issue',
    `Pull request ${pull.number} does not close the issue of an open quest (${issues.map(issue => `#${issue}`).join(', ')}): its description must say so before it is merged, as in "Closes #${first}".`,
  )
}
