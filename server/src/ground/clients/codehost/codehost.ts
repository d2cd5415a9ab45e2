import type { HostQuota } from './quota.ts'

/** Ids are the host's own numbers, as text: names change hands, ids do not. */
export type Account = { readonly id: string; readonly login: string }

export type Repository = {
  readonly id: string
  readonly name: string
  readonly defaultBranch: string
  /** Whose it is, an account's or a group's; null where the host does not say. */
  readonly ownerId: string | null
}

export type PullRequest = {
  readonly id: string
  readonly number: number
  readonly repository: Repository
  readonly merged: boolean
  /** In milliseconds; hosts tell whole seconds. */
  readonly mergedAt: number | null
  readonly mergeSha: string | null
  readonly baseBranch: string
  readonly author: Account | null
  readonly mergedBy: Account | null
  readonly title: string
  readonly body: string
}

export type Issue = { readonly open: boolean; readonly reopened: boolean }

/** What an issue says, in the repository's own name. */
export type IssueText = {
  readonly repository: string
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
}

export type CodeExchange = {
  readonly code: string
  readonly redirectUri?: string | undefined
  readonly codeVerifier?: string | undefined
}

/** What somebody wrote in an issue: below it, or as the issue itself. `id` is the same however often the host tells of it. */
export type WrittenText = {
  readonly id: string
  readonly repo: string
  readonly issue: number
  readonly author: Account
  readonly text: string
}

/** What a webhook tells: a merge; something written; or nothing that matters here, and why. */
export type WebhookEvent =
  | { readonly kind: 'merge'; readonly repo: string; readonly pr: number }
  | ({ readonly kind: 'text' } & WrittenText)
  | { readonly kind: 'other'; readonly what: string }

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

/**
 * What the service does in issues in its own name, with its own token: every call may throw UnavailableError, and what may
 * not be done is null or false.
 */
export type IssueWriter = {
  /** Whether the account may push to the repository. */
  mayWrite(repo: string, account: Account): Promise<boolean>
  /** The newest comment of the service's own that holds this, written since then. */
  findComment(repo: string, issue: number, mark: string, since: number): Promise<string | null>
  /** @returns its id. */
  addComment(repo: string, issue: number, text: string): Promise<string | null>
  editComment(repo: string, issue: number, id: string, text: string): Promise<boolean>
  /** Adds it, or takes it away; a label that is not there, or may not be set, is nobody's loss. */
  setLabel(repo: string, issue: number, label: string, on: boolean): Promise<void>
}

/**
 * A code host. Every call may throw UnavailableError (down, slow, rate-limited, or not understood). What is missing and
 * what may not be read are the same: null. `token` is used instead of the service's own.
 */
export type CodeHost = IssueWriter & {
  /** Where accounts and projects live; tokens of CI jobs name it as their issuer. */
  readonly issuer: string
  /** The account of a service token or an access token's user. @throws BadRequestError for a token that is refused. */
  readAccount(token: string): Promise<Account>
  /** @returns an access token. @throws BadRequestError for a code that the host refuses. */
  exchangeCode(exchange: CodeExchange): Promise<string>
  readPullRequest(repo: string, number: number, token?: string): Promise<PullRequest | null>
  /** The numbers of the issues of its own repository that a pull request closes. */
  readClosedIssues(pull: PullRequest, token?: string): Promise<ReadonlySet<number>>
  readIssue(repo: string, number: number, token?: string): Promise<Issue | null>
  /** With the service's own means only what everybody may read; with somebody's token, what he may. */
  readIssueText(repo: string, number: number, token?: string): Promise<IssueText | null>
  /** Whether a merge was undone since: null where the host does not tell, or more than can be looked through. */
  isUndone(pull: PullRequest): Promise<boolean | null>
  /** Whether the body is the host's own. */
  isSigned(body: Buffer, headers: WebhookHeaders): Promise<boolean>
  readDelivery(headers: WebhookHeaders): string | null
  /** @throws BadRequestError for a body that is not what its header says. */
  readEvent(body: unknown, headers: WebhookHeaders): WebhookEvent
  /** What it lets the service ask, as far as it said so lately; several, where it counts questions apart. */
  readQuotas(): readonly HostQuota[]
  /** The public keys of its CI's tokens (JWKS). */
  readKeys(): Promise<unknown>
}
