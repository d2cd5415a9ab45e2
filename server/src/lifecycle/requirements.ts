import { type Address, checksum } from '../address.ts'
import { BadRequestError, ForbiddenError } from '../errors.ts'
import { hasLeft, type Left, type Quest, type Work } from './quest.ts'

/** @throws ForbiddenError */
export function requireGiver(quest: Quest, by: Address): void {
  if (quest.giver !== by) throw new ForbiddenError("Only the quest's giver may do this.")
}

/** @throws BadRequestError where that address has no place in the quest. */
export function requirePart(quest: Quest, farmer: Address): Exclude<Work, Left> {
  const work = quest.work.get(farmer)
  if (work === undefined || hasLeft(work))
    throw new BadRequestError(`${checksum(farmer)} has no place in this quest.`)
  return work
}
