import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { release } from '../endings.ts'
import { liveWork } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

type Approve = { readonly kind: 'approve'; readonly by: Address; readonly farmer: Address }

/** The giver pays a farmer without waiting for the window to end, or drops their own dispute. */
export const approve = command<Approve>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer }) {
    requireGiver(quest, by)
    custodyOf(quest).requireService('the giver', 'approve(escrow, farmer)')
    const { status } = requirePart(quest, farmer)
    if (status === 'released' || status === 'refunded')
      throw new Refusal('decided-already', `This work is ${status} already.`)
    return [release(quest, farmer, 'approved')]
  },
})

type EndWindow = { readonly kind: 'window-over' } & Unsigned

/** Pays work whose review window is over: never early, while disputed, or for a merge that was not checked again. */
export const endWindow = command<EndWindow>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer }, { now }) {
    const work = liveWork(quest, farmer)
    if (work?.status !== 'in-review' || work.endsAt > now) return []
    const check = work.evidence.merge?.check ?? 'clear'
    return check === 'clear' ? custodyOf(quest).pay(work) : []
  },
})
