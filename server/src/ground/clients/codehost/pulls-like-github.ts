import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { AskFor } from './authority.ts'
import type { IssueWriter, PullWriter } from './codehost.ts'
import { repoPath } from './pulls.ts'
import { statusContext } from './status-context.ts'

const states = { success: 'success', failure: 'failure', waiting: 'pending' } as const

/** Writes to pull requests of GitHub and Gitea alike. A fork's head is known to the repository that it is offered to. */
export function writePullsLikeGithub(
  { apiUrl }: CodehostConfig,
  askFor: AskFor,
  issues: Pick<IssueWriter, 'addComment' | 'setLabel'>,
  headers: Readonly<Record<string, string>> = {},
): PullWriter {
  return {
    // To both hosts a pull request is an issue, too.
    setPullLabel: issues.setLabel,
    commentOnPull: async (repo, number, text) => (await issues.addComment(repo, number, text)) !== null,
    async setPullOpen(repo, number, open) {
      const json = { state: open ? 'open' : 'closed' }
      const at = `${apiUrl}/repos/${repoPath(repo)}/pulls/${number}`
      return readAnswer(await askFor(repo, at, { method: 'PATCH', headers, json })) !== null
    },
    async setStatus({ repository, headSha }, { state, text, url }) {
      const json = { state: states[state], description: text, target_url: url, context: statusContext }
      const at = `${apiUrl}/repos/${repoPath(repository.name)}/statuses/${encodeURIComponent(headSha)}`
      return readAnswer(await askFor(repository.name, at, { method: 'POST', headers, json })) !== null
    },
  }
}
