import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'

/** Why a merge proves nothing any more, as a code with the values that its words are made from. */
export type MergeFault =
  | { readonly code: 'pull-request-gone'; readonly pullRequest: number; readonly repository: string }
  | { readonly code: 'other-repository'; readonly repository: string }
  | { readonly code: 'pull-request-changed'; readonly pullRequest: number }
  | { readonly code: 'other-merge'; readonly pullRequest: number }
  | { readonly code: 'issue-reopened'; readonly pullRequest: number; readonly issue: number }
  | { readonly code: 'reverted'; readonly pullRequest: number }
  | { readonly code: 'code-host-silent' }

/** Why a transaction is no payment of a work, likewise. Amounts are exact digits, and times are in milliseconds. */
export type PaymentFault =
  | { readonly code: 'failed' }
  | { readonly code: 'untraced'; readonly chainId: number; readonly token: string }
  | { readonly code: 'nothing-moved'; readonly token: string }
  | { readonly code: 'too-early'; readonly minedAt: number }
  | {
      readonly code: 'too-little'
      readonly moved: string
      /** Shown for other work of the same farmer; null for none. */
      readonly elsewhere: string | null
      readonly released: string
      readonly token: string
    }
  | { readonly code: 'unconfirmed' }

type Sentences<F extends { readonly code: string }> = {
  readonly [C in F['code']]: (fault: Extract<F, { code: C }>, farmer: Address) => string
}

/** The words in each language. TypeScript sees that no code is forgotten. */
export type MergeFaultWords = Sentences<MergeFault>
export type PaymentFaultWords = Sentences<PaymentFault>

/** The words fit the code, which TypeScript cannot follow through a union. */
export function sayFault<F extends { readonly code: string }>(
  words: Sentences<F>,
  fault: F,
  farmer: Address,
): string {
  const say = words[fault.code as F['code']] as (fault: F, farmer: Address) => string
  return say(fault, farmer)
}

const mergeFaults: MergeFaultWords = {
  'pull-request-gone': ({ pullRequest, repository }) =>
    `Pull request ${pullRequest} of ${repository} is gone, or may not be read any more.`,
  'other-repository': ({ repository }) =>
    `${repository} is another repository than the one where the work was merged.`,
  'pull-request-changed': ({ pullRequest }) =>
    `Pull request ${pullRequest} is not what it was when it proved the work.`,
  'other-merge': ({ pullRequest }) =>
    `Pull request ${pullRequest} has another merge commit than when it proved the work.`,
  'issue-reopened': ({ pullRequest, issue }) =>
    `Issue ${issue} was opened again after pull request ${pullRequest} closed it.`,
  reverted: ({ pullRequest }) => `The merge of pull request ${pullRequest} was reverted.`,
  'code-host-silent': () => 'The code host could not be asked whether the merge still stands.',
}

const paymentFaults: PaymentFaultWords = {
  failed: () => 'it failed on chain, and moved nothing.',
  untraced: ({ chainId, token }) =>
    `the node of chain ${chainId} cannot say what ${token} the calls inside it moved. Pay straight from a wallet, or ask the operator for a node that traces transactions (debug_traceTransaction).`,
  'nothing-moved': ({ token }, farmer) => `it moves no ${token} to ${checksum(farmer)}.`,
  'too-early': ({ minedAt }) => `it is of ${instant(minedAt)}, before the place was taken.`,
  'too-little': ({ moved, elsewhere, released, token }) =>
    `it moves ${moved} ${token}${elsewhere === null ? '' : `, of which ${elsewhere} ${token} is shown for other work of this farmer`}, and ${released} ${token} was released.`,
  unconfirmed: () => 'it did not get its confirmations in a day.',
}

/** In English, as events keep it beside the code for programs that know no codes, and as refusals say it. */
export const englishFaults = { merge: mergeFaults, payment: paymentFaults } as const

export function sayMergeFault(fault: MergeFault, farmer: Address): string {
  return sayFault<MergeFault>(mergeFaults, fault, farmer)
}

export function sayPaymentFault(fault: PaymentFault, farmer: Address): string {
  return sayFault<PaymentFault>(paymentFaults, fault, farmer)
}
