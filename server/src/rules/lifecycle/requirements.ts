import { type Address, checksum } from '../../ground/address.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { type Handed, hasLeft, type Left, type Quest, type Work } from './quest.ts'

/** @throws ForbiddenError */
export function requireGiver(quest: Pick<Quest, 'giver'>, by: Address): void {
  if (quest.giver !== by) throw new ForbiddenError("Only the quest's giver may do this.")
}

/** @throws BadRequestError where that address has no place in the quest. */
export function requirePart(quest: Quest, farmer: Address): Exclude<Work, Left> {
  const work = quest.work.get(farmer)
  if (work === undefined || hasLeft(work))
    throw new BadRequestError(`${checksum(farmer)} has no place in this quest.`)
  return work
}

/** @throws BadRequestError with the sentence where there is nothing; or for a link that is none. */
export function requireShown({ url, note }: Handed, sentence: string): void {
  if (url === null && note === null) throw new BadRequestError(sentence)
  if (url !== null && !/^https?:\/\//i.test(url))
    throw new BadRequestError('url must begin with https:// or http://.')
}
