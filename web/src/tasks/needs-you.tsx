import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../auth/session.tsx'
import { sumOf } from '../auth/task-counts.ts'
import { LinkButton } from '../ui/button.tsx'
import { TaskList } from './task-list.tsx'
import { useTasks } from './use-tasks.ts'

const shown = 3

function moreOf(more: number): string {
  if (more > 99) return t`99+ more`
  return more > 0 ? plural(more, { one: '# more', other: '# more' }) : t`All tasks`
}

/** Whether the tasks may still push down the content below them: content that must not move waits for that. */
export function useNeedsAreComing(): boolean {
  const { address } = useSession()
  const { isPending, failureCount } = useTasks(shown)
  return address !== null && isPending && failureCount === 0
}

/** The reader's most urgent tasks on the front page, unless only letters wait. */
export function NeedsYou() {
  const { address } = useSession()
  const { data } = useTasks(shown)
  if (address === null || data === undefined || sumOf(data.counts) === 0) return null
  const tasks = data.tasks.filter(({ kind }) => kind !== 'letters')
  const more = sumOf(data.counts) - tasks.length
  return (
    <section aria-labelledby="needs-you" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="needs-you" className="text-xl font-semibold">
          <Trans>Needs you</Trans>
        </h2>
        <LinkButton to="/tasks">{moreOf(more)}</LinkButton>
      </div>
      <TaskList tasks={tasks} />
    </section>
  )
}
