import type { CodeOf } from '@furrow/sdk/contract'

/** 400: it does not fit the quest as it is; 409: the quest has changed since it was read; 503: a fact is not known yet. */
export type RefusalCode = CodeOf<400 | 403 | 409 | 429 | 503>

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly until: number | null

  constructor(code: RefusalCode, sentence: string, until: number | null = null) {
    super(sentence)
    this.code = code
    this.until = until
  }
}
