import type { QuestQuery } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { formatAmount } from '../ui/amount.tsx'

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

/** When joining ends. */
export const deadlineLabels: Readonly<Record<NonNullable<QuestQuery['deadline']>, string>> = {
  week: t`Within 7 days`,
  month: t`Within 30 days`,
  later: t`After 30 days`,
  none: t`No deadline`,
}

export const admissionLabels: Readonly<Record<NonNullable<QuestQuery['admission']>, string>> = {
  open: t`Anybody takes a place`,
  application: t`By application`,
}

type Range = Partial<Record<'token' | 'rewardFrom' | 'rewardBelow', string | undefined>>

/** A range of rewards; empty without one. */
export function rangeWords({ token = '', rewardFrom, rewardBelow }: Range): string {
  const from = rewardFrom && formatAmount(rewardFrom)
  const below = rewardBelow && formatAmount(rewardBelow)
  if (from && below) return t`${from} to ${below} ${token}`
  if (below) return t`under ${below} ${token}`
  return from ? t`${from} ${token} and more` : ''
}
