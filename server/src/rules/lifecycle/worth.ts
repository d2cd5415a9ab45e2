import type { Address } from '../../ground/address.ts'
import { isNothing, isProof, standingMerge } from './backing.ts'
import type { QuestEvent } from './events/all.ts'
import { type Backing, isLive, type Quest, type Work } from './quest.ts'
import type { Rules } from './rules.ts'
import { memberOf } from './team.ts'

/**
 * Decides at a release whether it counts, so that no later setting changes points already given. However many add to a
 * reward, it is one piece of work, and counts with the quest that they add to.
 */
export function weigh(quest: Quest, event: QuestEvent, { pointsFor }: Pick<Rules, 'pointsFor'>): QuestEvent {
  if (event.kind !== 'released' && event.kind !== 'share-released') return event
  if (quest.companionOf !== null) return { ...event, backing: 'companion', counts: false }
  const place = event.kind === 'released' ? event.farmer : event.of
  const backing = event.backing ?? backingOf(quest, quest.work.get(place), event.farmer)
  const isProved =
    isProof(backing) || (pointsFor === 'recorded' && quest.thanks === null && quest.contest === null)
  const counts = !isNothing(event.paid) && isProved
  return { ...event, backing, counts }
}

function backingOf(quest: Quest, work: Work | undefined, farmer: Address): Backing {
  if (quest.deposit !== null) return 'chain'
  const merge = standingMerge(work)
  if (merge === null) return 'recorded'
  return merge.source === 'own' || isOwnMerge(work, farmer) ? 'own-merge' : 'merge'
}

/** A merge by a member, or in their own repository, proves what the others did. */
function isOwnMerge(work: Work | undefined, farmer: Address): boolean {
  return work !== undefined && isLive(work) && memberOf(work.team, farmer)?.ownMerge === true
}
