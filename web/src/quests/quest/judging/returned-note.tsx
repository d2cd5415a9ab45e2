import type { Assignment } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { When } from '../../../ui/time.tsx'

/** The giver's reason when the work was last returned. */
export function ReturnedNote({ farmer }: { farmer: Assignment }) {
  const { returned, status } = farmer
  if (!returned) return null
  return (
    <div className="grid gap-1 rounded-xl bg-moss-soft p-3">
      <p className="font-semibold">
        <Returned isNow={status === 'accepted'} times={returned.times} at={returned.at} />
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {returned.note}
      </p>
    </div>
  )
}

function Returned({ isNow, times, at }: { isNow: boolean; times: number; at: string }) {
  const when = <When at={at} />
  if (times === 1) return isNow ? <Trans>Returned {when}</Trans> : <Trans>Was returned {when}</Trans>
  if (times === 2)
    return isNow ? (
      <Trans>Returned {when}, for the second time</Trans>
    ) : (
      <Trans>Was returned {when}, for the second time</Trans>
    )
  return isNow ? (
    <Trans>Returned {when}, for the last time</Trans>
  ) : (
    <Trans>Was returned {when}, for the last time</Trans>
  )
}
