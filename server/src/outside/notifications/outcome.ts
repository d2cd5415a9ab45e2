/** What came of sending something to a channel. */
export type Outcome =
  | { readonly is: 'taken' }
  /** It is the channel's failure: after some days of those it is given up. */
  | { readonly is: 'failed'; readonly says: string }
  /** It may be this message that the channel does not take, and no other. */
  | { readonly is: 'refused'; readonly says: string }
  /** It will never take anything again. */
  | { readonly is: 'gone'; readonly says: string }
  /** It is no failure of the channel's: the mail server cannot be used right now. */
  | { readonly is: 'ours'; readonly error: unknown }

export const taken: Outcome = { is: 'taken' }
