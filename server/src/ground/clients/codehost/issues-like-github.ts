import { Nullable } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { instant } from '../../clock.ts'
import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { Rights } from './authority.ts'
import type { IssueWriter } from './codehost.ts'
import { ownAccount } from './own-account.ts'
import { AccountAnswer, readAs, repoPath } from './pulls.ts'
import { hasMore, mostPageBytes } from './reverts.ts'

const Permission = Type.Object({ permission: Type.String(), user: Type.Optional(Nullable(AccountAnswer)) })
const Comment = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  body: Type.Optional(Nullable(Type.String())),
  user: Type.Optional(Nullable(AccountAnswer)),
})
const Comments = Type.Array(Comment)
const Labels = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }))

const mayPush = new Set(['owner', 'admin', 'maintain', 'write'])
const pageSize = 50
const mostPages = 10

/** Writes to GitHub and Gitea alike. One removes labels by name, the other by number. */
export function writeLikeGithub(
  { apiUrl }: CodehostConfig,
  { ask, askFor, authority }: Rights,
  labelsBy: 'name' | 'id',
  headers: Readonly<Record<string, string>> = {},
): IssueWriter {
  const issueUrl = (repo: string, issue: number) => `${apiUrl}/repos/${repoPath(repo)}/issues/${issue}`
  const send = (
    repo: string,
    url: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' = 'GET',
    json?: object,
  ) => askFor(repo, url, { method, headers, ...(json && { json }) })
  const self = ownAccount(authority, ask, `${apiUrl}/user`, AccountAnswer, headers)

  return {
    async mayWrite(repo, { id, login }) {
      const url = `${apiUrl}/repos/${repoPath(repo)}/collaborators/${encodeURIComponent(login)}/permission`
      const answer = readAnswer(await send(repo, url))
      if (answer === null) return false
      const { permission, user } = readAs(Permission, answer)
      // The name may be somebody else's by now.
      return mayPush.has(permission) && String(user?.id) === id
    },
    async findComment(repo, issue, mark, since) {
      const isOwn = await self(repo)
      let found: string | null = null
      for (let page = 1; page <= mostPages; page++) {
        const query = new URLSearchParams({
          since: instant(since),
          per_page: String(pageSize),
          limit: String(pageSize),
          page: String(page),
        })
        const url = `${issueUrl(repo, issue)}/comments?${query}`
        const answer = await askFor(repo, url, { headers, mostBytes: mostPageBytes })
        const listed = readAnswer(answer)
        if (listed === null) break
        const comments = readAs(Comments, listed)
        for (const { id, body, user } of comments) if (body?.includes(mark) && isOwn(user)) found = String(id)
        if (!hasMore(answer, comments.length, pageSize)) break
      }
      return found
    },
    async addComment(repo, issue, text) {
      const answer = readAnswer(await send(repo, `${issueUrl(repo, issue)}/comments`, 'POST', { body: text }))
      return answer === null ? null : String(readAs(Comment, answer).id)
    },
    async editComment(repo, _issue, id, text) {
      const url = `${apiUrl}/repos/${repoPath(repo)}/issues/comments/${id}`
      return readAnswer(await send(repo, url, 'PATCH', { body: text })) !== null
    },
    async setLabel(repo, issue, label, on) {
      const url = `${issueUrl(repo, issue)}/labels`
      if (on) {
        readAnswer(await send(repo, url, 'POST', { labels: [label] }))
        return
      }
      const key = labelsBy === 'name' ? label : await idOf(repo, url, label)
      if (key !== null) readAnswer(await send(repo, `${url}/${encodeURIComponent(key)}`, 'DELETE'))
    },
  }

  async function idOf(repo: string, url: string, label: string): Promise<string | null> {
    const labels = readAnswer(await send(repo, url))
    const found = labels === null ? undefined : readAs(Labels, labels).find(({ name }) => name === label)
    return found === undefined ? null : String(found.id)
  }
}
