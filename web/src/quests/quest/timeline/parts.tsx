import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AddressLink } from '../../../service/address-link.tsx'
import { Amount, plainAmount } from '../../../ui/amount.tsx'
import { When } from '../../../ui/time.tsx'

/** The person of an event; events of one farmer's part always name them. */
export function Who({ address }: { address: string | null }) {
  return address === null ? t`somebody` : <AddressLink address={address} />
}

/** The amount that one farmer got, or that came back for the place; older events do not tell it: it was the quest's reward. */
export function Reward({ quest, amount }: { quest: Quest; amount?: string | undefined }) {
  return <Amount amount={amount ?? plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
}

/** The end of the giver's review; nothing where that is not told. */
export function Window({ until }: { until: string | null | undefined }) {
  if (!until) return null
  return (
    <>
      {' '}
      <Trans>
        It can be disputed until <When at={until} exact />.
      </Trans>
    </>
  )
}

/** Somebody's own words, with their name. */
export function Quote({ by, children }: { by?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
      {by && <span className="font-medium">{by}: </span>}
      <bdi>{children}</bdi>
    </blockquote>
  )
}
