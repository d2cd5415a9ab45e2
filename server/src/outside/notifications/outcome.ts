export type Outcome =
  | { readonly is: 'taken' }
  /** The channel failed: after some days of this it is given up. */
  | { readonly is: 'failed'; readonly says: string }
  /** The channel may refuse only this message. */
  | { readonly is: 'refused'; readonly says: string }
  /** The channel will never take anything again. */
  | { readonly is: 'gone'; readonly says: string }
  /** The channel is not to blame: the mail server cannot be used right now. */
  | { readonly is: 'ours'; readonly error: unknown }

export const taken: Outcome = { is: 'taken' }
