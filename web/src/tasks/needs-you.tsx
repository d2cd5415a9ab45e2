import { useSession } from '../auth/session.tsx'
import { sumOf } from '../auth/task-counts.ts'
import { LinkButton } from '../ui/button.tsx'
import { TaskList } from './task-list.tsx'
import { useTasks } from './use-tasks.ts'

const shown = 3

/** On the page that one opens: the first of what waits for the reader, where anything does but mail. */
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
          Needs you
        </h2>
        <LinkButton to="/tasks">{more > 0 ? `${more > 99 ? '99+' : more} more` : 'All tasks'}</LinkButton>
      </div>
      <TaskList tasks={tasks} />
    </section>
  )
}
