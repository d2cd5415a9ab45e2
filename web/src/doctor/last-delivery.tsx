import type { HeardDelivery } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { When } from '../ui/time.tsx'

type LastDeliveryProps = { repository: string; delivery: Pick<HeardDelivery, 'kind' | 'at'> | null }

/** A repository in a list, with the last delivery of its webhook. */
export function LastDelivery({ repository, delivery }: LastDeliveryProps) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <bdi>{repository}</bdi>
      <span className="text-muted">
        {delivery === null ? (
          <Trans>No delivery yet</Trans>
        ) : (
          <>
            <bdi>{delivery.kind}</bdi>, <When at={delivery.at} />
          </>
        )}
      </span>
    </li>
  )
}
