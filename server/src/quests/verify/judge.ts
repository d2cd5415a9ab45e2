import type { MergeRow } from '@furrow/storage/tables.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { UnavailableError } from '../../ground/errors.ts'
import type { MergeFault } from '../../rules/lifecycle/fault.ts'
import type { Verdict } from '../../rules/lifecycle/quest.ts'

export async function judgeMerge(host: CodeHost | null, merge: MergeRow): Promise<Verdict> {
  if (host === null) return { kind: 'unknown' }
  try {
    const fault = await findFault(host, merge)
    return fault === null ? { kind: 'stands' } : { kind: 'broken', fault }
  } catch (error) {
    if (error instanceof UnavailableError) return { kind: 'unknown' }
    throw error
  }
}

/** Why a merge proves nothing any more; null where it still does. Facts that the host does not tell count for nothing. */
async function findFault(host: CodeHost, merge: MergeRow): Promise<MergeFault | null> {
  const pullRequest = merge.pull_request
  const pull = await host.readPullRequest(merge.repository, pullRequest)
  if (pull === null)
    return merge.readable === 1
      ? { code: 'pull-request-gone', pullRequest, repository: merge.repository }
      : null
  if (pull.repository.id !== merge.repository_id)
    return { code: 'other-repository', repository: merge.repository }
  if (!pull.merged || pull.id !== merge.pull_request_id || pull.author?.id !== merge.author_id)
    return { code: 'pull-request-changed', pullRequest }
  if (merge.merge_sha !== null && pull.mergeSha !== null && pull.mergeSha !== merge.merge_sha)
    return { code: 'other-merge', pullRequest }
  if (merge.issue_number !== null) {
    const issue = await host.readIssue(pull.repository.name, Number(merge.issue_number))
    if (issue?.reopened || (issue?.open && merge.issue_closed === 1))
      return { code: 'issue-reopened', pullRequest, issue: Number(merge.issue_number) }
  }
  if (await host.isUndone(pull)) return { code: 'reverted', pullRequest }
  return null
}
