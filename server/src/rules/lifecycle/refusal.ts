/**
 * The kinds of refusal: the command does not fit the quest as it is; it is somebody else's to give; the quest is not what its
 * reader saw; or somebody has done too much of it for now.
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
