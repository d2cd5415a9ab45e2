import type { ErrorCode } from './contract/error-codes/all.ts'
import type { QuestTermsChange } from './contract/quest-revisions.ts'

/** `unreachable`: no answer came; `unreadable`: it was cut off; `unexplained`: a failure without a sentence, as of a proxy between. */
export type FurrowErrorCode = ErrorCode | 'unreachable' | 'unreadable' | 'unexplained'

/** A refusal by the service, with its sentence, status and code. */
export class FurrowError extends Error {
  override readonly name = 'FurrowError'
  /** The HTTP status; 0 where no answer came, or an unreadable one. */
  readonly status: number
  /** Its stable name, to go by instead of the sentence. A newer service may send others; an older one sends none: null. */
  readonly code: FurrowErrorCode | null
  /** Seconds after which to try again, where the service named them (429, 503). */
  readonly retryAfter: number | null
  /** 409 of an accept: the terms that the giver edited since they were read; null otherwise. */
  readonly changed: QuestTermsChange | null

  constructor(
    status: number,
    message: string,
    retryAfter: number | null = null,
    {
      code = null,
      changed = null,
      ...options
    }: ErrorOptions & { code?: FurrowErrorCode | null; changed?: QuestTermsChange | null } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.changed = changed
  }
}
