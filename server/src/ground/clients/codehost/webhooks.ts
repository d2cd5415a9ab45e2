import { Nullable } from '@furrow/sdk/contract'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { BadRequestError } from '../../errors.ts'
import type { WebhookEvent, WebhookHeaders } from './codehost.ts'
import { toAccount } from './pulls.ts'

export function headerOf(headers: WebhookHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const PullRequestEvent = Type.Object({
  action: Type.String(),
  pull_request: Type.Object({ number: Type.Integer({ minimum: 1 }), merged: Type.Boolean() }),
  repository: Type.Object({ full_name: Type.String({ minLength: 1, maxLength: 300 }) }),
})

const Author = Type.Object({
  id: Type.Integer(),
  login: Type.String({ minLength: 1, maxLength: 300 }),
})
const Issue = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  body: Type.Optional(Nullable(Type.String())),
  user: Type.Optional(Nullable(Author)),
  pull_request: Type.Optional(Type.Unknown()),
})
const IssueEvent = Type.Object({
  action: Type.String(),
  issue: Issue,
  comment: Type.Optional(
    Type.Object({
      id: Type.Integer({ minimum: 1 }),
      body: Type.Optional(Nullable(Type.String())),
      user: Type.Optional(Nullable(Author)),
    }),
  ),
  repository: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    full_name: Type.String({ minLength: 1, maxLength: 300 }),
  }),
})
export const nothingHere = {
  kind: 'other',
  what: 'only merges, and what is written in issues, matter here',
} as const

export function readEventLikeGithub(body: unknown, event: string | null): WebhookEvent {
  if (event === 'issue_comment' || event === 'issues') return readIssueEvent(body, event)
  return event === 'pull_request' ? readPullRequestEvent(body) : nothingHere
}

/** Later edits are not read: the editor need not be the author. */
function readIssueEvent(body: unknown, event: 'issue_comment' | 'issues'): WebhookEvent {
  const { action, issue, comment, repository } = requireEvent(IssueEvent, body)
  const written = event === 'issues' ? issue : comment
  const author = written?.user ? toAccount(written.user) : null
  if (action !== (event === 'issues' ? 'opened' : 'created') || author === null || issue.pull_request)
    return nothingHere
  return {
    kind: 'text',
    id:
      comment && event === 'issue_comment'
        ? `comment ${comment.id}`
        : `issue ${repository.id}#${issue.number}`,
    repo: repository.full_name,
    issue: issue.number,
    author,
    text: written?.body ?? '',
  }
}

function readPullRequestEvent(body: unknown): WebhookEvent {
  const { action, pull_request, repository } = requireEvent(PullRequestEvent, body)
  const told = { repo: repository.full_name, pr: pull_request.number }
  if (action === 'closed' && pull_request.merged) return { kind: 'merge', ...told }
  if (toldActions.has(action)) return { kind: 'pull', ...told, open: action !== 'closed' }
  return { kind: 'other', what: 'this pull request was not merged' }
}

/** Gitea has another word for a push. */
const toldActions = new Set(['opened', 'synchronize', 'synchronized', 'edited', 'reopened', 'closed'])

/** @throws BadRequestError */
export function requireEvent<T extends TSchema>(schema: T, body: unknown): Static<T> {
  if (!Value.Check(schema, body))
    throw new BadRequestError('This is not the event that its header says it is.')
  return body as Static<T>
}
