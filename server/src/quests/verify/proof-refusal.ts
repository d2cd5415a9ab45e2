import type { CodeOf, ProofFault } from '@furrow/sdk/contract'
import { HttpError } from '../../ground/errors.ts'

export type Fault = { readonly fault: ProofFault; readonly text: string }

const codes = {
  'merge-needed': 'not-merged',
  'not-default-branch': 'other-branch',
  'no-author': 'author-gone',
  'closes-no-issue': 'issue-not-closed',
  'own-quest': 'author-is-giver',
  'account-unproved': 'author-without-place',
  'no-place': 'author-without-place',
  'place-expired': 'author-without-place',
  'other-account': 'author-without-place',
  'work-over': 'author-without-place',
  'merged-before-place': 'merged-too-early',
  'proved-other-work': 'proved-already',
} as const satisfies Partial<Record<ProofFault, CodeOf<400 | 403>>>

export type Refused = keyof typeof codes

/** A pull request proves nothing, for a reason that programs can read. */
export class ProofRefusal extends HttpError {
  override readonly name: string = 'ProofRefusal'
  readonly fault: Refused

  constructor(fault: Refused, message: string) {
    super(codes[fault], message)
    this.fault = fault
  }
}
