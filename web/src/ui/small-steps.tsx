export type SmallStep = {
  readonly key: string
  /** From 0 to 1. */
  readonly through: number
  readonly tone: 'money' | 'done' | 'waiting' | 'yours' | 'wrong' | 'ahead'
}

const fills: Readonly<Record<SmallStep['tone'], string>> = {
  money: 'bg-wheat',
  done: 'bg-muted',
  waiting: 'bg-slate',
  yours: 'bg-moss',
  wrong: 'bg-danger',
  ahead: 'bg-transparent',
}

/** The progress on a way of a few steps, where there is no room for words; the words are beside it. */
export function SmallSteps({ steps, className = '' }: { steps: readonly SmallStep[]; className?: string }) {
  return (
    <span aria-hidden="true" className={`flex items-center gap-0.5 ${className}`}>
      {steps.map(({ key, through, tone }) => (
        <span key={key} className="relative h-1.5 min-w-2 flex-1 overflow-hidden rounded-full bg-line">
          <span
            className={`absolute inset-y-0 left-0 rounded-full ${fills[tone]}`}
            style={{ width: `${Math.round(through * 100)}%` }}
          />
        </span>
      ))}
    </span>
  )
}
