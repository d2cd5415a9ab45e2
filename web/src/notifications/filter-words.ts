import type { Follow } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useNameOf } from '../service/address-link.tsx'
import { nobody } from '../ui/address.ts'
import { percentOf } from '../ui/percent.ts'
import { quoted } from '../ui/quoted.ts'
import { admissionLabels, backingLabels, deadlineLabels, payerLabels, rangeWords } from './filter-labels.ts'

/** The conditions of a filter, in words for its reader. */
export function useFilterWords({
  q,
  category,
  skill,
  token,
  giver,
  farmer,
  backing,
  payer,
  minPaidRate,
  deadline,
  admission,
  rewardFrom,
  rewardBelow,
}: Follow['filter']): string[] {
  const [byWhom, withWhom] = [useNameOf(giver ?? nobody), useNameOf(farmer ?? nobody)]
  const percent = percentOf(Number(minPaidRate ?? 0), 1)
  return [
    q && quoted(q),
    category,
    skill,
    rangeWords({ token, rewardFrom, rewardBelow }) || token,
    deadline && deadlineLabels[deadline],
    admission && admissionLabels[admission],
    giver && t`by ${byWhom}`,
    farmer && t`with ${withWhom}`,
    payer && payer !== 'any' && payerLabels[payer],
    backing && backingLabels[backing],
    minPaidRate && t`pays at least ${percent}`,
  ].filter(word => typeof word === 'string' && word !== '') as string[]
}

/** The same for the page of the board, which has no filters by people or rates. */
export function boardSearch({ giver: _, farmer: __, minPaidRate: ___, payer, ...filter }: Follow['filter']) {
  return { ...filter, payer: payer === 'any' ? undefined : payer }
}
