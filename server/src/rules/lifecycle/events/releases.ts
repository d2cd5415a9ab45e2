import type { Address } from '../../../ground/address.ts'
import { isNothing, isProof, standingMerge } from '../backing.ts'
import type { Released } from '../deeds.ts'
import type { Backing, Ended, Quest } from '../quest.ts'
import { isFinished, shareOfCost } from '../team.ts'
import { nextReminder } from './word-events.ts'

/** As much as the release of a place and that of a member's part have in common. */
type Release = {
  readonly farmer: Address
  readonly paid: string
  readonly part?: number
  readonly share?: number
  readonly backing?: Backing
  readonly counts?: boolean
}

/** `place` is the farmer of the place, whose merge proves the parts of all. */
export function releasedDeed(
  { giver, token, work }: Quest,
  { farmer, paid, part, share, backing, counts = true }: Release,
  place: Address = farmer,
): Released {
  const source = backing === 'merge' ? (standingMerge(work.get(place))?.source ?? null) : null
  const recorded = backing !== undefined && !isProof(backing)
  const about = { farmer, giver, token, amount: paid, share: shareOfCost(share, part) }
  const member = place !== farmer && {
    place,
    ...(!isFinished(place, part) && { partial: true as const }),
  }
  return { kind: 'released', ...about, ...member, counts, recorded, source }
}

/** `owedSince` is null where the contract pays. */
export function worthOf(
  { backing = 'before', counts = true, paid }: Release,
  owedSince: number | null,
): NonNullable<Ended['worth']> {
  const remindAt = owedSince === null || isNothing(paid) ? null : nextReminder(owedSince, owedSince)
  return { backing, counts, countedAt: null, payment: null, denial: null, word: null, remindAt }
}
