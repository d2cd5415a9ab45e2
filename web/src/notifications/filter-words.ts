import type { Follow } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { shortAddress } from '../ui/address.ts'
import { backingLabels, payerLabels } from './filter-labels.ts'

/** The conditions of a filter, in words for its reader. */
export function filterWords({
  q,
  category,
  skill,
  token,
  giver,
  farmer,
  backing,
  payer,
  minPaidRate,
}: Follow['filter']): string[] {
  const percent = minPaidRate === undefined ? 0 : Math.round(Number(minPaidRate) * 1_000) / 10
  return [
    q && `“${q}”`,
    category,
    skill,
    token,
    giver && t`by ${shortAddress(giver)}`,
    farmer && t`with ${shortAddress(farmer)}`,
    payer && payer !== 'any' && payerLabels[payer],
    backing && backingLabels[backing],
    minPaidRate && t`pays at least ${percent} %`,
  ].filter(word => typeof word === 'string' && word !== '') as string[]
}

/** The same for the page of the board. */
export const boardSearch = ({ q, category, skill, token, backing, payer }: Follow['filter']) => ({
  ...{ q, category, skill, token, backing },
  payer: payer === 'any' ? undefined : payer,
})
