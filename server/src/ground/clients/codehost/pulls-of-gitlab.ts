import type { CodehostConfig } from '../../config/codehost.ts'
import { readAnswer } from './ask.ts'
import type { AskFor } from './authority.ts'
import type { PullWriter } from './codehost.ts'
import { statusContext } from './status-context.ts'

/** GitLab takes no second `pending` with other words, and holds a pipeline for it; a skipped one is passed over. */
const states = { success: 'success', failure: 'failed', waiting: 'skipped' } as const

export function writePullsToGitlab({ apiUrl }: CodehostConfig, askFor: AskFor): PullWriter {
  const mergeUrl = (repo: string, number: number) =>
    `${apiUrl}/projects/${encodeURIComponent(repo)}/merge_requests/${number}`
  const put = async (repo: string, number: number, json: object) =>
    readAnswer(await askFor(repo, mergeUrl(repo, number), { method: 'PUT', json })) !== null

  return {
    async setPullLabel(repo, number, label, on) {
      await put(repo, number, { [on ? 'add_labels' : 'remove_labels']: label })
    },
    setPullOpen: (repo, number, open) => put(repo, number, { state_event: open ? 'reopen' : 'close' }),
    async commentOnPull(repo, number, body) {
      const at = `${mergeUrl(repo, number)}/notes`
      return readAnswer(await askFor(repo, at, { method: 'POST', json: { body } })) !== null
    },
    async setStatus({ repository, headSha, headBranch }, { state, text, url }) {
      const json = {
        state: states[state],
        description: text,
        target_url: url,
        name: statusContext,
        // A fork's branch is not one of the project's own, which GitLab would look for otherwise.
        ...(headBranch !== null && { ref: headBranch }),
      }
      const at = `${apiUrl}/projects/${repository.id}/statuses/${encodeURIComponent(headSha)}`
      return readAnswer(await askFor(repository.name, at, { method: 'POST', json })) !== null
    },
  }
}
