import { Type } from 'typebox'
import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { Rights } from './authority.ts'
import type { CodeHost, ListedIssue } from './codehost.ts'
import { hasLabel, issuePage, mostIssues } from './issue-pages.ts'
import { readAs, repoPath } from './pulls.ts'
import { type Get, IssueTextAnswer, readShownName, textOfIssue } from './read-issues-like-github.ts'
import { hasNext } from './reverts.ts'

const Issues = Type.Array(
  Type.Object({ ...IssueTextAnswer.properties, number: Type.Integer({ minimum: 1 }) }),
)
/** A second page, where pull requests took the place of issues, or a page is short of a hundred. */
const mostPages = 2

type Listing = {
  readonly get: Get
  readonly pageSize: number
  readonly headers?: Readonly<Record<string, string>>
  readonly filter?: Readonly<Record<string, string>>
}

export function listIssuesLikeGithub(
  config: CodehostConfig,
  { ask, askFor }: Rights,
  { get, pageSize, headers = {}, filter = {} }: Listing,
) {
  return {
    async listIssues(repo, label, token) {
      const repository = await readShownName(get, repo, token)
      if (repository === null) return null
      const issues: ListedIssue[] = []
      let more = true
      for (let page = 1; more && page <= mostPages && issues.length < mostIssues; page++) {
        const query = new URLSearchParams({
          state: 'open',
          labels: label,
          ...filter,
          per_page: String(pageSize),
          limit: String(pageSize),
          page: String(page),
        })
        const url = `${config.apiUrl}/repos/${repoPath(repository)}/issues?${query}`
        const question = { headers, ...issuePage }
        const answer =
          token === undefined
            ? await askFor(repository, url, question)
            : await ask(url, { ...question, token })
        const listed = readAnswer(answer, token === undefined ? 'ours' : 'theirs')
        if (listed === null) return null
        const labelled = readAs(Issues, listed)
          .map(issue => ({
            ...textOfIssue(issue),
            number: issue.number,
            isPull: Boolean(issue.pull_request),
          }))
          .filter(({ labels }) => hasLabel(labels, label))
        issues.push(...labelled.flatMap(({ isPull, ...issue }) => (isPull ? [] : issue)))
        more = labelled.length > 0 && hasNext(answer)
      }
      return {
        repository,
        issues: issues.slice(0, mostIssues),
        more: more || issues.length > mostIssues,
      }
    },
  } satisfies Partial<CodeHost>
}
