import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** An empty place, and a next step for the reader. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="furrows grid justify-items-center gap-3 rounded-2xl border border-dashed border-line px-6 py-14 text-center">
      <svg viewBox="0 0 48 48" className="size-12 text-moss" aria-hidden="true">
        <path
          d="M24 42V22m0 6c-8 0-12-4-12-12 8 0 12 4 12 12Zm0-6c0-8 4-12 12-12 0 8-4 12-12 12ZM8 42h32"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
        />
      </svg>
      <p className="text-xl font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
    </div>
  )
}

export function Loading({ label = t`Loading`, rows = 3 }: { label?: string; rows?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}…</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike
        <div key={row} className="h-24 animate-pulse rounded-2xl border border-line bg-card" />
      ))}
    </div>
  )
}
