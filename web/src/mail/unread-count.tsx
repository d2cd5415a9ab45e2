import { t } from '@lingui/core/macro'
import { useTaskCounts } from '../auth/task-counts.ts'
import { Count } from '../ui/count.tsx'

/** How many letters wait to be read; nothing where none does. */
export function UnreadCount() {
  return <Count count={useTaskCounts()?.letters ?? 0} of={t`unread`} className="ml-1.5" />
}
