import { day } from '../clock.ts'
import { hasLeft, type Told, type Work } from './quest.ts'

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
