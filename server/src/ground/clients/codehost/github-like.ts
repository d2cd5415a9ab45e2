import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { CodehostConfig } from '../../config/codehost.ts'
import { readAccountAnswer, readAnswer } from './ask.ts'
import { type Rights, tellOf } from './authority.ts'
import { readCoAuthors as coAuthorsOf } from './co-authors.ts'
import type { CodeHost, PullRequest, Repository } from './codehost.ts'
import { textOfFile } from './files.ts'
import { exchangeCode } from './oauth.ts'
import {
  OwnAccountAnswer,
  PullAnswer,
  RepositoryAnswer,
  readAs,
  repoPath,
  toOwnAccount,
  toPullRequest,
  toRepository,
} from './pulls.ts'
import { type Get, readIssuesLikeGithub } from './read-issues-like-github.ts'
import { type CommitPage, hasMore, mostPageBytes, sinceMerge } from './reverts.ts'

const Commits = Type.Array(
  Type.Object({ sha: Type.Optional(Type.String()), commit: Type.Object({ message: Type.String() }) }),
)
const Comparison = Type.Object({ status: Type.String() })

export function readLikeGithub(
  config: CodehostConfig,
  { ask, askFor, authority }: Rights,
  pageSize: number,
  headers: Readonly<Record<string, string>> = {},
) {
  const get: Get = async (repo, at, token) => {
    const url = `${config.apiUrl}/repos/${repoPath(repo)}${at}`
    return token === undefined
      ? readAnswer(await askFor(repo, url, { headers }))
      : readAnswer(await ask(url, { headers, token }), 'theirs')
  }

  async function readRepository(repo: string, token?: string): Promise<Repository | null> {
    const answer = await get(repo, '', token)
    return answer === null ? null : toRepository(readAs(RepositoryAnswer, answer))
  }

  const host = {
    issuer: config.url,
    exchangeCode: async exchange =>
      exchangeCode(ask, await authority.readClient(), `${config.url}/login/oauth/access_token`, exchange),
    ...tellOf(authority, repo => get(repo, '')),
    async readAccount(token) {
      const answer = await ask(`${config.apiUrl}/user`, { headers, token })
      return toOwnAccount(readAs(OwnAccountAnswer, readAccountAnswer(answer)))
    },
    async readPullRequest(repo, number, token) {
      const answer = await get(repo, `/pulls/${number}`, token)
      if (answer === null) return null
      const pull = readAs(PullAnswer, answer)
      const { id, full_name, default_branch, owner = null, ...more } = pull.base.repo ?? {}
      const repository =
        id !== undefined && full_name !== undefined && default_branch !== undefined
          ? toRepository({ ...more, id, full_name, default_branch, owner })
          : await readRepository(repo, token)
      return repository && toPullRequest(pull, repository)
    },
    readRepository: (repo: string) => readRepository(repo),
    readCoAuthors,
    async readFile(repo, path, mostBytes) {
      return textOfFile(await get(repo, `/contents/${repoPath(path)}`), mostBytes)
    },
    ...readIssuesLikeGithub(get),
  } satisfies Partial<CodeHost>

  async function readCoAuthors({ author, number, repository: { name } }: PullRequest) {
    const query = new URLSearchParams({
      per_page: String(pageSize),
      limit: String(pageSize),
      verification: 'false',
      files: 'false',
    })
    const url = `${config.apiUrl}/repos/${repoPath(name)}/pulls/${number}/commits?${query}`
    const listed = readAnswer(await askFor(name, url, { headers, mostBytes: mostPageBytes }))
    const messages = listed === null ? [] : readAs(Commits, listed).map(({ commit }) => commit.message)
    const noReply = { hostname: new URL(config.url).hostname, separator: '+' } as const
    return coAuthorsOf(messages, noReply, author?.id ?? null)
  }

  async function readCommits(pull: PullRequest, page: number): Promise<CommitPage | null> {
    const { defaultBranch, name } = pull.repository
    const query = new URLSearchParams({
      sha: defaultBranch,
      ...sinceMerge(pull),
      per_page: String(pageSize),
      limit: String(pageSize),
      page: String(page),
      // Gitea would add all this to each commit.
      stat: 'false',
      verification: 'false',
      files: 'false',
    })
    const url = `${config.apiUrl}/repos/${repoPath(name)}/commits?${query}`
    const answer = await askFor(name, url, { headers, mostBytes: mostPageBytes })
    const listed = readAnswer(answer)
    // Missing commits are no reason to hold a payment.
    if (!Value.Check(Commits, listed)) return null
    const commits = listed.map(({ sha, commit }) => ({ sha, message: commit.message }))
    return { commits, more: hasMore(answer, commits.length, pageSize) }
  }
  return { get, host, readCommits }
}

/** Whether the merge is no longer part of the default branch; null if the host does not compare. */
export async function hasLeftBranch(
  get: Get,
  { repository, mergeSha }: PullRequest,
): Promise<boolean | null> {
  if (mergeSha === null) return null
  const range = `${encodeURIComponent(mergeSha)}...${encodeURIComponent(repository.defaultBranch)}`
  const answer = await get(repository.name, `/compare/${range}?per_page=1&page=2`)
  if (!Value.Check(Comparison, answer)) return null
  const { status } = answer
  return status === 'diverged' || status === 'behind'
}
