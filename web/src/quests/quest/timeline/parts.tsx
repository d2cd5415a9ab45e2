import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AddressLink } from '../../../service/address-link.tsx'
import { Amount, plainAmount } from '../../../ui/amount.tsx'
import { When } from '../../../ui/time.tsx'

/** Whom it is about; events of one farmer's part always say who that is. */
export function Who({ address }: { address: string | null }) {
  return address === null ? t`somebody` : <AddressLink address={address} />
}

/** What went to one farmer, or back for his place; of older events it is not told, and was the quest's reward. */
export function Reward({ quest, amount }: { quest: Quest; amount?: string | undefined }) {
  return <Amount amount={amount ?? plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
}

/** Until when the giver may look at the work; nothing where that is not told. */
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

/** In somebody's own words, and who that is. */
export function Quote({ by, children }: { by?: string; children: ReactNode }) {
  if (!children) return null
  return (
    <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap text-muted">
      {by && <span className="font-medium">{by}: </span>}
      <bdi>{children}</bdi>
    </blockquote>
  )
}
