import { type ReactNode, useId } from 'react'
import { Face } from '../service/face.tsx'
import { When } from '../ui/time.tsx'

type SaidCardProps = {
  /** The id by which the address of the page can name it. */
  id: string
  author: string
  at: string
  /** The author and the act. */
  heading: ReactNode
  /** Further facts about it, after its time. */
  more?: ReactNode
  alarming?: boolean
  isTarget: boolean
  children: ReactNode
}

/** A card in a conversation: a person's words or evidence. */
export function SaidCard({ id, author, at, heading, more, alarming, isTarget, children }: SaidCardProps) {
  const headingId = useId()
  const edge = isTarget ? 'border-slate ring-2 ring-slate' : alarming ? 'border-danger/60' : 'border-line'
  return (
    <li
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2 outline-none sm:gap-x-3"
    >
      <Face address={author} size={32} />
      <div
        className={`grid gap-2 rounded-2xl border bg-card p-3.5 shadow-card [overflow-wrap:anywhere] sm:p-4 print:break-inside-avoid ${edge}`}
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <div id={headingId} className="flex-initial">
            {heading}
          </div>
          <a href={`#${id}`} className="inline-block min-h-6 hover:underline">
            <When at={at} exact />
          </a>
          {more}
        </div>
        {children}
      </div>
    </li>
  )
}
