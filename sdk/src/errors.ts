import type { QuestTermsChange } from './contract/quest-revisions.ts'

/** The service refused: what it said, and with which status. */
export class FurrowError extends Error {
  override readonly name = 'FurrowError'
  /** The HTTP status; 0 where no answer came, or none that can be read. */
  readonly status: number
  /** Seconds after which to try again, where the service named them (429, 503). */
  readonly retryAfter: number | null
  /** 409 of an accept: the terms that the giver edited since they were read; null for all else. */
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
