import type { Assignment, FaultCode, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { momentOf } from '../ui/time.tsx'

/** Each code comes with the values that its sentence has. */
type Fault = Required<NonNullable<QuestEvent['details']['fault']>>

/** A place, or a dispute of the list. */
type Disputed = Pick<Assignment, 'disputeReason' | 'fault'>

/**
 * Why a merge does not stand any more, or a transaction is no payment, in the reader's language. Events of before codes were
 * kept, and codes that this client does not know yet, are told in the service's own words.
 */
export function faultSentence({ details: { fault, problem, reason } }: QuestEvent): string | undefined {
  return saidFault(fault) ?? problem ?? reason
}

function saidFault(fault: QuestEvent['details']['fault']): string | undefined {
  return fault && sentences[fault.code]?.(fault as Fault)
}

/** Why the work is disputed: a person's own words, or the service's in the reader's language. */
export function disputeReason({ disputeReason: told, fault }: Disputed): string | null | undefined {
  return saidFault(fault) ?? told
}

const sentences: Readonly<Record<FaultCode, (fault: Fault) => string>> = {
  'pull-request-gone': ({ pullRequest, repository }) =>
    t`Pull request ${pullRequest} of ${repository} is gone, or may not be read any more.`,
  'other-repository': ({ repository }) =>
    t`${repository} is another repository than the one where the work was merged.`,
  'pull-request-changed': ({ pullRequest }) =>
    t`Pull request ${pullRequest} is not what it was when it proved the work.`,
  'other-merge': ({ pullRequest }) =>
    t`Pull request ${pullRequest} has another merge commit than when it proved the work.`,
  'issue-reopened': ({ pullRequest, issue }) =>
    t`Issue ${issue} was opened again after pull request ${pullRequest} closed it.`,
  reverted: ({ pullRequest }) => t`The merge of pull request ${pullRequest} was reverted.`,
  'code-host-silent': () => t`The code host could not be asked whether the merge still stands.`,
  failed: () => t`It failed on chain, and moved nothing.`,
  untraced: ({ chainId, token }) =>
    t`The node of chain ${chainId} cannot say what ${token} the calls inside it moved. Pay straight from a wallet, or ask the operator for a node that traces transactions.`,
  'nothing-moved': ({ token }) => t`It moves no ${token} to the farmer.`,
  'too-early': ({ minedAt }) => {
    const time = momentOf(minedAt)
    return t`It is of ${time}, before the place was taken.`
  },
  'too-little': ({ moved, elsewhere, released, token }) =>
    elsewhere
      ? t`It moves ${moved} ${token}, of which ${elsewhere} ${token} is shown for other work of this farmer, and ${released} ${token} was released.`
      : t`It moves ${moved} ${token}, and ${released} ${token} was released.`,
  unconfirmed: () => t`It did not get its confirmations in a day.`,
}
