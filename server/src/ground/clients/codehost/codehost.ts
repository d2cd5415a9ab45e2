import type { HostApp } from './app-token.ts'
import type { OAuthClient } from './authority.ts'
import type { CoAuthor } from './co-authors.ts'
import type { HostQuota } from './quota.ts'

/** Ids are the host's own numbers, as text: names change hands, ids do not. */
export type Account = { readonly id: string; readonly login: string }

/** `since`: when the host made it; null where it does not say. */
export type OwnAccount = Account & { readonly since: number | null }

export type Repository = {
  readonly id: string
  readonly name: string
  readonly defaultBranch: string
  /** The id of the account or group that owns it; null if the host does not say. */
  readonly ownerId: string | null
  /** Whether everyone may read it; false where the host does not say. */
  readonly open?: boolean
}

export type PullRequest = {
  readonly id: string
  readonly number: number
  readonly repository: Repository
  readonly merged: boolean
  /** In milliseconds; hosts tell whole seconds. */
  readonly mergedAt: number | null
  readonly mergeSha: string | null
  readonly open: boolean
  readonly headSha: string | null
  readonly headBranch: string | null
  readonly baseBranch: string
  readonly author: Account | null
  readonly authorIsBot: boolean
  readonly mergedBy: Account | null
  readonly title: string
  readonly body: string
}

export type Issue = { readonly open: boolean; readonly reopened: boolean }

export type IssueText = {
  readonly repository: string
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
}

export type ListedIssue = Omit<IssueText, 'repository'> & { readonly number: number }

/** Open issues with one label, the newest first; `more` where the host has others beside them. */
export type IssueList = {
  readonly repository: string
  readonly issues: readonly ListedIssue[]
  readonly more: boolean
}

export type CodeExchange = {
  readonly code: string
  readonly redirectUri?: string | undefined
  readonly codeVerifier?: string | undefined
}

/** A comment on an issue, or the issue itself. `id` is the same however often the host tells of it. */
export type WrittenText = {
  readonly id: string
  readonly repo: string
  readonly issue: number
  readonly author: Account
  readonly text: string
}

/** `waiting` blocks nothing that the host lets wait. */
export type CommitStatus = {
  readonly state: 'success' | 'failure' | 'waiting'
  /** At most 140 characters. */
  readonly text: string
  readonly url: string
}

/** A webhook's news: a merge; another change of a pull request; a text; or nothing that matters here, and why. */
export type WebhookEvent =
  | { readonly kind: 'merge'; readonly repo: string; readonly pr: number }
  | { readonly kind: 'pull'; readonly repo: string; readonly pr: number; readonly open: boolean }
  | ({ readonly kind: 'text' } & WrittenText)
  | { readonly kind: 'other'; readonly what: string }

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Writes with the service's own token. Every call may throw UnavailableError; null or false mean that the service may not do it. */
export type IssueWriter = {
  mayWrite(repo: string, account: Account): Promise<boolean>
  /** The newest comment of the service's own that holds `mark` and was written since `since`. */
  findComment(repo: string, issue: number, mark: string, since: number): Promise<string | null>
  /** @returns the comment's id. */
  addComment(repo: string, issue: number, text: string): Promise<string | null>
  editComment(repo: string, issue: number, id: string, text: string): Promise<boolean>
  /** A label that is not there, or may not be set, is nobody's loss. */
  setLabel(repo: string, issue: number, label: string, on: boolean): Promise<void>
}

export type AssigneeWriter = {
  readAssignees(repo: string, issue: number): Promise<readonly Account[] | null>
  /** @returns whether the issue is theirs then: hosts assign only some people, and say nothing of the others. */
  assign(repo: string, issue: number, account: Account): Promise<boolean>
  unassign(repo: string, issue: number, account: Account): Promise<void>
}

export type PullWriter = {
  setStatus(pull: StatusPlace, status: CommitStatus): Promise<boolean>
  setPullLabel(repo: string, number: number, label: string, on: boolean): Promise<void>
  setPullOpen(repo: string, number: number, open: boolean): Promise<boolean>
  commentOnPull(repo: string, number: number, text: string): Promise<boolean>
}

export type StatusPlace = {
  readonly repository: Pick<Repository, 'id' | 'name'>
  readonly headSha: string
  readonly headBranch: string | null
}

/**
 * A code host. Every call may throw UnavailableError (down, slow, rate-limited, or not understood). null means missing or
 * unreadable: hosts do not tell which. `token` is used instead of the service's own.
 */
export type CodeHost = IssueWriter &
  AssigneeWriter &
  PullWriter & {
    /** Where accounts and projects live; tokens of CI jobs name it as their issuer. */
    readonly issuer: string
    /** The account of a service token or an access token's user. @throws BadRequestError for a token that is refused. */
    readAccount(token: string): Promise<OwnAccount>
    /** @returns an access token. @throws BadRequestError for a code that the host refuses. */
    exchangeCode(exchange: CodeExchange): Promise<string>
    readPullRequest(repo: string, number: number, token?: string): Promise<PullRequest | null>
    /** By the service's own right; a name from before a renaming leads to the repository that it meant, unless another has it. */
    readRepository(repo: string): Promise<Repository | null>
    /** Whether everyone may read its pull requests, and not only this service. */
    isPublic(repo: string): Promise<boolean>
    readClosedIssues(pull: PullRequest, token?: string): Promise<ReadonlySet<number>>
    /** Those whom its first page of commits names, by the service's own right and one request. */
    readCoAuthors(pull: PullRequest): Promise<readonly CoAuthor[]>
    readIssue(repo: string, number: number, token?: string): Promise<Issue | null>
    /** With the service's own means, only public issues; with a person's token, those that they may read. */
    readIssueText(repo: string, number: number, token?: string): Promise<IssueText | null>
    /** At most a hundred, without pull requests, as far as `readIssueText` would show them. */
    listIssues(repo: string, label: string, token?: string): Promise<IssueList | null>
    /** A text file of the default branch, by the service's own right; null for a longer one than `mostBytes`, too. */
    readFile(repo: string, path: string, mostBytes: number): Promise<string | null>
    /** Whether a merge was undone since; null if the host does not tell, or has more than can be looked through. */
    isUndone(pull: PullRequest): Promise<boolean | null>
    readAccess(repo: string): Promise<'own' | 'anybody' | 'none'>
    takesWebhooks(): Promise<boolean>
    isSigned(body: Buffer, headers: WebhookHeaders): Promise<boolean>
    readDelivery(headers: WebhookHeaders): string | null
    /** @throws BadRequestError for a body that is not what its header says. */
    readEvent(body: unknown, headers: WebhookHeaders): WebhookEvent
    /** Limits that the host told lately, for a repository's questions or all; several, if it counts kinds apart. */
    readQuotas(repo?: string): readonly HostQuota[]
    /** The OAuth client that links accounts; null where there is none. */
    readClient(): Promise<OAuthClient | null>
    /** null where a host has no apps that connect themselves. */
    readonly app: AppTools | null
    readKeys(): Promise<unknown>
  }

export type AppTools = {
  /** The secrets of the app that somebody has just made; null for a code that the host refuses: it is good once, and for an hour. */
  convert(code: string): Promise<HostApp | null>
  /** The newest app as the host sees it; null where none is connected. */
  look(): Promise<SeenApp | null>
  /** The app was connected, or taken away: it is read again. */
  forget(): void
  hear(event: unknown): void
}

export type SeenApp = {
  readonly app: Pick<HostApp, 'id' | 'slug' | 'page'>
  /** null where the host knows the app no more. */
  readonly installations: readonly SeenInstallation[] | null
}

export type SeenInstallation = {
  readonly account: string
  readonly suspended: boolean
  /** null where the host gives no token for it. */
  readonly repositories: readonly string[] | null
  readonly count: number
  readonly quota: HostQuota | null
}
