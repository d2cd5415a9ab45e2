import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import type { Review } from './commands.ts'
import type { QuestEvent } from './events/all.ts'
import type { Quest } from './quest.ts'
import type { Known } from './rules.ts'

/**
 * The two parties of released work review each other, once each way.
 * @throws ForbiddenError where they did not work together; BadRequestError for a second review.
 */
export function review(quest: Quest, { by, reviewee, rating, comment }: Review, known: Known): QuestEvent[] {
  const role = reviewee === quest.giver ? 'giver' : 'farmer'
  if (role === 'farmer' && by !== quest.giver)
    throw new ForbiddenError('A farmer may review the giver, and the giver a farmer.')
  const farmer = role === 'giver' ? by : reviewee
  if (quest.work.get(farmer)?.status !== 'released')
    throw new ForbiddenError('Reviews are for the parties of work that was released.')
  if (known.reviewed) throw new BadRequestError('You have reviewed this work already.')
  return [{ kind: 'reviewed', reviewer: by, reviewee, role, rating, comment }]
}
