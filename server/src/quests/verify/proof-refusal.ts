import type { ProofFault } from '@furrow/sdk/contract'
import { HttpError } from '../../ground/errors.ts'

export type Fault = { readonly fault: ProofFault; readonly text: string }

/** A pull request proves nothing, for a reason that programs can read. */
export class ProofRefusal extends HttpError {
  override readonly name: string = 'ProofRefusal'
  readonly fault: ProofFault

  constructor(statusCode: 400 | 403, fault: ProofFault, message: string) {
    super(statusCode, message)
    this.fault = fault
  }
}
