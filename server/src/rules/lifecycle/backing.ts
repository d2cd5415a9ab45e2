import type { Backing, ProvingMerge, Work } from './quest.ts'

export function isProof(backing: Backing): boolean {
  return backing === 'merge' || backing === 'chain'
}

export function isNothing(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}

/** The merge that proves the work; null where its author is unknown, or it does not stand any more. */
export function standingMerge(work: Work | undefined): ProvingMerge | null {
  if (work?.status !== 'in-review' && work?.status !== 'disputed') return null
  const { merge } = work.evidence
  return merge?.check === 'broken' ? null : merge
}
