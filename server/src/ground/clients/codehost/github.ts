import { Nullable } from '@furrow/sdk/contract'
import { verify } from '@octokit/webhooks-methods'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../clock.ts'
import type { CodehostConfig } from '../../config/codehost.ts'
import { type AppAuthority, appAuthority, type ReadApps } from './app-authority.ts'
import { appTools } from './app-tools.ts'
import { createAsk, inTrouble, readAnswer, takesNoMore } from './ask.ts'
import { assignLikeGithub } from './assignees-like-github.ts'
import { rightsOf } from './authority.ts'
import { readClosingKeywords } from './closing-keywords.ts'
import type { CodeHost, PullRequest } from './codehost.ts'
import { hasLeftBranch, readLikeGithub } from './github-like.ts'
import { writeLikeGithub } from './issues-like-github.ts'
import { listIssuesLikeGithub } from './list-issues-like-github.ts'
import { readAs } from './pulls.ts'
import { writePullsLikeGithub } from './pulls-like-github.ts'
import { watchQuota } from './quota.ts'
import { isTakenBack } from './reverts.ts'
import { headerOf, readEventLikeGithub } from './webhooks.ts'

const pageSize = 100
const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

const closingIssues = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      closingIssuesReferences(first: 50) { nodes { number repository { nameWithOwner } } }
    }
  }
}`

const Linked = Type.Object({
  number: Type.Integer(),
  repository: Type.Object({ nameWithOwner: Type.String() }),
})
const ClosingIssues = Type.Object({
  data: Type.Optional(
    Nullable(
      Type.Object({
        repository: Nullable(
          Type.Object({
            pullRequest: Nullable(
              Type.Object({
                closingIssuesReferences: Nullable(
                  Type.Object({ nodes: Type.Optional(Nullable(Type.Array(Nullable(Linked)))) }),
                ),
              }),
            ),
          }),
        ),
      }),
    ),
  ),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Optional(Type.String()),
        extensions: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
      }),
    ),
  ),
})
/** The host would answer these the next time, too; a code is of a host whose schema does not know the question. */
const lasting = new Set(['NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPES'])
/** In the words of different years. */
const busy = new Set(['RATE_LIMITED', 'RATE_LIMIT'])

/** @throws UnavailableError for errors that pass: words, which can be edited after the merge, are no answer then. */
function requireNoTrouble(errors: NonNullable<Static<typeof ClosingIssues>['errors']>): void {
  if (errors.some(({ type }) => type !== undefined && busy.has(type))) throw takesNoMore()
  if (errors.some(({ type, extensions }) => !extensions?.code && !lasting.has(type ?? ''))) throw inTrouble()
}

export type AppSource = { readonly clock: Clock; readonly readApps: ReadApps }

export function createGithub(config: CodehostConfig, { clock, readApps }: AppSource): CodeHost {
  const quota = watchQuota()
  const ask = createAsk(quota)
  const authority: AppAuthority = appAuthority(config, { ask, clock, read: readApps, headers })
  const rights = rightsOf(ask, authority)
  const { get, host, readCommits } = readLikeGithub(config, rights, pageSize, headers)
  const issues = writeLikeGithub(config, rights, 'name', headers)
  const below = `${config.apiUrl}/graphql`
  const beside = config.apiUrl.endsWith('/api/v3') ? config.apiUrl.replace(/v3$/, 'graphql') : null
  const actions =
    config.url === 'https://github.com'
      ? 'https://token.actions.githubusercontent.com'
      : `${config.url}/_services/token`

  /** The issues that GitHub itself linked, which cannot be edited after the merge; null if it does not tell. */
  async function askClosingIssues(
    pull: PullRequest,
    token: string | undefined,
  ): Promise<ReadonlySet<number> | null> {
    const [owner, name] = pull.repository.name.split('/')
    const json = { query: closingIssues, variables: { owner, name, number: pull.number } }
    const post = (url: string) =>
      token === undefined
        ? rights.askFor(pull.repository.name, url, { method: 'POST', headers, json })
        : ask(url, { method: 'POST', headers, token, json })
    // Enterprise Server has it beside /api/v3; a proxy before it may have everything below.
    const first = await post(beside ?? below)
    const said = first.status === 404 && beside !== null ? await post(below) : first
    // github.com answers nothing without a token; a self-hosted one may.
    if (token === undefined && said.status === 401) return null
    const answer = readAnswer(said, token === undefined ? 'ours' : 'theirs')
    if (answer === null) return null
    const { data, errors } = readAs(ClosingIssues, answer)
    requireNoTrouble(errors ?? [])
    const references = data?.repository?.pullRequest?.closingIssuesReferences
    if (!references) return null
    const own = (node: Static<typeof Linked> | null) =>
      node?.repository.nameWithOwner.toLowerCase() === pull.repository.name.toLowerCase() ? [node.number] : []
    return new Set((references.nodes ?? []).flatMap(own))
  }

  return {
    ...host,
    ...issues,
    ...listIssuesLikeGithub(config, rights, { get, headers, pageSize }),
    ...assignLikeGithub(config, rights.askFor, 'one', headers),
    ...writePullsLikeGithub(config, rights.askFor, issues, headers),
    issuer: actions,
    app: appTools({ config, ask, clock, authority, quota, headers }),
    async readClosedIssues(pull, token) {
      const isAnybody = token === undefined && (await authority.find(pull.repository.name)) === null
      const mute = isAnybody && config.apiUrl === 'https://api.github.com'
      const linked = mute ? null : await askClosingIssues(pull, token)
      return linked ?? readClosingKeywords(pull.body, pull.repository.name, config.url)
    },
    async isUndone(pull) {
      const takenBack = await isTakenBack(pull, page => readCommits(pull, page))
      // A merge that is still in the branch may be taken back in it.
      return takenBack || (await hasLeftBranch(get, pull)) || takenBack
    },
    async isSigned(body, headers) {
      const signature = headerOf(headers, 'x-hub-signature-256')
      if (signature === null || body.length === 0) return false
      for (const secret of await authority.readWebhookSecrets())
        if (await verify(secret, body.toString(), signature)) return true
      return false
    },
    readDelivery: headers => headerOf(headers, 'x-github-delivery'),
    readEvent: (body, headers) => readEventLikeGithub(body, headerOf(headers, 'x-github-event')),
    readQuotas: repo => quota.read(repo === undefined ? undefined : authority.spenderOf(repo)),
    async readKeys() {
      return readAnswer(await ask(`${actions}/.well-known/jwks`))
    },
  }
}
