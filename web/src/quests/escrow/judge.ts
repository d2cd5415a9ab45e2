import type { Sent } from './sent.ts'

/** What the chain, and the wallet, say of something that was sent. */
export type Seen = {
  /** What is watched is not as it was. */
  readonly changed: boolean
  readonly receipt: 'good' | 'refused' | null
  /** The node has the transaction, in a block or waiting for one. */
  readonly known: boolean
  /** Its sender's number is spent: this transaction, or another one in its place. */
  readonly used: boolean
  /** What the wallet says of several that it sends together; null where it does not know them. */
  readonly bundle: 'pending' | 'good' | 'refused' | null
}

/**
 * `asked`: nobody knows whether the wallet sent anything; `signers`: it waits for others to sign; `missing`: the chain does not
 * show it any more; `overtaken`: another one took its place.
 */
export type State = 'asked' | 'pending' | 'signers' | 'missing' | 'overtaken' | 'done' | 'refused'

/** Nodes forget what waits too long, and others are slow to hear of it. */
const missingAfter = 3 * 60_000

/** @param unseenMs for how long no node has known it */
export function judge(
  { hash, bundle, isShared }: Pick<Sent, 'hash' | 'bundle' | 'isShared'>,
  { changed, receipt, known, used, bundle: together }: Seen,
  unseenMs: number,
): State {
  if (together !== null) return together === 'good' ? 'done' : together
  const isOwn = !isShared && bundle === null
  if (receipt === 'refused') return 'refused'
  // The transaction of a shared wallet may go well, and what it was to do may not.
  if (receipt === 'good' && isOwn) return 'done'
  if (known && isOwn) return 'pending'
  if (used && isOwn) return 'overtaken'
  if (changed) return 'done'
  if (hash === null && bundle === null) return 'asked'
  if (isShared) return 'signers'
  if (bundle !== null) return 'asked'
  return unseenMs > missingAfter ? 'missing' : 'pending'
}
