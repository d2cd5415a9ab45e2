export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** Whether the problem may pass, and the stored picture is still the best there is. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}
