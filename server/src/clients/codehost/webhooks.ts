import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { BadRequestError } from '../../errors.ts'
import type { WebhookEvent, WebhookHeaders } from './codehost.ts'

export function headerOf(headers: WebhookHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const PullRequestEvent = Type.Object({
  action: Type.String(),
  pull_request: Type.Object({ number: Type.Integer({ minimum: 1 }), merged: Type.Boolean() }),
  repository: Type.Object({ full_name: Type.String({ minLength: 1, maxLength: 300 }) }),
})

/** The event of GitHub and of Gitea. */
export function readPullRequestEvent(body: unknown, event: string | null): WebhookEvent {
  if (event !== 'pull_request') return { kind: 'other', what: 'only merges matter here' }
  const { action, pull_request, repository } = requireEvent(PullRequestEvent, body)
  if (action !== 'closed' || !pull_request.merged)
    return { kind: 'other', what: 'this pull request was not merged' }
  return { kind: 'merge', repo: repository.full_name, pr: pull_request.number }
}

/** @throws BadRequestError */
export function requireEvent<T extends TSchema>(schema: T, body: unknown): Static<T> {
  if (!Value.Check(schema, body))
    throw new BadRequestError('This is not the event that its header says it is.')
  return body as Static<T>
}
