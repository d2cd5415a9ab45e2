import { Nullable } from '@furrow/sdk/contract'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { notUnderstood } from './ask.ts'
import type { Account, OwnAccount, PullRequest, Repository } from './codehost.ts'

/** @throws if the host's answer does not have the right shape. */
export function readAs<T extends TSchema>(schema: T, value: unknown): Static<T> {
  if (!Value.Check(schema, value)) throw notUnderstood()
  return value as Static<T>
}

const Id = Type.Integer({ minimum: 1 })
const Name = Type.String({ minLength: 1, maxLength: 500 })

/** Gitea and Forgejo have numbers below zero for accounts that were deleted, and for their own jobs. */
export const AccountAnswer = Type.Object({ id: Type.Integer(), login: Name })
export const RepositoryAnswer = Type.Object({
  id: Id,
  full_name: Name,
  default_branch: Name,
  owner: Type.Optional(Nullable(Type.Object({ id: Type.Optional(Id) }))),
  private: Type.Optional(Type.Boolean()),
  /** Gitea's word for what only those who are signed in may read. */
  internal: Type.Optional(Type.Boolean()),
})
export const IssueAnswer = Type.Object({
  state: Name,
  state_reason: Type.Optional(Nullable(Type.String())),
  pull_request: Type.Optional(Type.Unknown()),
})
export const PullAnswer = Type.Object({
  id: Id,
  number: Id,
  merged: Type.Boolean(),
  merged_at: Type.Optional(Nullable(Type.String())),
  merge_commit_sha: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  title: Type.Optional(Nullable(Type.String())),
  body: Type.Optional(Nullable(Type.String())),
  state: Type.Optional(Type.String()),
  user: Type.Optional(
    Nullable(Type.Object({ ...AccountAnswer.properties, type: Type.Optional(Type.String()) })),
  ),
  head: Type.Optional(
    Nullable(Type.Object({ sha: Type.Optional(Type.String({ maxLength: 64 })), ref: Type.Optional(Name) })),
  ),
  merged_by: Type.Optional(Nullable(AccountAnswer)),
  base: Type.Object({ ref: Name, repo: Type.Optional(Nullable(Type.Partial(RepositoryAnswer))) }),
})

const created = Type.Optional(Nullable(Type.String()))
export const OwnAccountAnswer = Type.Object({
  id: Id,
  login: Name,
  created_at: created,
  created,
})

export function toOwnAccount(answer: Static<typeof OwnAccountAnswer>): OwnAccount {
  const { id, login } = answer
  return { id: String(id), login, since: toTime(answer.created_at ?? answer.created) }
}

/** null for an account that is nobody's. */
export function toAccount({ id, login }: Static<typeof AccountAnswer>): Account | null {
  return id < 1 ? null : { id: String(id), login }
}

export function toRepository(answer: Static<typeof RepositoryAnswer>): Repository {
  const ownerId = answer.owner?.id
  return {
    id: String(answer.id),
    name: answer.full_name,
    defaultBranch: answer.default_branch,
    ownerId: ownerId === undefined ? null : String(ownerId),
    open: answer.private === false && answer.internal !== true,
  }
}

export function toPullRequest(answer: Static<typeof PullAnswer>, repository: Repository): PullRequest {
  return {
    id: String(answer.id),
    number: answer.number,
    repository,
    merged: answer.merged,
    mergedAt: toTime(answer.merged_at),
    mergeSha: answer.merge_commit_sha ?? null,
    open: answer.state === 'open',
    headSha: answer.head?.sha ?? null,
    headBranch: answer.head?.ref ?? null,
    baseBranch: answer.base.ref,
    author: answer.user ? toAccount(answer.user) : null,
    authorIsBot: answer.user?.type === 'Bot' || (answer.user?.login.endsWith('[bot]') ?? false),
    mergedBy: answer.merged_by ? toAccount(answer.merged_by) : null,
    title: answer.title ?? '',
    body: answer.body ?? '',
  }
}

export function toTime(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw notUnderstood()
  return at
}

export function repoPath(repo: string): string {
  return repo.split('/').map(encodeURIComponent).join('/')
}
