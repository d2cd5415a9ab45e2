import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ContractTerms, termsOf } from '../../service/contract-terms.ts'
import { useConfig } from '../../service/use-config.ts'
import { lengthOf } from '../../ui/time.tsx'

/** The deposit's fate where somebody, or everybody, is silent. */
export function WhatIfNothing({ quest: { funding } }: { quest: Quest }) {
  const terms = termsOf(useConfig(), funding)
  return (
    <ul className="grid list-disc gap-1 pl-4">
      <li>
        {(funding.contractVersion ?? 1) > 1 ? (
          <Trans>
            Nobody joins: the money waits in the contract. You take it back when you cancel the quest; without
            this service, seven days after you give notice, on <Exit>a page that needs only the chain</Exit>.
          </Trans>
        ) : (
          <Trans>
            Nobody joins: the money waits in the contract. You take it back when you cancel the quest; without
            this service, 90 days after you paid in, on <Exit>a page that needs only the chain</Exit>.
          </Trans>
        )}
      </li>
      {terms && <InSilence {...terms} />}
    </ul>
  )
}

function InSilence({ reviewWindowHours, disputeDays, otherwise }: ContractTerms) {
  const review = lengthOf(reviewWindowHours, 'hour')
  const decision = lengthOf(disputeDays, 'day')
  return (
    <>
      <li>
        <Trans>Work is handed in and you say nothing: after {review} the farmer is paid.</Trans>
      </li>
      <li>
        <Trans>You dispute and nobody decides: after {decision} it ends by itself.</Trans> {otherwise}
      </li>
    </>
  )
}

function Exit({ children }: { children: ReactNode }) {
  return (
    <a href="/exit/" className="underline">
      {children}
    </a>
  )
}
