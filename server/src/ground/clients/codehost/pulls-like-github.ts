import type { CodehostConfig } from '../../config/codehost.ts'
import { type Ask, readAnswer } from './ask.ts'
import type { PullWriter } from './codehost.ts'
import { repoPath } from './pulls.ts'
import { statusContext } from './status-context.ts'

const states = { success: 'success', failure: 'failure', waiting: 'pending' } as const

/** Writes to pull requests of GitHub and Gitea alike. A fork's head is known to the repository that it is offered to. */
export function writePullsLikeGithub(
  { apiUrl, token }: CodehostConfig,
  ask: Ask,
  headers: Readonly<Record<string, string>> = {},
): PullWriter {
  return {
    async setStatus({ repository, headSha }, { state, text, url }) {
      const json = { state: states[state], description: text, target_url: url, context: statusContext }
      const at = `${apiUrl}/repos/${repoPath(repository.name)}/statuses/${encodeURIComponent(headSha)}`
      return readAnswer(await ask(at, { method: 'POST', token, headers, json })) !== null
    },
  }
}
