import type { Task } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AddressLink } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { rows } from '../ui/section.tsx'
import { SmallSteps } from '../ui/small-steps.tsx'
import { Tag, type Tone } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'

type Kind = {
  readonly label: string
  readonly tone: Tone
  /** The person at the other side. */
  readonly who?: (address: string) => ReactNode
  readonly due: (at: string) => ReactNode
}

const kinds: Readonly<Record<Task['kind'], Kind>> = {
  review: {
    label: t({ message: 'Review', context: 'action' }),
    tone: 'moss',
    who: address => (
      <Trans>
        handed in by <AddressLink address={address} />
      </Trans>
    ),
    due: at => (
      <Trans comment="When the farmer will be paid">
        paid <When at={at} />
      </Trans>
    ),
  },
  application: {
    label: t`Applications`,
    tone: 'moss',
    due: at => (
      <Trans>
        the first ends <When at={at} />
      </Trans>
    ),
  },
  judge: {
    label: t`Decide the dispute`,
    tone: 'danger',
    who: address => (
      <Trans>
        work of <AddressLink address={address} />
      </Trans>
    ),
    due: endsAt,
  },
  answer: {
    label: t`Disputed`,
    tone: 'danger',
    who: address => (
      <Trans>
        by <AddressLink address={address} />
      </Trans>
    ),
    due: endsAt,
  },
  deposit: { label: t`Pay in`, tone: 'wheat', due: deadlineAt },
  deadline: {
    label: t`Deadline`,
    tone: 'slate',
    due: at => (
      <Trans>
        accepts no more farmers <When at={at} />
      </Trans>
    ),
  },
  returned: {
    label: t`Finish`,
    tone: 'moss',
    who: address => (
      <Trans>
        returned by <AddressLink address={address} />
      </Trans>
    ),
    due: placeEndsAt,
  },
  expiry: {
    label: t`Hand in`,
    tone: 'slate',
    who: address => (
      <Trans>
        for <AddressLink address={address} />
      </Trans>
    ),
    due: placeEndsAt,
  },
  invite: {
    label: t`Invitation`,
    tone: 'moss',
    who: address => (
      <Trans>
        from <AddressLink address={address} />
      </Trans>
    ),
    due: deadlineAt,
  },
  'next-part': {
    label: t`Your next part`,
    tone: 'moss',
    who: address => (
      <Trans comment="The next part of a plan, of this giver">
        of <AddressLink address={address} />
      </Trans>
    ),
    due: at => (
      <Trans comment="Until then nobody else can take the next part of a plan">
        yours alone until <When at={at} exact />
      </Trans>
    ),
  },
  share: {
    label: t`Share to agree to`,
    tone: 'moss',
    who: address => (
      <Trans>
        from <AddressLink address={address} />
      </Trans>
    ),
    due: placeEndsAt,
  },
  pay: {
    label: t({ message: 'Pay', context: 'action' }),
    tone: 'wheat',
    who: address => (
      <Trans>
        owed to <AddressLink address={address} />
      </Trans>
    ),
    due: at => <When at={at} />,
  },
  rank: {
    label: t`Rank the entries`,
    tone: 'moss',
    due: at => (
      <Trans comment="When all entries of a contest are paid alike">
        all are paid alike <When at={at} />
      </Trans>
    ),
  },
  vote: {
    label: t({ message: 'Vote', context: 'action' }),
    tone: 'moss',
    due: at => (
      <Trans comment="When the vote on the entries of a contest ends">
        until <When at={at} />
      </Trans>
    ),
  },
  thanks: {
    label: t`Thanks`,
    tone: 'wheat',
    who: address => (
      <Trans>
        promised to <AddressLink address={address} />
      </Trans>
    ),
    due: at => (
      <Trans comment="When the promise of thanks ends, unless it is paid">
        lapses <When at={at} />
      </Trans>
    ),
  },
  letters: { label: t`Mail`, tone: 'plain', due: at => <When at={at} /> },
}

function endsAt(at: string): ReactNode {
  return (
    <Trans comment="When the dispute ends by itself">
      ends <When at={at} />
    </Trans>
  )
}

function deadlineAt(at: string): ReactNode {
  return (
    <Trans>
      deadline <When at={at} />
    </Trans>
  )
}

function placeEndsAt(at: string): ReactNode {
  return (
    <Trans>
      your place ends <When at={at} />
    </Trans>
  )
}

/** The step of the way of the money that the task is about, of five: put in, taken, handed in, reviewed, paid. */
const stepOf: Readonly<Partial<Record<Task['kind'], number>>> = {
  deposit: 0,
  application: 1,
  invite: 1,
  'next-part': 1,
  share: 2,
  deadline: 1,
  expiry: 2,
  returned: 2,
  review: 3,
  judge: 3,
  answer: 3,
  pay: 4,
  thanks: 4,
}

/** The quest's own strip, with the step that waits for the reader. */
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

/** A later service may know of more kinds. */
const unknown: Kind = {
  label: t`Waits for you`,
  tone: 'plain',
  due: at => (
    <Trans>
      due <When at={at} />
    </Trans>
  ),
}

export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className={rows}>
      {tasks.map(task => (
        <Line key={`${task.kind} ${task.questId} ${task.address} ${task.due}`} task={task} />
      ))}
    </ul>
  )
}

function Line({ task }: { task: Task }) {
  const { label, tone, who, due } = kinds[task.kind] ?? unknown
  const title = titleOf(task)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <Tag tone={tone}>{label}</Tag>
          <Link to={task.link} className="font-semibold underline [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </Link>
        </span>
        {who && task.address && <span className="text-sm text-muted">{who(task.address)}</span>}
      </div>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {task.stake && task.stake.amount !== '0' && (
          <Amount amount={task.stake.amount} token={task.stake.token} />
        )}
        <Where kind={task.kind} />
        {task.due !== null && <span>{due(task.due)}</span>}
        {task.due === null && task.at !== null && <When at={task.at} />}
        {task.kind === 'invite' && task.questId !== null && <Decline questId={task.questId} />}
      </span>
    </li>
  )
}

function titleOf({ count, kind, title }: Task): string {
  if (kind === 'letters') return unreadTitle(count)
  if (kind === 'thanks') return t`Pay the thanks that you promised`
  return title ?? t`A quest`
}

function unreadTitle(count: number): string {
  if (count >= 1_000) return t`A thousand or more letters that you have not read`
  return plural(count, {
    one: 'One letter that you have not read',
    other: '# letters that you have not read',
  })
}

function Decline({ questId }: { questId: string }) {
  const decline = useAct(() => furrow.quests.declineInvite(questId), {
    done: t`The invitation is declined.`,
    invalidate: [['tasks']],
  })
  return (
    <Button busy={decline.isPending} onClick={() => decline.mutate()}>
      <Trans>Decline</Trans>
    </Button>
  )
}
