import type { Profile } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { locale } from '../language/i18n.ts'
import { Amount } from '../ui/amount.tsx'

type Figure = readonly [string, ReactNode]
type Amounts = Profile['farmerProfile']['recorded']

/** What was released, and nothing proves. */
export function recordedOf(amounts: Amounts): Figure[] {
  if (amounts === undefined || amounts.length === 0) return []
  const list = amounts.map(({ amount, token }) => (
    <span key={token}>
      <Amount amount={amount} token={token} />
    </span>
  ))
  return [
    [
      t`Recorded, not proved`,
      <span key="recorded" className="grid justify-items-end">
        {list}
      </span>,
    ],
  ]
}

/** Whether and how fast a giver pays, as far as anybody can see. */
export function paymentFigures({ settledRate, medianDaysToPay }: Profile['giverProfile']): Figure[] {
  const figures: Figure[] = []
  if (typeof settledRate === 'number') {
    const share = settledRate.toLocaleString(locale, { style: 'percent' })
    figures.push([t`Payments that can be seen`, t`${share} of the newest releases`])
  }
  if (typeof medianDaysToPay === 'number')
    figures.push([
      t`From release to payment`,
      plural(medianDaysToPay, { one: '# day, in the middle', other: '# days, in the middle' }),
    ])
  return figures
}
