/** `invalid`: it does not fit the quest as it is; `changed`: the quest has changed since it was read. */
export type RefusalReason = 'invalid' | 'forbidden' | 'changed' | 'too-many'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  readonly until: number | null

  constructor(reason: RefusalReason, sentence: string, until: number | null = null) {
    super(sentence)
    this.reason = reason
    this.until = until
  }
}
