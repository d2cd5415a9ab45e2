import type { Address } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { custodyOf } from './custody.ts'
import { release } from './endings.ts'
import type { QuestEvent } from './events/all.ts'
import { liveWork, type Quest } from './quest.ts'
import { requireGiver, requirePart } from './requirements.ts'
import type { Rules } from './rules.ts'

/** The giver pays a farmer now, without waiting for the window to end, or drops his own dispute. */
export function approve(quest: Quest, by: Address, farmer: Address): QuestEvent[] {
  requireGiver(quest, by)
  custodyOf(quest).requireService('the giver', 'approve(escrow, farmer)')
  const { status } = requirePart(quest, farmer)
  if (status === 'released' || status === 'refunded')
    throw new BadRequestError(`This work is ${status} already.`)
  return [release(quest, farmer, 'approved')]
}

/** Work whose review window is over is paid: never early, never while disputed, and never a merge that was not looked at again. */
export function endWindow(quest: Quest, farmer: Address, { now }: Rules): QuestEvent[] {
  const work = liveWork(quest, farmer)
  if (work?.status !== 'in-review' || work.endsAt > now) return []
  const check = work.evidence.merge?.check ?? 'clear'
  return check === 'clear' ? custodyOf(quest).pay(work) : []
}
