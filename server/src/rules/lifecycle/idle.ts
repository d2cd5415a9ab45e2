import type { Address } from '../../ground/address.ts'
import { day, instant } from '../../ground/clock.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Remove } from './commands.ts'
import type { QuestEvent } from './events/all.ts'
import { liveWork, type Quest } from './quest.ts'
import { requireGiver, requirePart } from './requirements.ts'
import type { Rules } from './rules.ts'

/** The giver frees a place in which nothing has come for a while. With the farmer's consent it needs no giver: he withdraws. */
export function remove(quest: Quest, { by, farmer, reason }: Remove, { now }: Rules): QuestEvent[] {
  requireGiver(quest, by)
  const work = requirePart(quest, farmer)
  if (work.status !== 'accepted')
    throw new BadRequestError(`Only a place without work can be freed; this work is ${work.status}.`)
  if (work.returned !== null)
    throw new BadRequestError(
      'This work was returned to be finished; its farmer alone can give the place back.',
    )
  if (now < work.idleAt)
    throw new BadRequestError(
      `You can free this place from ${instant(work.idleAt)} on, if there is no work by then; until then its farmer alone can give it back.`,
    )
  return [{ kind: 'removed', farmer, reason }]
}

/** The farmer is still on it, and says so: once, which gives him the same time again. */
export function keep(quest: Quest, farmer: Address, { idleMs, now }: Rules): QuestEvent[] {
  const work = requirePart(quest, farmer)
  if (work.status !== 'accepted')
    throw new BadRequestError(`There is no need to: your work is ${work.status}.`)
  if (work.returned !== null)
    throw new BadRequestError('There is no need to: nobody can free the place of work that was returned.')
  if (work.keptAt !== null)
    throw new BadRequestError('You have said once that you are still on it; now hand in what you have.')
  return [{ kind: 'kept', farmer, idleAt: Math.min(now + idleMs, work.expiresAt) }]
}

/** With a short IDLE_DAYS, for trials, at half time. */
export function warnIdleAhead({ idleMs }: Pick<Rules, 'idleMs'>): number {
  return Math.min(day, idleMs / 2)
}

/** A while before the giver may free a place, its farmer is told, once. */
export function warnIdle(quest: Quest, farmer: Address, rules: Rules): QuestEvent[] {
  const work = liveWork(quest, farmer)
  if (work?.status !== 'accepted' || work.idleWarned) return []
  return work.idleAt <= rules.now + warnIdleAhead(rules)
    ? [{ kind: 'idle-warned', farmer, idleAt: work.idleAt }]
    : []
}
