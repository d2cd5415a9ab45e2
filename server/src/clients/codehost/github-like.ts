import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { CodehostConfig } from '../../config/codehost.ts'
import { type Ask, readAccountAnswer, readAnswer } from './ask.ts'
import type { CodeHost, PullRequest, Repository } from './codehost.ts'
import { exchangeCode } from './oauth.ts'
import {
  AccountAnswer,
  IssueAnswer,
  PullAnswer,
  pathOf,
  RepositoryAnswer,
  readAs,
  takesBack,
  toAccount,
  toPullRequest,
  toRepository,
} from './pulls.ts'

const Commits = Type.Array(Type.Object({ commit: Type.Object({ message: Type.String() }) }))
const Comparison = Type.Object({ status: Type.String() })

/** One minute: the clock of who commits need not be the host's. */
const skew = 60_000

export type Get = (path: string, token?: string) => Promise<unknown>

/** What GitHub and Gitea answer alike. */
export function readLikeGithub(
  config: CodehostConfig,
  ask: Ask,
  headers: Readonly<Record<string, string>> = {},
) {
  const get: Get = async (path, token) =>
    readAnswer(
      await ask(`${config.apiUrl}${path}`, { headers, token: token ?? config.token }),
      token === undefined ? 'ours' : 'theirs',
    )

  async function readRepository(repo: string, token?: string): Promise<Repository | null> {
    const answer = await get(`/repos/${pathOf(repo)}`, token)
    return answer === null ? null : toRepository(readAs(RepositoryAnswer, answer))
  }

  const host = {
    issuer: config.url,
    exchangeCode: exchange => exchangeCode(ask, config, `${config.url}/login/oauth/access_token`, exchange),
    async readAccount(token) {
      const answer = await ask(`${config.apiUrl}/user`, { headers, token })
      return toAccount(readAs(AccountAnswer, readAccountAnswer(answer)))
    },
    async readPullRequest(repo, number, token) {
      const answer = await get(`/repos/${pathOf(repo)}/pulls/${number}`, token)
      if (answer === null) return null
      const pull = readAs(PullAnswer, answer)
      const { id, full_name, default_branch } = pull.base.repo ?? {}
      const repository =
        id !== undefined && full_name !== undefined && default_branch !== undefined
          ? toRepository({ id, full_name, default_branch })
          : await readRepository(repo, token)
      return repository && toPullRequest(pull, repository)
    },
    async readIssue(repo, number, token) {
      const answer = await get(`/repos/${pathOf(repo)}/issues/${number}`, token)
      if (answer === null) return null
      const { state, state_reason, pull_request } = readAs(IssueAnswer, answer)
      // GitHub numbers issues and pull requests together, and shows both here.
      if (pull_request) return null
      return { open: state === 'open', reopened: state === 'open' && state_reason === 'reopened' }
    },
  } satisfies Partial<CodeHost>
  return { get, host }
}

/** Whether a commit since the merge takes it back; null where the host shows no commits. */
export async function isTakenBack(get: Get, pull: PullRequest): Promise<boolean | null> {
  const { repository, mergedAt } = pull
  const query = new URLSearchParams({ sha: repository.defaultBranch, per_page: '50', limit: '50' })
  if (mergedAt !== null) query.set('since', new Date(mergedAt - skew).toISOString().replace('.000Z', 'Z'))
  const answer = await get(`/repos/${pathOf(repository.name)}/commits?${query}`)
  // What is not told is no reason to hold a payment.
  if (!Value.Check(Commits, answer)) return null
  return takesBack(
    answer.map(({ commit }) => commit.message),
    pull,
  )
}

/** Whether the merge is no longer part of the default branch; null where the host does not compare. */
export async function hasLeft(get: Get, { repository, mergeSha }: PullRequest): Promise<boolean | null> {
  if (mergeSha === null) return null
  const range = `${encodeURIComponent(mergeSha)}...${encodeURIComponent(repository.defaultBranch)}`
  const answer = await get(`/repos/${pathOf(repository.name)}/compare/${range}?per_page=1&page=2`)
  if (!Value.Check(Comparison, answer)) return null
  const { status } = answer
  return status === 'diverged' || status === 'behind'
}
