import type { Task } from '@furrow/sdk'
import { Link } from '@tanstack/react-router'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { SmallSteps } from '../ui/small-steps.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'

type Kind = {
  readonly label: string
  readonly tone: Tone
  /** Said before the address. */
  readonly who?: string
  /** Said before the time. */
  readonly due: string
}

const kinds: Readonly<Record<Task['kind'], Kind>> = {
  review: { label: 'Review', tone: 'moss', who: 'handed in by', due: 'paid' },
  application: { label: 'Applications', tone: 'moss', due: 'the first ends' },
  judge: { label: 'Decide the dispute', tone: 'danger', who: 'work of', due: 'ends' },
  answer: { label: 'Disputed', tone: 'danger', who: 'by', due: 'ends' },
  deposit: { label: 'Pay in', tone: 'wheat', due: 'deadline' },
  deadline: { label: 'Deadline', tone: 'slate', due: 'takes nobody any more' },
  returned: { label: 'Finish', tone: 'moss', who: 'returned by', due: 'your place ends' },
  expiry: { label: 'Hand in', tone: 'slate', who: 'for', due: 'your place ends' },
  invite: { label: 'Invitation', tone: 'moss', who: 'from', due: 'deadline' },
  letters: { label: 'Mail', tone: 'plain', due: '' },
}

/** Which of the five steps of the way of the money it is about: put in, taken, handed in, reviewed, paid. */
const stepOf: Readonly<Partial<Record<Task['kind'], number>>> = {
  deposit: 0,
  application: 1,
  invite: 1,
  deadline: 1,
  expiry: 2,
  returned: 2,
  review: 3,
  judge: 3,
  answer: 3,
}

/** The same strip as the quest has, with the step in it that waits for the reader. */
function Where({ kind }: { kind: Task['kind'] }) {
  const step = stepOf[kind]
  if (step === undefined) return null
  const tone = (index: number) => {
    if (index === step) return kind === 'judge' || kind === 'answer' ? 'wrong' : 'yours'
    return index > step ? 'ahead' : index === 0 ? 'money' : 'done'
  }
  const steps = [0, 1, 2, 3, 4].map(index => ({ key: String(index), through: 1, tone: tone(index) }) as const)
  return <SmallSteps steps={steps} className="w-20 max-sm:hidden" />
}

/** A later service may know of more. */
const unknown: Kind = { label: 'Waits for you', tone: 'plain', due: 'due' }

export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] rounded-2xl border border-line bg-card shadow-card">
      {tasks.map(task => (
        <Line key={`${task.kind} ${task.questId} ${task.address}`} task={task} />
      ))}
    </ul>
  )
}

function Line({ task }: { task: Task }) {
  const { label, tone, who, due } = kinds[task.kind] ?? unknown
  const title = task.kind === 'letters' ? unreadTitle(task.count) : (task.title ?? 'A quest')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line p-4 last:border-0">
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <Tag tone={tone}>{label}</Tag>
          <Link to={task.link} className="font-semibold underline [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </Link>
        </span>
        {who && task.address && (
          <span className="text-sm text-muted">
            {who} <AddressLink address={task.address} />
          </span>
        )}
      </div>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {task.stake && task.stake.amount !== '0' && (
          <Amount amount={task.stake.amount} token={task.stake.token} />
        )}
        <Where kind={task.kind} />
        {task.due !== null && (
          <span>
            {due} <When at={task.due} />
          </span>
        )}
        {task.due === null && task.at !== null && <When at={task.at} />}
        {task.kind === 'invite' && task.questId !== null && <Decline questId={task.questId} />}
      </span>
    </li>
  )
}

function unreadTitle(count: number): string {
  if (count === 1) return 'One letter that you have not read'
  return `${count >= 1_000 ? 'A thousand or more' : count} letters that you have not read`
}

function Decline({ questId }: { questId: string }) {
  const decline = useAct(() => furrow.quests.declineInvite(questId), {
    done: 'The invitation is declined.',
    invalidate: [['tasks']],
  })
  return (
    <Button busy={decline.isPending} onClick={() => decline.mutate()}>
      Decline
    </Button>
  )
}
