/** Why a picture cannot be shown, in a sentence for who named it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** Whether it may be another matter in a while, and what is kept of it is still the best there is. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}
