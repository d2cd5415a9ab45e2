import { Nullable } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { AskFor } from './authority.ts'
import type { Account, AssigneeWriter } from './codehost.ts'
import { readAs } from './pulls.ts'

const Assigned = Type.Object({
  assignees: Type.Optional(
    Nullable(Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }), username: Type.String() }))),
  ),
})

/** Whole lists, of which a free plan keeps the first: those who were there before come first. */
export function assignOnGitlab({ apiUrl }: CodehostConfig, askFor: AskFor): AssigneeWriter {
  async function send(repo: string, issue: number, ids?: readonly string[]): Promise<Account[] | null> {
    const url = `${apiUrl}/projects/${encodeURIComponent(repo)}/issues/${issue}`
    const json = ids && { assignee_ids: ids.length === 0 ? [0] : ids.map(Number) }
    const answer = readAnswer(
      await askFor(repo, url, { method: json ? 'PUT' : 'GET', ...(json && { json }) }),
    )
    if (answer === null) return null
    const { assignees } = readAs(Assigned, answer)
    return (assignees ?? []).map(({ id, username }) => ({ id: String(id), login: username }))
  }
  const read = async (repo: string, issue: number) => (await send(repo, issue)) ?? []
  const idsOf = (accounts: readonly Account[]) => accounts.map(({ id }) => id)

  return {
    readAssignees: (repo, issue) => send(repo, issue),
    async assign(repo, issue, { id }) {
      const after = await send(repo, issue, [...idsOf(await read(repo, issue)), id])
      return idsOf(after ?? []).includes(id)
    },
    async unassign(repo, issue, { id }) {
      const before = idsOf(await read(repo, issue))
      await send(
        repo,
        issue,
        before.filter(other => other !== id),
      )
    },
  }
}
