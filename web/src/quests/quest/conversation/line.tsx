import type { ReactNode } from 'react'

const dots = {
  past: 'border-moss bg-moss',
  alarming: 'border-danger bg-danger',
  ahead: 'border-slate bg-card',
}

type LineProps = {
  id?: string
  dot: keyof typeof dots
  time: ReactNode
  isTarget?: boolean
  children: ReactNode
}

/** A line in a conversation: an event that happened, or will come by itself. */
export function Line({ id, dot, time, isTarget = false, children }: LineProps) {
  return (
    <li
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={`relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 rounded-lg text-sm outline-none sm:gap-x-3 ${isTarget ? 'ring-2 ring-slate' : ''}`}
    >
      <span
        aria-hidden="true"
        className={`mt-1.5 size-3 justify-self-center rounded-full border-2 ${dots[dot]}`}
      />
      <div>
        <div className="[overflow-wrap:anywhere]">{children}</div>
        <div className="flex flex-wrap gap-x-3 text-muted">{time}</div>
      </div>
    </li>
  )
}
