import { t } from '@lingui/core/macro'
import { useTaskCounts } from '../auth/task-counts.ts'
import { Count } from '../ui/count.tsx'

/** The number of unread letters; nothing where there are none. */
export function UnreadCount() {
  return <Count count={useTaskCounts()?.letters ?? 0} of={t`unread`} className="ml-1.5" />
}
