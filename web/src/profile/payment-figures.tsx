import type { Profile, PublicConfig } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { locale } from '../language/i18n.ts'
import { Amount } from '../ui/amount.tsx'

type Figure = readonly [string, ReactNode]
type Amounts = Profile['farmerProfile']['earned']

/** What is booked for work that counts, and what is recorded alone: the second by itself where nothing counts. */
export function bookedOf(
  booked: Amounts,
  recorded: Amounts = [],
  { chain, codehost, payments = [] }: PublicConfig,
): Figure[] {
  const provesNothing = codehost === null && chain === null && payments.length === 0
  const own: Figure = [t`Booked for work that counts`, <List key="booked" amounts={booked} />]
  const rest: Figure = [t`Recorded, not proved`, <List key="recorded" amounts={recorded} />]
  if (recorded.length === 0) return [own]
  return provesNothing || booked.length === 0 ? [rest] : [own, rest]
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
