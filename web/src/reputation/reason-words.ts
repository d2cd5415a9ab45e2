import type { ScoredDeed, ScoreEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

type Role = ScoreEvent['role']

/** Each code comes with the values that its words have. */
type Deed = Required<ScoredDeed>

type Words = { readonly title: string; readonly notes: readonly string[] }

/**
 * The reason for points in the reader's language. A service of before tells no deed, and a later one may tell what this
 * client does not know: then the service's own words say it.
 */
export function reasonWords({ deed, reason, role }: Pick<ScoreEvent, 'deed' | 'reason' | 'role'>): Words {
  const said = deed && deeds[deed.code]?.(deed as Deed, role)
  if (deed === undefined || said === undefined) return { title: reason, notes: [] }
  const { countsAs, takenBack } = deed
  return {
    title: said.title,
    notes: [
      ...(takenBack === undefined ? [] : [takenBackWords[takenBack] ?? reason]),
      ...said.notes,
      ...(countsAs === undefined ? [] : [proofs[countsAs] ?? reason]),
    ],
  }
}

const deeds: Readonly<Record<ScoredDeed['code'], (deed: Deed, role: Role) => Words>> = {
  released: ({ number }, role) =>
    role === 'farmer'
      ? { title: t`Work released`, notes: [t`Number ${number} for this giver this season`] }
      : { title: t`Work released to a farmer`, notes: [t`Number ${number} of this farmer this season`] },
  reviewed: ({ rating }) => ({ title: t`Review of ${rating} of 5`, notes: [] }),
}

const takenBackWords: Readonly<Record<Deed['takenBack'], string>> = {
  'payment-reorganised': t`Taken back, since the chain has its payment no more`,
  'payment-found': t`Taken back, until the farmer confirms its payment`,
  'payment-denied': t`Taken back, since the farmer did not receive its payment`,
  'payment-refused': t`Taken back, since its payment is none`,
  reclaimed: t`Taken back, since its farmer left the money in the contract for a year`,
  'not-counted': t`Taken back, since its work counts no more`,
}

const proofs: Readonly<Record<Deed['countsAs'], string>> = {
  payment: t`By a payment that was shown`,
  recorded: t`Recorded, not proved`,
}
