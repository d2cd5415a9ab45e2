import type { QuestTermsChange } from './contract/quest-revisions.ts'

/** A refusal by the service, with its sentence and status. */
export class FurrowError extends Error {
  override readonly name = 'FurrowError'
  /** The HTTP status; 0 where no answer came, or an unreadable one. */
  readonly status: number
  /** Seconds after which to try again, where the service named them (429, 503). */
  readonly retryAfter: number | null
  /** 409 of an accept: the terms that the giver edited since they were read; null otherwise. */
  readonly changed: QuestTermsChange | null

  constructor(
    status: number,
    message: string,
    retryAfter: number | null = null,
    { changed = null, ...options }: ErrorOptions & { changed?: QuestTermsChange | null } = {},
  ) {
    super(message, options)
    this.status = status
    this.retryAfter = retryAfter
    this.changed = changed
  }
}
