import type { Backing, ProvingMerge, Work } from './quest.ts'

/** Whether a third party confirms that the work was done. */
export function isProof(backing: Backing): boolean {
  return backing === 'merge' || backing === 'chain'
}

export function isNothing(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}

/**
 * The merge that proves the work, with its author and owner; null where these are unknown, or it does not stand any
 * more.
 */
export function standingMerge(work: Work | undefined): ProvingMerge | null {
  if (work?.status !== 'in-review' && work?.status !== 'disputed') return null
  const { merge } = work.evidence
  return merge?.check === 'broken' ? null : merge
}
