import type { Sent } from './sent.ts'

/** Observations of a sent transaction, by the chain and the wallet. */
export type Seen = {
  /** The watched value is not as it was. */
  readonly changed: boolean
  readonly receipt: 'good' | 'refused' | null
  /** The node has the transaction, in a block or waiting for one. */
  readonly known: boolean
  /** Its sender's number is spent: this transaction, or another one in its place. */
  readonly used: boolean
  /** The wallet's answer about several calls sent together; null where it does not know them. */
  readonly bundle: 'pending' | 'good' | 'refused' | null
}

/**
 * `asked`: it is not known whether the wallet sent anything; `signers`: it waits for others to sign; `missing`: the chain
 * does not show it any more; `overtaken`: another one took its place.
 */
export type State = 'asked' | 'pending' | 'signers' | 'missing' | 'overtaken' | 'done' | 'refused'

/** Nodes forget transactions that wait too long, and some are slow to hear of one. */
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
  // A shared wallet's transaction may succeed while the call in it fails.
  if (receipt === 'good' && isOwn) return 'done'
  if (known && isOwn) return 'pending'
  if (used && isOwn) return 'overtaken'
  if (changed) return 'done'
  if (hash === null && bundle === null) return 'asked'
  if (isShared) return 'signers'
  if (bundle !== null) return 'asked'
  return unseenMs > missingAfter ? 'missing' : 'pending'
}
