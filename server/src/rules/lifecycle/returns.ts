import { BadRequestError } from '../../ground/errors.ts'
import type { ReturnWork } from './commands.ts'
import { custodyOf } from './custody.ts'
import type { QuestEvent } from './events/all.ts'
import type { Quest } from './quest.ts'
import { requireGiver, requirePart } from './requirements.ts'
import type { Rules } from './rules.ts'

/** So often can work be returned: whoever asks for more pays, or lets somebody else judge. */
const mostReturns = 2

/**
 * The giver returns work that was handed in, and says what is missing. The farmer has as long as for a new place, so that a
 * giver who lets the window run nearly to its end takes none of his time.
 */
export function returnWork(quest: Quest, { by, farmer, note }: ReturnWork, rules: Rules): QuestEvent[] {
  requireGiver(quest, by)
  const work = requirePart(quest, farmer)
  if (work.status !== 'in-review')
    throw new BadRequestError(`Only work in review can be returned; this is ${work.status}.`)
  if (work.evidence.merge !== null)
    throw new BadRequestError('A merged pull request cannot be returned; approve or dispute it.')
  custodyOf(quest).requireReturnable(work)
  if (rules.now >= work.endsAt) throw new BadRequestError('The review window is over.')
  if ((work.returned?.times ?? 0) >= mostReturns)
    throw new BadRequestError(
      `This work was returned ${mostReturns} times, which is the most; approve or dispute it.`,
    )
  return [{ kind: 'returned', farmer, note, expiresAt: rules.now + rules.acceptMs }]
}
