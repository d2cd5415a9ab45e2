import type { MergeRow } from '@furrow/storage/tables.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { UnavailableError } from '../../ground/errors.ts'
import type { Verdict } from '../../rules/lifecycle/quest.ts'

export async function judgeMerge(host: CodeHost | null, merge: MergeRow): Promise<Verdict> {
  if (host === null) return { kind: 'unknown' }
  try {
    const reason = await findFault(host, merge)
    return reason === null ? { kind: 'stands' } : { kind: 'broken', reason }
  } catch (error) {
    if (error instanceof UnavailableError) return { kind: 'unknown' }
    throw error
  }
}

/** Why a merge proves nothing any more; null where it still does. Facts that the host does not tell count for nothing. */
async function findFault(host: CodeHost, merge: MergeRow): Promise<string | null> {
  const number = merge.pull_request
  const pull = await host.readPullRequest(merge.repository, number)
  if (pull === null)
    return merge.readable === 1
      ? `Pull request ${number} of ${merge.repository} is gone, or may not be read any more.`
      : null
  if (pull.repository.id !== merge.repository_id)
    return `${merge.repository} is another repository than the one where the work was merged.`
  if (!pull.merged || pull.id !== merge.pull_request_id || pull.author?.id !== merge.author_id)
    return `Pull request ${number} is not what it was when it proved the work.`
  if (merge.merge_sha !== null && pull.mergeSha !== null && pull.mergeSha !== merge.merge_sha)
    return `Pull request ${number} has another merge commit than when it proved the work.`
  if (merge.issue_number !== null) {
    const issue = await host.readIssue(pull.repository.name, Number(merge.issue_number))
    if (issue?.reopened || (issue?.open && merge.issue_closed === 1))
      return `Issue ${merge.issue_number} was opened again after pull request ${number} closed it.`
  }
  if (await host.isUndone(pull)) return `The merge of pull request ${number} was reverted.`
  return null
}
