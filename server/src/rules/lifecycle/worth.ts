import type { QuestEvent } from './events.ts'
import type { Backing, ProvingMerge, Quest, Work } from './quest.ts'
import type { Rules } from './rules.ts'

/** Says with a release whether it counts: once, when it is decided, so that no later setting changes what was given. */
export function weigh(quest: Quest, event: QuestEvent, { pointsFor }: Pick<Rules, 'pointsFor'>): QuestEvent {
  if (event.kind !== 'released') return event
  const backing = event.backing ?? backingOf(quest, quest.work.get(event.farmer))
  const counts = !isNothing(event.paid) && (isProof(backing) || pointsFor === 'recorded')
  return { ...event, backing, counts }
}

/** Whether somebody other than the two parties says that it was done. */
export function isProof(backing: Backing): boolean {
  return backing === 'merge' || backing === 'chain'
}

export function isNothing(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}

/** Whose merge it was, and where; null where nobody knows, or it does not stand any more. */
export function standingMerge(work: Work | undefined): ProvingMerge | null {
  if (work?.status !== 'in-review' && work?.status !== 'disputed') return null
  const { merge } = work.evidence
  return merge?.check === 'broken' ? null : merge
}

function backingOf(quest: Quest, work: Work | undefined): Backing {
  if (quest.deposit !== null) return 'chain'
  const merge = standingMerge(work)
  if (merge === null) return 'recorded'
  return merge.source === 'own' ? 'own-merge' : 'merge'
}
