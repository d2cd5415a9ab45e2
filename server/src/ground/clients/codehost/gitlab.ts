import { createHash, timingSafeEqual } from 'node:crypto'
import { Nullable } from '@furrow/sdk/contract'
import { type Static, Type } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { createAsk, readAccountAnswer, readAnswer } from './ask.ts'
import { assignOnGitlab } from './assignees-of-gitlab.ts'
import { rightsOf, settingsAuthority, tellOf } from './authority.ts'
import { readCoAuthors } from './co-authors.ts'
import type { CodeHost, Repository, WebhookEvent } from './codehost.ts'
import { textOfFile } from './files.ts'
import { hasLabel, issuePage, mostIssues } from './issue-pages.ts'
import { writeToGitlab } from './issues-of-gitlab.ts'
import { exchangeCode } from './oauth.ts'
import { readAs, toTime } from './pulls.ts'
import { writePullsToGitlab } from './pulls-of-gitlab.ts'
import { watchQuota } from './quota.ts'
import { hasMore, hasNext, isTakenBack, mostPageBytes, sinceMerge } from './reverts.ts'
import { headerOf, nothingHere, requireEvent } from './webhooks.ts'

const Id = Type.Integer({ minimum: 1 })
const User = Type.Object({ id: Id, username: Type.String({ minLength: 1 }) })
const OwnUser = Type.Object({ ...User.properties, created_at: Type.Optional(Nullable(Type.String())) })
const Project = Type.Object({
  id: Id,
  path_with_namespace: Type.String(),
  default_branch: Type.String(),
  /** Only for a person's own project, not a group's. */
  owner: Type.Optional(Nullable(Type.Object({ id: Id }))),
  namespace: Type.Optional(Nullable(Type.Object({ id: Id }))),
  visibility: Type.Optional(Type.String()),
  merge_requests_access_level: Type.Optional(Nullable(Type.String())),
})
const Sha = Type.Optional(Nullable(Type.String({ maxLength: 64 })))
const MergeRequest = Type.Object({
  id: Id,
  iid: Id,
  state: Type.String(),
  merged_at: Type.Optional(Nullable(Type.String())),
  merge_commit_sha: Sha,
  squash_commit_sha: Sha,
  sha: Sha,
  source_branch: Type.Optional(Nullable(Type.String())),
  target_branch: Type.String(),
  author: Nullable(User),
  merge_user: Type.Optional(Nullable(User)),
  title: Type.String(),
  description: Type.Optional(Nullable(Type.String())),
})
const Closed = Type.Array(Type.Object({ iid: Type.Optional(Id), project_id: Type.Optional(Id) }))
const Issue = Type.Object({ state: Type.String() })
const StateEvents = Type.Array(Type.Object({ id: Id, state: Type.String() }))
/** Readers who may not know a project's visibility get no such fields. */
const ShownProject = Type.Object({
  id: Id,
  path_with_namespace: Type.String({ minLength: 1, maxLength: 500 }),
  visibility: Type.Optional(Type.String()),
  issues_access_level: Type.Optional(Nullable(Type.String())),
  merge_requests_access_level: Type.Optional(Nullable(Type.String())),
})
const IssueTextAnswer = Type.Object({
  title: Type.String(),
  description: Type.Optional(Nullable(Type.String())),
  labels: Type.Optional(Nullable(Type.Array(Type.String()))),
  confidential: Type.Optional(Nullable(Type.Boolean())),
})
const ListedIssues = Type.Array(Type.Object({ ...IssueTextAnswer.properties, iid: Id }))
const Commits = Type.Array(Type.Object({ id: Type.Optional(Type.String()), message: Type.String() }))
const EventProject = Type.Object({
  id: Id,
  path_with_namespace: Type.String({ minLength: 1, maxLength: 300 }),
})
const EventUser = Type.Object({ id: Id, username: Type.String({ minLength: 1, maxLength: 300 }) })
const NoteEvent = Type.Object({
  user: EventUser,
  project: EventProject,
  issue: Type.Optional(Type.Object({ iid: Id })),
  object_attributes: Type.Object({
    id: Id,
    note: Type.String(),
    noteable_type: Type.String(),
    /** Older versions sent only new notes, and no action. */
    action: Type.Optional(Nullable(Type.String())),
  }),
})
const IssueEvent = Type.Object({
  user: EventUser,
  project: EventProject,
  object_attributes: Type.Object({
    iid: Id,
    action: Type.Optional(Nullable(Type.String())),
    description: Type.Optional(Nullable(Type.String())),
  }),
})
const MergeEvent = Type.Object({
  object_attributes: Type.Object({ iid: Id, action: Type.Optional(Type.String()), state: Type.String() }),
  project: Type.Object({ path_with_namespace: Type.String({ minLength: 1, maxLength: 300 }) }),
})

const pageSize = 100

/** Groups and people have separate numbers. */
function ownerOf({ owner, namespace }: Static<typeof Project>): string | null {
  if (owner) return String(owner.id)
  return namespace ? `group ${namespace.id}` : null
}

function textOfIssue({ title, description, labels }: Static<typeof IssueTextAnswer>) {
  return { title, body: description ?? '', labels: labels ?? [] }
}

function isOpen({
  visibility,
  merge_requests_access_level: level,
}: Pick<Static<typeof Project>, 'visibility' | 'merge_requests_access_level'>): boolean {
  return visibility === 'public' && (level ?? 'enabled') === 'enabled'
}

function toRepository(project: Static<typeof Project>): Repository {
  return {
    id: String(project.id),
    name: project.path_with_namespace,
    defaultBranch: project.default_branch,
    ownerId: ownerOf(project),
    open: isOpen(project),
  }
}

/** gitlab.com and self-managed. Its merge requests are the pull requests here. */
export function createGitlab(config: CodehostConfig): CodeHost {
  const quota = watchQuota()
  const ask = createAsk(quota)
  const authority = settingsAuthority(config)
  const rights = rightsOf(ask, authority)
  const { askFor } = rights
  const get = async (repo: string, path: string, token?: string) =>
    token === undefined
      ? readAnswer(await askFor(repo, `${config.apiUrl}${path}`))
      : readAnswer(await ask(`${config.apiUrl}${path}`, { token }), 'theirs')
  const projectPath = (repo: string) => `/projects/${encodeURIComponent(repo)}`
  /** null where the caller may not see its issues; `isOurs`: only those that everybody may read. */
  async function readShownProject(repo: string, token?: string) {
    const found = await get(repo, projectPath(repo), token)
    if (found === null) return null
    const project = readAs(ShownProject, found)
    const { visibility, issues_access_level } = project
    const isOurs = token === undefined && (await authority.find(repo)) !== null
    const isForAll = visibility === 'public' && (issues_access_level ?? 'enabled') === 'enabled'
    return isOurs && !isForAll ? null : { ...project, isOurs }
  }
  /** It closes the issues of a merge some time after it: only its own log tells one that was never closed from one that is open again. */
  async function wasReopened(repo: string, number: number, token?: string): Promise<boolean> {
    const at = `${projectPath(repo)}/issues/${number}/resource_state_events?per_page=${pageSize}`
    const listed = await get(repo, at, token)
    const last = listed === null ? undefined : readAs(StateEvents, listed).sort((a, b) => b.id - a.id)[0]
    return last?.state === 'reopened'
  }
  const account = ({ id, username }: Static<typeof User>) => ({ id: String(id), login: username })

  return {
    ...writeToGitlab(config, rights),
    ...writePullsToGitlab(config, askFor),
    ...assignOnGitlab(config, askFor),
    issuer: config.url,
    app: null,
    exchangeCode: async exchange =>
      exchangeCode(ask, await authority.readClient(), `${config.url}/oauth/token`, exchange),
    ...tellOf(authority, repo => get(repo, projectPath(repo))),
    async readAccount(token) {
      const user = readAs(OwnUser, readAccountAnswer(await ask(`${config.apiUrl}/user`, { token })))
      return { ...account(user), since: toTime(user.created_at) }
    },
    async readPullRequest(repo, number, token) {
      const found = await get(repo, projectPath(repo), token)
      if (found === null) return null
      const project = readAs(Project, found)
      const answer = await get(repo, `/projects/${project.id}/merge_requests/${number}`, token)
      if (answer === null) return null
      const merge = readAs(MergeRequest, answer)
      return {
        id: String(merge.id),
        number: merge.iid,
        repository: toRepository(project),
        merged: merge.state === 'merged',
        mergedAt: toTime(merge.merged_at),
        mergeSha: merge.merge_commit_sha ?? merge.squash_commit_sha ?? merge.sha ?? null,
        open: merge.state === 'opened',
        headSha: merge.sha ?? null,
        headBranch: merge.source_branch ?? null,
        baseBranch: merge.target_branch,
        author: merge.author && account(merge.author),
        authorIsBot: /^(?:project|group)_\d+_bot/.test(merge.author?.username ?? ''),
        mergedBy: merge.merge_user ? account(merge.merge_user) : null,
        title: merge.title,
        body: merge.description ?? '',
      }
    },
    async isPublic(repo) {
      const found = await get(repo, projectPath(repo))
      return found !== null && isOpen(readAs(ShownProject, found))
    },
    async readClosedIssues({ repository, number }, token) {
      const answer = await get(
        repository.name,
        `/projects/${repository.id}/merge_requests/${number}/closes_issues?per_page=${pageSize}`,
        token,
      )
      const closed = answer === null ? [] : readAs(Closed, answer)
      return new Set(
        closed.flatMap(({ iid, project_id }) =>
          iid !== undefined && String(project_id) === repository.id ? [iid] : [],
        ),
      )
    },
    async readCoAuthors({ author, number, repository: { id, name } }) {
      const at = `${config.apiUrl}/projects/${id}/merge_requests/${number}/commits?per_page=${pageSize}`
      const listed = readAnswer(await askFor(name, at, { mostBytes: mostPageBytes }))
      const messages = listed === null ? [] : readAs(Commits, listed).map(({ message }) => message)
      const noReply = { hostname: new URL(config.url).hostname, separator: '-' } as const
      return readCoAuthors(messages, noReply, author?.id ?? null)
    },
    async readIssue(repo, number, token) {
      const answer = await get(repo, `${projectPath(repo)}/issues/${number}`, token)
      if (answer === null) return null
      const open = readAs(Issue, answer).state === 'opened'
      return { open, reopened: open && (await wasReopened(repo, number, token)) }
    },
    async readIssueText(repo, number, token) {
      const project = await readShownProject(repo, token)
      if (project === null) return null
      const answer = await get(repo, `/projects/${project.id}/issues/${number}`, token)
      if (answer === null) return null
      const issue = readAs(IssueTextAnswer, answer)
      if (project.isOurs && issue.confidential) return null
      return { repository: project.path_with_namespace, ...textOfIssue(issue) }
    },
    async listIssues(repo, label, token) {
      const project = await readShownProject(repo, token)
      if (project === null) return null
      const query = new URLSearchParams({
        state: 'opened',
        labels: label,
        ...(project.isOurs && { confidential: 'false' }),
        per_page: String(mostIssues),
      })
      const url = `${config.apiUrl}/projects/${project.id}/issues?${query}`
      const answer =
        token === undefined ? await askFor(repo, url, issuePage) : await ask(url, { ...issuePage, token })
      const listed = readAnswer(answer, token === undefined ? 'ours' : 'theirs')
      if (listed === null) return null
      const issues = readAs(ListedIssues, listed).flatMap(issue =>
        (project.isOurs && issue.confidential) || !hasLabel(issue.labels ?? [], label)
          ? []
          : [{ number: issue.iid, ...textOfIssue(issue) }],
      )
      return { repository: project.path_with_namespace, issues, more: hasNext(answer) }
    },
    async readRepository(repo) {
      const found = await get(repo, projectPath(repo))
      return found === null ? null : toRepository(readAs(Project, found))
    },
    async readFile(repo, path, mostBytes) {
      const at = `${projectPath(repo)}/repository/files/${encodeURIComponent(path)}?ref=HEAD`
      return textOfFile(await get(repo, at), mostBytes)
    },
    async isUndone(pull) {
      const { id, name, defaultBranch } = pull.repository
      return isTakenBack(pull, async page => {
        const query = new URLSearchParams({
          ref_name: defaultBranch,
          ...sinceMerge(pull),
          per_page: String(pageSize),
          page: String(page),
        })
        const url = `${config.apiUrl}/projects/${id}/repository/commits?${query}`
        const answer = await askFor(name, url, { mostBytes: mostPageBytes })
        const listed = readAnswer(answer)
        if (listed === null) return null
        const commits = readAs(Commits, listed).map(({ id, message }) => ({ sha: id, message }))
        return { commits, more: hasMore(answer, commits.length, pageSize) }
      })
    },
    async isSigned(_body, headers) {
      const given = headerOf(headers, 'x-gitlab-token')
      if (config.webhookSecret === null || given === null) return false
      const digest = (text: string) => createHash('sha256').update(text).digest()
      return timingSafeEqual(digest(given), digest(config.webhookSecret))
    },
    readDelivery: headers => headerOf(headers, 'x-gitlab-event-uuid'),
    readEvent(body, headers) {
      const event = headerOf(headers, 'x-gitlab-event')
      if (event === 'Note Hook') return readNoteEvent(body)
      if (event === 'Issue Hook') return readIssueEvent(body)
      if (event !== 'Merge Request Hook') return nothingHere
      return readMergeEvent(body)
    },
    readQuotas: () => quota.read(),
    async readKeys() {
      return readAnswer(await ask(`${config.url}/oauth/discovery/keys`))
    },
  }
}

function readMergeEvent(body: unknown): WebhookEvent {
  const { object_attributes: merge, project } = requireEvent(MergeEvent, body)
  const told = { repo: project.path_with_namespace, pr: merge.iid }
  if (merge.state === 'merged' && merge.action === 'merge') return { kind: 'merge', ...told }
  if (merge.action !== undefined && toldActions.has(merge.action))
    return { kind: 'pull', ...told, open: merge.action !== 'close' }
  return { kind: 'other', what: 'this merge request was not merged' }
}

/** `update` is for pushes and edits alike. */
const toldActions = new Set(['open', 'reopen', 'update', 'close'])

/** Confidential notes and issues have hooks of other names, and are not read. */
function readNoteEvent(body: unknown): WebhookEvent {
  const { user, project, issue, object_attributes: note } = requireEvent(NoteEvent, body)
  if (note.noteable_type !== 'Issue' || (note.action ?? 'create') !== 'create' || issue === undefined)
    return nothingHere
  return {
    kind: 'text',
    id: `comment ${note.id}`,
    repo: project.path_with_namespace,
    issue: issue.iid,
    author: { id: String(user.id), login: user.username },
    text: note.note,
  }
}

function readIssueEvent(body: unknown): WebhookEvent {
  const { user, project, object_attributes: issue } = requireEvent(IssueEvent, body)
  if (issue.action !== 'open') return nothingHere
  return {
    kind: 'text',
    id: `issue ${project.id}#${issue.iid}`,
    repo: project.path_with_namespace,
    issue: issue.iid,
    author: { id: String(user.id), login: user.username },
    text: issue.description ?? '',
  }
}
