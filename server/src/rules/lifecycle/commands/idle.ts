import type { Address } from '../../../ground/address.ts'
import { day, instant } from '../../../ground/clock.ts'
import { liveWork } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Rules } from '../rules.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

export type Remove = {
  readonly kind: 'remove'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string | null
}

/** The giver frees a place without work for a while. A farmer who agrees does not need the giver: they withdraw. */
export const remove = command<Remove>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, reason }, { now }) {
    requireGiver(quest, by)
    const work = requirePart(quest, farmer)
    if (work.status !== 'accepted')
      throw new Refusal(
        'place-has-work',
        `Only a place without work can be freed; this work is ${work.status}.`,
      )
    if (work.returned !== null)
      throw new Refusal(
        'place-returned',
        'This work was returned to be finished; its farmer alone can give the place back.',
      )
    if (now < work.idleAt)
      throw new Refusal(
        'place-not-idle',
        `You can free this place from ${instant(work.idleAt)} on, if there is no work by then; until then its farmer alone can give it back.`,
      )
    return [{ kind: 'removed', farmer, reason }]
  },
})

type Keep = { readonly kind: 'keep'; readonly by: Address }

/** The farmer says, once, that they are still working, and gets the same time again. */
export const keep = command<Keep>({
  reads: 'own',
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer }, { idleMs, now }) {
    const work = requirePart(quest, farmer)
    if (work.status !== 'accepted')
      throw new Refusal('nothing-to-keep', `There is no need to: your work is ${work.status}.`)
    if (work.returned !== null)
      throw new Refusal(
        'nothing-to-keep',
        'There is no need to: nobody can free the place of work that was returned.',
      )
    if (work.keptAt !== null)
      throw new Refusal(
        'kept-already',
        'You have said once that you are still on it; now hand in what you have.',
      )
    // An extension may have promised more already.
    const idleAt = Math.max(work.idleAt, Math.min(now + idleMs, work.expiresAt))
    return [{ kind: 'kept', farmer, idleAt }]
  },
})

/** At half time with a short IDLE_DAYS, as for trials. */
export function warnIdleAhead({ idleMs }: Pick<Rules, 'idleMs'>): number {
  return Math.min(day, idleMs / 2)
}

type WarnIdle = { readonly kind: 'warn-idle' } & Unsigned

export const warnIdle = command<WarnIdle>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer }, rules) {
    const work = liveWork(quest, farmer)
    if (work?.status !== 'accepted' || work.idleWarned) return []
    return work.idleAt <= rules.now + warnIdleAhead(rules)
      ? [{ kind: 'idle-warned', farmer, idleAt: work.idleAt }]
      : []
  },
})
