import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CodehostConfig } from '../../config/codehost.ts'
import { createAsk, readAnswer } from './ask.ts'
import { assignLikeGithub } from './assignees-like-github.ts'
import { rightsOf, settingsAuthority } from './authority.ts'
import { readClosingKeywords } from './closing-keywords.ts'
import type { CodeHost } from './codehost.ts'
import { readLikeGithub } from './github-like.ts'
import { writeLikeGithub } from './issues-like-github.ts'
import { listIssuesLikeGithub } from './list-issues-like-github.ts'
import { writePullsLikeGithub } from './pulls-like-github.ts'
import { watchQuota } from './quota.ts'
import { isTakenBack } from './reverts.ts'
import { headerOf, readEventLikeGithub } from './webhooks.ts'

/** Its default maximum. */
const pageSize = 50

/** Gitea and Forgejo. They do not tell which issues a pull request closes, so its text has to. */
export function createGitea(config: CodehostConfig): CodeHost {
  const quota = watchQuota()
  const ask = createAsk(quota)
  const rights = rightsOf(ask, settingsAuthority(config))
  const { get, host, readCommits } = readLikeGithub(config, rights, pageSize)
  const issues = writeLikeGithub(config, rights, 'id')
  const issuer = `${config.url}/api/actions`
  return {
    ...host,
    ...issues,
    ...listIssuesLikeGithub(config, rights, { get, pageSize, filter: { type: 'issues' } }),
    ...assignLikeGithub(config, rights.askFor, 'list'),
    ...writePullsLikeGithub(config, rights.askFor, issues),
    issuer,
    app: null,
    async readClosedIssues(pull) {
      return readClosingKeywords(pull.body, pull.repository.name, config.url)
    },
    isUndone: pull => isTakenBack(pull, page => readCommits(pull, page)),
    async isSigned(body, headers) {
      const given =
        headerOf(headers, 'x-gitea-signature') ??
        headerOf(headers, 'x-forgejo-signature') ??
        headerOf(headers, 'x-hub-signature-256')?.replace(/^sha256=/, '')
      if (config.webhookSecret === null || !given || !/^[0-9a-f]{64}$/i.test(given)) return false
      const right = createHmac('sha256', config.webhookSecret).update(body).digest()
      return timingSafeEqual(right, Buffer.from(given, 'hex'))
    },
    readDelivery: headers => headerOf(headers, 'x-gitea-delivery') ?? headerOf(headers, 'x-forgejo-delivery'),
    readEvent: (body, headers) =>
      readEventLikeGithub(body, headerOf(headers, 'x-gitea-event') ?? headerOf(headers, 'x-forgejo-event')),
    readQuotas: () => quota.read(),
    async readKeys() {
      return readAnswer(await ask(`${issuer}/.well-known/keys`))
    },
  }
}
