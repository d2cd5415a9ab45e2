import type { Address } from '../../ground/address.ts'
import { day, hour } from '../../ground/clock.ts'
import { hasLeft, type Quest, type Told, type Work } from './quest.ts'
import { countLive } from './status.ts'

/** A giver is told that a farmer takes a place, but not again within a day, however often the place is given back. */
export function isNews(before: Work | undefined, now: number): boolean {
  return now - lastTold(before) >= day
}

/** What the giver knows of a place that is taken now. */
export function toldOf(before: Work | undefined, now: number): Told {
  return isNews(before, now) ? { toldAt: now, untold: false } : { toldAt: lastTold(before), untold: true }
}

/** A place that was taken without a word is given back without one, so that nobody hears of half a story. */
export function isUntold(work: Work | undefined): boolean {
  return work?.status === 'accepted' && work.untold
}

export function lastTold(work: Work | undefined): number {
  return work !== undefined && (work.status === 'accepted' || hasLeft(work)) ? work.toldAt : 0
}

/** Of the applications for a quest the giver is told once a day, however many come. */
export function isNewsOfOne({ toldOfOneAt }: Pick<Quest, 'toldOfOneAt'>, now: number): boolean {
  return now - toldOfOneAt >= day
}

/** A place that the giver himself gave, just now, is no news to him. */
export function isGiven({ applications }: Quest, farmer: Address): boolean {
  return applications.get(farmer)?.status === 'admitted'
}

/** Those who have a place are told that the quest changed, but once an hour, however often it does. */
export function isEditNews({ editToldAt, tally }: Pick<Quest, 'editToldAt' | 'tally'>, now: number): boolean {
  return countLive(tally) > 0 && now - editToldAt >= hour
}
