import type { Address } from '../../ground/address.ts'
import { day, hour } from '../../ground/clock.ts'
import { hasLeft, type Quest, type Told, type Work } from './quest.ts'
import { countLive } from './status.ts'

/** The giver is told of a place once a day, however often it is given back and taken. */
export function isNews(before: Work | undefined, now: number): boolean {
  return now - lastTold(before) >= day
}

export function toldOf(before: Work | undefined, now: number): Told {
  return isNews(before, now) ? { toldAt: now, untold: false } : { toldAt: lastTold(before), untold: true }
}

/** A place taken without a notice is given back without one, so that nobody hears half a story. */
export function isUntold(work: Work | undefined): boolean {
  return work?.status === 'accepted' && work.untold
}

export function lastTold(work: Work | undefined): number {
  return work !== undefined && (work.status === 'accepted' || hasLeft(work)) ? work.toldAt : 0
}

/** The giver is told of applications once a day, however many come. */
export function isNewsOfOne({ toldOfOneAt }: Pick<Quest, 'toldOfOneAt'>, now: number): boolean {
  return now - toldOfOneAt >= day
}

/** A place just given by the giver is no news to them. */
export function isGiven({ applications }: Quest, farmer: Address): boolean {
  return applications.get(farmer)?.status === 'admitted'
}

/** Backers are told of changes as farmers are, by a time of their own: a farmer who comes meanwhile has heard of none. */
export function isBackerNews({ backers }: Pick<Quest, 'backers'>, now: number): boolean {
  return backers.count > 0 && now - backers.toldAt >= hour
}

/** Farmers with a place are told of changes at most once an hour. */
export function isEditNews({ editToldAt, tally }: Pick<Quest, 'editToldAt' | 'tally'>, now: number): boolean {
  return countLive(tally) > 0 && now - editToldAt >= hour
}
