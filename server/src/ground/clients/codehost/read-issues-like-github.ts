import { Nullable } from '@furrow/sdk/contract'
import { type Static, Type } from 'typebox'
import type { CodeHost } from './codehost.ts'
import { IssueAnswer, readAs } from './pulls.ts'

const ShownRepository = Type.Object({
  full_name: Type.String({ minLength: 1, maxLength: 500 }),
  private: Type.Boolean(),
  /** Gitea: belongs to an organisation that only its users see. */
  internal: Type.Optional(Nullable(Type.Boolean())),
})
export const IssueTextAnswer = Type.Object({
  title: Type.String(),
  body: Type.Optional(Nullable(Type.String())),
  labels: Type.Optional(
    Nullable(
      Type.Array(Type.Union([Type.String(), Type.Object({ name: Type.Optional(Nullable(Type.String())) })])),
    ),
  ),
  pull_request: Type.Optional(Type.Unknown()),
})
export type Get = (repo: string, at: string, token?: string) => Promise<unknown>

/** The repository's name now; null where the caller may not see its issues: by the service's own right, only what is public. */
export async function readShownName(get: Get, repo: string, token?: string): Promise<string | null> {
  const found = await get(repo, '', token)
  if (found === null) return null
  const { full_name, private: isPrivate, internal } = readAs(ShownRepository, found)
  return token === undefined && (isPrivate || internal) ? null : full_name
}

export function textOfIssue({ title, body, labels }: Static<typeof IssueTextAnswer>) {
  const names = (labels ?? []).map(label => (typeof label === 'string' ? label : (label.name ?? '')))
  return { title, body: body ?? '', labels: names }
}

export function readIssuesLikeGithub(get: Get) {
  return {
    async isPublic(repo) {
      const found = await get(repo, '')
      if (found === null) return false
      const { private: isPrivate, internal } = readAs(ShownRepository, found)
      return !isPrivate && !internal
    },
    async readIssue(repo, number, token) {
      const answer = await get(repo, `/issues/${number}`, token)
      if (answer === null) return null
      const { state, state_reason, pull_request } = readAs(IssueAnswer, answer)
      // GitHub numbers issues and pull requests together, and shows both here.
      if (pull_request) return null
      return { open: state === 'open', reopened: state === 'open' && state_reason === 'reopened' }
    },
    async readIssueText(repo, number, token) {
      const repository = await readShownName(get, repo, token)
      if (repository === null) return null
      const answer = await get(repository, `/issues/${number}`, token)
      if (answer === null) return null
      const issue = readAs(IssueTextAnswer, answer)
      return issue.pull_request ? null : { repository, ...textOfIssue(issue) }
    },
  } satisfies Partial<CodeHost>
}
