/**
 * The kinds of refusal: the command does not fit the quest as it is; it belongs to somebody else; the quest has
 * changed since it was read; or the sender has done too much of it for now.
 */
export type RefusalReason = 'invalid' | 'forbidden' | 'changed' | 'too-many'

/** A rule refuses a command, with a sentence that its sender may read. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  /** When the command may be given again; null where time alone does not help. */
  readonly until: number | null

  constructor(reason: RefusalReason, sentence: string, until: number | null = null) {
    super(sentence)
    this.reason = reason
    this.until = until
  }
}
