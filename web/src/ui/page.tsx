import { type ReactNode, useEffect } from 'react'

type PageProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A page: its title for the browser's tab, its heading, and what it is about. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Furrow`
  }, [title])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h1 className="text-3xl font-semibold tracking-tight [overflow-wrap:anywhere] sm:text-4xl">
            {title}
          </h1>
          {lead && <div className="max-w-prose text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
