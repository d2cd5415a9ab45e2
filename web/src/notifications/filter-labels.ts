import type { QuestQuery } from '@furrow/sdk'
import { t } from '@lingui/core/macro'

/** The payers that may be asked for; without one, all. */
export const payerLabels: Readonly<Record<'proved' | 'new', string>> = {
  proved: t`Has paid before`,
  new: t`New as a payer`,
}

/** The backing of the reward; without one, all. */
export const backingLabels: Readonly<Record<NonNullable<QuestQuery['backing']>, string>> = {
  escrow: t`Locked in a contract`,
  shown: t`Payments shown on chain`,
  promise: t({ message: 'Promised', context: 'what stands behind a reward' }),
}
