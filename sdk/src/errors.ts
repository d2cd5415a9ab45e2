/** The service refused: what it said, and with which status. */
export class FurrowError extends Error {
  override readonly name = 'FurrowError'
  /** The HTTP status; 0 where no answer came, or none that can be read. */
  readonly status: number
  /** Seconds after which to try again, where the service named them (429, 503). */
  readonly retryAfter: number | null

  constructor(status: number, message: string, retryAfter: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.retryAfter = retryAfter
  }
}
