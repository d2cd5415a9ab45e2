import type { ErrorCode } from './contract/error-codes/all.ts'
import type { QuestTermsChange } from './contract/quest-revisions.ts'

/** The client's own codes: no answer came, it was cut off, it has no sentence (as of a proxy), or a part of the client could not be loaded. */
type OwnCode = 'no-answer' | 'unreadable-answer' | 'unexplained-answer' | 'part-not-loaded'

export type FurrowErrorCode = ErrorCode | OwnCode

/** A refusal by the service, with its sentence, its status and its code. */
export class FurrowError extends Error {
  override readonly name = 'FurrowError'
  /** The HTTP status; 0 where no answer came, or an unreadable one. */
  readonly status: number
  /**
   * The name of this refusal, which stays while its sentence may change; docs/errors.md lists them. A newer service may send others,
   * and one from before sends none: null. With status 0 it is the client's own: `no-answer`, `unreadable-answer` or `part-not-loaded`.
   */
  readonly code: FurrowErrorCode | null
  /** Seconds after which to try again, where the service named them (429, 503). */
  readonly retryAfter: number | null
  /** 409 of an accept: the terms that the giver edited since they were read; null otherwise. */
  readonly changed: QuestTermsChange | null

  constructor(
    status: number,
    message: string,
    retryAfter: number | null = null,
    { code = null, changed = null, ...options }: Details = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.changed = changed
  }
}

type Details = ErrorOptions & {
  readonly code?: FurrowErrorCode | null
  readonly changed?: QuestTermsChange | null
}
