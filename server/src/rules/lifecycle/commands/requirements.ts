import { type Address, checksum } from '../../../ground/address.ts'
import { type Handed, hasLeft, type Left, type Quest, type Work } from '../quest.ts'
import { Refusal } from '../refusal.ts'

export function requireGiver(quest: Pick<Quest, 'giver'>, by: Address): void {
  if (quest.giver !== by) throw new Refusal('giver-only', "Only the quest's giver may do this.")
}

/** @throws Refusal where that address has no place in the quest. */
export function requirePart(quest: Quest, farmer: Address): Exclude<Work, Left> {
  const work = quest.work.get(farmer)
  if (work === undefined || hasLeft(work))
    throw new Refusal('no-place', `${checksum(farmer)} has no place in this quest.`)
  return work
}

/** @throws Refusal with the sentence where there is neither link nor note; or for an invalid link. */
export function requireShown({ url, note }: Handed, sentence: string): void {
  if (url === null && note === null) throw new Refusal('nothing-shown', sentence)
  if (url !== null && !/^https?:\/\//i.test(url))
    throw new Refusal('link-invalid', 'url must begin with https:// or http://.')
}
