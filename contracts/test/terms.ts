/** Anybody's possible actions on an escrow. */
export type Action =
  | 'fund'
  | 'propose'
  | 'approve'
  | 'dispute'
  | 'resolve'
  | 'settle'
  | 'release'
  | 'close'
  | 'refund'

export const day = 24n * 3600n
export const reviewWindow = 2n * day
