import { Nullable } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { AskFor } from './authority.ts'
import type { Account, AssigneeWriter } from './codehost.ts'
import { AccountAnswer, readAs, repoPath, toAccount } from './pulls.ts'

const Assigned = Type.Object({ assignees: Type.Optional(Nullable(Type.Array(AccountAnswer))) })

/** GitHub adds and takes away; Gitea takes whole lists. Both go by names, which change hands: what they answer has ids. */
export function assignLikeGithub(
  { apiUrl }: CodehostConfig,
  askFor: AskFor,
  by: 'one' | 'list',
  headers: Readonly<Record<string, string>> = {},
): AssigneeWriter {
  async function send(
    repo: string,
    issue: number,
    at: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    json?: object,
  ): Promise<Account[] | null> {
    const url = `${apiUrl}/repos/${repoPath(repo)}/issues/${issue}${at}`
    const answer = readAnswer(await askFor(repo, url, { method, headers, ...(json && { json }) }))
    return answer === null
      ? null
      : (readAs(Assigned, answer).assignees ?? []).flatMap(one => toAccount(one) ?? [])
  }
  const read = (repo: string, issue: number) => send(repo, issue, '', 'GET')
  const put = (repo: string, issue: number, accounts: readonly Account[]) =>
    send(repo, issue, '', 'PATCH', { assignees: accounts.map(({ login }) => login) })

  const host: AssigneeWriter = {
    readAssignees: read,
    async assign(repo, issue, account) {
      const before = by === 'one' ? [] : ((await read(repo, issue)) ?? [])
      const after =
        by === 'one'
          ? await send(repo, issue, '/assignees', 'POST', { assignees: [account.login] })
          : await put(repo, issue, [...before, account])
      if (after?.some(({ id }) => id === account.id)) return true
      // The name is somebody else's by now.
      const other = after?.find(({ login }) => login.toLowerCase() === account.login.toLowerCase())
      if (other !== undefined) await host.unassign(repo, issue, other)
      return false
    },
    async unassign(repo, issue, account) {
      if (by === 'one') await send(repo, issue, '/assignees', 'DELETE', { assignees: [account.login] })
      else {
        const before = (await read(repo, issue)) ?? []
        await put(
          repo,
          issue,
          before.filter(({ id }) => id !== account.id),
        )
      }
    },
  }
  return host
}
