import { type Assignment, type Backer, mostBackers, type Quest } from '@furrow/sdk'
import { sameAddress } from '../../../ui/address.ts'
import { isOver } from '../../way/is-over.ts'

/** Places that are not over: somebody may still earn what is added to them. */
export function placesAhead({ farmers, maxFarmers }: Pick<Quest, 'farmers' | 'maxFarmers'>): number {
  const over = farmers.filter(place => isDecided(place) && place.memberOf === undefined)
  return Math.max(0, maxFarmers - over.length)
}

/** Whether the service takes an addition of this reader; a visitor is asked to sign in first. */
export function mayAdd(quest: Quest, reader: string | null, now: number): boolean {
  if (!takesAdditions(quest) || sameAddress(reader, quest.giver) || ownAddition(quest, reader)) return false
  if (quest.farmers.some(place => sameAddress(place.address, reader) && !isGivenUp(place))) return false
  if ((quest.backerCount ?? 0) >= mostBackers) return false
  if (isOver(quest)) return false
  const takesFarmers = quest.deadline === undefined || now < Date.parse(quest.deadline)
  return takesFarmers ? placesAhead(quest) > 0 : isWorkedOn(quest)
}

/** The kind of a quest to which others can add at all; on chain its own deposit comes first. */
function takesAdditions({ companionOf, contest, funding, hidden, thanks }: Quest): boolean {
  if (funding.rail === 'chain' && (funding.status === 'unfunded' || Boolean(funding.problem))) return false
  return !contest && !thanks && !hidden && companionOf === undefined
}

/** The last one: what they ended before is shown, too, once the quest is over. */
export function ownAddition({ backers = [] }: Pick<Quest, 'backers'>, reader: string | null) {
  return backers.findLast(({ address }) => sameAddress(address, reader))
}

/** A backer takes it back, or the giver does not want it, while nobody works for the sum: what is not paid in is in none. */
export function mayStop(quest: Quest, backer: Backer, reader: string | null): boolean {
  const isTheirs = sameAddress(reader, backer.address) || sameAddress(reader, quest.giver)
  if (!isTheirs || isOver(quest)) return false
  return backer.state === 'unfunded' || (backer.state === 'promised' && !isWorkedOn(quest))
}

/** Work to which a backer may object: it is handed in and not decided, and none of their own. */
export function workToObject(
  { farmers }: Quest,
  reader: string | null,
  companion: Pick<Quest, 'farmers' | 'funding'>,
): Assignment[] {
  // There a wallet disputes it, in a window of its own.
  if (companion.funding.rail === 'chain') return []
  const known = new Set(companion.farmers.filter(place => !isGivenUp(place)).map(({ address }) => address))
  return farmers.filter(
    ({ address, memberOf, status }) =>
      (status === 'in-review' || status === 'disputed') &&
      memberOf === undefined &&
      !sameAddress(address, reader) &&
      !known.has(address),
  )
}

/** Whether this farmer's work is one that the backer pays for, or objects to: then they may open its page. */
export function isOwedBy({ questId, state }: Backer, place: Assignment | undefined): boolean {
  if (place === undefined) return false
  if (state === 'objected' && (place.status === 'in-review' || place.status === 'disputed')) return true
  const isHandedIn = Boolean(place.submission) || place.pullRequest !== null || place.memberOf !== undefined
  if (place.status !== 'released' || place.releasedAt === null || !isHandedIn) return false
  // The id of a quest says when it was made: an addition after the release is for other places.
  const made = Number(questId.split('-')[1])
  return made <= Date.parse(place.releasedAt)
}

/** Whether somebody has a place that is not decided. */
export function isWorkedOn({ farmers }: Pick<Quest, 'farmers'>): boolean {
  return farmers.some(
    ({ status }) => status === 'accepted' || status === 'in-review' || status === 'disputed',
  )
}

function isDecided({ status }: Assignment): boolean {
  return status === 'released' || status === 'refunded'
}

function isGivenUp({ status }: Assignment): boolean {
  return status === 'withdrawn' || status === 'expired'
}
