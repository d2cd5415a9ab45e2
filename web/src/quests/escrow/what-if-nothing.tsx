import type { Quest } from '@furrow/sdk'
import { useConfig } from '../../service/use-config.ts'
import { lengthOf } from '../../ui/time.tsx'
import { Otherwise } from '../dispute-rule.tsx'

/** What becomes of the deposit where somebody, or everybody, is silent. */
export function WhatIfNothing({ quest: { funding } }: { quest: Quest }) {
  const { reviewWindowHours, disputes } = useConfig()
  const alone =
    (funding.contractVersion ?? 1) > 1 ? 'seven days after you give notice' : '90 days after you paid in'
  return (
    <ul className="grid list-disc gap-1 pl-4">
      <li>
        Nobody joins: the money waits in the contract. You take it back when you cancel the quest; without
        this service, {alone}, on{' '}
        <a href="/exit/" className="underline">
          a page that needs only the chain
        </a>
        .
      </li>
      <li>
        Work is handed in and you say nothing: after {lengthOf(reviewWindowHours, 'hour')} the farmer is paid.
      </li>
      <li>
        You dispute and nobody decides: after {lengthOf(disputes.days, 'day')} it ends by itself.{' '}
        <Otherwise rail="chain" />
      </li>
    </ul>
  )
}
