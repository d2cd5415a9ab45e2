import type { Profile, PublicConfig } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Amount } from '../ui/amount.tsx'
import { percentOf } from '../ui/percent.ts'

type Figure = readonly [string, ReactNode]
type Amounts = Profile['farmerProfile']['earned']

/** The amounts released for proved work and for unproved work; the second stands alone where nothing is proved. */
export function bookedOf(
  proved: Amounts = [],
  recorded: Amounts = [],
  { chain, codehost, payments = [] }: PublicConfig,
): Figure[] {
  const provesNothing = codehost === null && chain === null && payments.length === 0
  const own: Figure = [t`Booked for proved work`, <List key="proved" amounts={proved} />]
  const rest: Figure = [t`Recorded, not proved`, <List key="recorded" amounts={recorded} />]
  if (recorded.length === 0) return [own]
  return provesNothing || proved.length === 0 ? [rest] : [own, rest]
}

function List({ amounts }: { amounts: Amounts }) {
  if (amounts.length === 0) return <Trans>nothing yet</Trans>
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      {amounts.map(({ amount, token }) => (
        <Amount key={token} amount={amount} token={token} />
      ))}
    </span>
  )
}

/** Whether and how fast a giver pays, as far as payments can be seen. */
export function paymentFigures({ settledRate, medianDaysToPay }: Profile['giverProfile']): Figure[] {
  const figures: Figure[] = []
  if (typeof settledRate === 'number') {
    const share = percentOf(settledRate)
    figures.push([t`Payments that can be seen`, t`${share} of the newest releases`])
  }
  if (typeof medianDaysToPay === 'number')
    figures.push([
      t`Median time from release to payment`,
      medianDaysToPay < 1 ? t`less than a day` : plural(medianDaysToPay, { one: '# day', other: '# days' }),
    ])
  return figures
}
