import type { Address } from '../../../ground/address.ts'
import { hour, minute } from '../../../ground/clock.ts'
import { custodyOf } from '../custody.ts'
import { isEnded } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { command } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

/** The chain needs a while, and its clock may be another one. */
const leastTime = 5 * minute
/** Nobody should have to remember for longer what they signed. */
const mostTime = 7 * 24 * hour

export type SignApproval = {
  readonly kind: 'sign-approval'
  readonly by: Address
  readonly farmer: Address
  readonly until: number
  /** The contract took it when it was tried. */
  readonly signature: string
}

/** The giver signs that a farmer is paid at once, and pays no gas: the service carries it to the contract. */
export const signApproval = command<SignApproval>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, until, signature }, { now }) {
    requireGiver(quest, by)
    const work = requirePart(quest, farmer)
    if (isEnded(work)) throw new Refusal('decided-already', `This work is ${work.status} already.`)
    if (work.status === 'accepted')
      throw new Refusal('not-in-review', 'There is no work to approve yet: nothing was handed in.')
    custodyOf(quest).requireCarrier(work)
    if (work.approvalEndsAt === until) return []
    if (work.approvalEndsAt !== null && work.approvalEndsAt > now)
      throw new Refusal(
        'approved-already',
        'You signed an approval of this work already, which is on its way to the contract.',
        work.approvalEndsAt,
      )
    if (until < now + leastTime || until > now + mostTime)
      throw new Refusal(
        'approval-time',
        'A signed approval must be good for 5 minutes at least, and for 7 days at most: sign again.',
      )
    return [{ kind: 'approval-signed', farmer, approvalEndsAt: until, signature }]
  },
})
