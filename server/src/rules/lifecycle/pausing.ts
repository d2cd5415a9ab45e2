import { BadRequestError } from '../../ground/errors.ts'
import type { SetStatus } from './commands.ts'
import type { QuestEvent } from './events/all.ts'
import type { Quest } from './quest.ts'
import { requireGiver } from './requirements.ts'
import type { Rules } from './rules.ts'
import { statusOf } from './status.ts'

/**
 * The giver takes no farmers for now, or takes them again; whoever has a place goes on. What else a status says follows from
 * the work: to ask for the one that the quest has changes nothing, and for another one nobody can.
 */
export function setStatus(quest: Quest, { by, status }: SetStatus, { now }: Rules): QuestEvent[] {
  requireGiver(quest, by)
  const current = statusOf(quest, now)
  const isOver = current === 'completed' || current === 'cancelled'
  if (status === 'open' && quest.deposit?.noticeEndsAt != null)
    throw new BadRequestError(
      'You told the contract that you take the free places back: nobody can join any more.',
    )
  if (status === 'open' && quest.paused && !isOver) return [{ kind: 'resumed' }]
  if (status === current) return []
  if (status === 'in-progress' && current === 'open') return [{ kind: 'paused' }]
  throw new BadRequestError(
    'A giver may set a quest to completed or cancelled, an open one to in-progress, which takes no farmers, and that one to open again; the rest follows from the work.',
  )
}
