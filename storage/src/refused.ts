/** A command refuses to run; its message says why, and is all that is shown. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}
