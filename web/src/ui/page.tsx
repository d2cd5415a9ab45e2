import { type ReactNode, Suspense, useEffect } from 'react'
import { community } from './community.ts'
import { Loading } from './states.tsx'

type PageProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A page: its title for the browser's tab, its heading, and its content. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${community.name}`
  }, [title])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="text-[1.75rem] font-semibold tracking-tight [overflow-wrap:anywhere]">
            {title}
          </h1>
          {lead && <div className="max-w-prose text-pretty text-muted [overflow-wrap:anywhere]">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {/* A waiting part takes neither the heading nor the focus on it away. */}
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </div>
  )
}
