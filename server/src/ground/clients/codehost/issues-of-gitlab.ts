import { Nullable } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { Rights } from './authority.ts'
import type { IssueWriter } from './codehost.ts'
import { ownAccount } from './own-account.ts'
import { readAs, toTime } from './pulls.ts'
import { hasMore, mostPageBytes } from './reverts.ts'

const Id = Type.Integer({ minimum: 1 })
const User = Type.Object({ id: Id, username: Type.String() })
const Member = Type.Object({ access_level: Type.Integer(), state: Type.Optional(Nullable(Type.String())) })
const Note = Type.Object({
  id: Id,
  body: Type.String(),
  author: Nullable(User),
  created_at: Type.Optional(Nullable(Type.String())),
})
const Notes = Type.Array(Note)

/** The lowest access level that may push. */
const developer = 30
const pageSize = 100
const mostPages = 10

export function writeToGitlab({ apiUrl }: CodehostConfig, { ask, askFor, authority }: Rights): IssueWriter {
  const projectUrl = (repo: string) => `${apiUrl}/projects/${encodeURIComponent(repo)}`
  const issueUrl = (repo: string, issue: number) => `${projectUrl(repo)}/issues/${issue}`
  const send = (repo: string, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET', json?: object) =>
    askFor(repo, url, { method, ...(json && { json }) })
  const self = ownAccount(authority, ask, `${apiUrl}/user`, User)

  return {
    async mayWrite(repo, { id }) {
      const answer = readAnswer(await send(repo, `${projectUrl(repo)}/members/all/${id}`))
      if (answer === null) return false
      const { access_level, state } = readAs(Member, answer)
      return access_level >= developer && (state ?? 'active') === 'active'
    },
    async findComment(repo, issue, mark, since) {
      const isOwn = await self(repo)
      for (let page = 1; page <= mostPages; page++) {
        const query = `order_by=created_at&sort=desc&per_page=${pageSize}&page=${page}`
        const url = `${issueUrl(repo, issue)}/notes?${query}`
        const answer = await askFor(repo, url, { mostBytes: mostPageBytes })
        const listed = readAnswer(answer)
        if (listed === null) return null
        const notes = readAs(Notes, listed)
        const found = notes.find(({ body, author }) => body.includes(mark) && isOwn(author))
        if (found !== undefined) return String(found.id)
        const isBefore = notes.some(({ created_at }) => (toTime(created_at) ?? since) < since)
        if (isBefore || !hasMore(answer, notes.length, pageSize)) return null
      }
      return null
    },
    async addComment(repo, issue, text) {
      const answer = readAnswer(await send(repo, `${issueUrl(repo, issue)}/notes`, 'POST', { body: text }))
      return answer === null ? null : String(readAs(Note, answer).id)
    },
    async editComment(repo, issue, id, text) {
      return (
        readAnswer(await send(repo, `${issueUrl(repo, issue)}/notes/${id}`, 'PUT', { body: text })) !== null
      )
    },
    async setLabel(repo, issue, label, on) {
      readAnswer(
        await send(repo, issueUrl(repo, issue), 'PUT', { [on ? 'add_labels' : 'remove_labels']: label }),
      )
    },
  }
}
