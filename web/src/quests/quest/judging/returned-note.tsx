import type { Assignment } from '@furrow/sdk'
import { When } from '../../../ui/time.tsx'

/** What the giver missed in the work when he returned it last. */
export function ReturnedNote({ farmer }: { farmer: Assignment }) {
  const { returned, status } = farmer
  if (!returned) return null
  return (
    <div className="grid gap-1 rounded-xl bg-moss-soft p-3">
      <p className="font-semibold">
        {status === 'accepted' ? 'Returned' : 'Was returned'} <When at={returned.at} />
        {returned.times > 1 && `, for the ${returned.times === 2 ? 'second' : 'last'} time`}
      </p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{returned.note}</p>
    </div>
  )
}
