type Problem = {
  readonly says: string
  readonly status?: number
}

export type Failure = Problem & {
  /** `failed`: given up after some days. `refused`: maybe only this message. `gone`: it takes nothing any more. */
  readonly is: 'failed' | 'refused' | 'gone'
}

export type Outcome =
  | { readonly is: 'taken' }
  | Failure
  /** The channel is not to blame: the mail server cannot be used right now. */
  | { readonly is: 'ours'; readonly error: unknown }

export const taken: Outcome = { is: 'taken' }
