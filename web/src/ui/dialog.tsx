import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A modal dialog: the focus stays in it, Escape closes it, and the focus returns to where it was. */
export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed inset-x-0 bottom-0 z-50 grid max-h-[90dvh] gap-4 overflow-y-auto rounded-t-3xl border border-line bg-card p-6 shadow-card transition data-ending-style:translate-y-4 data-starting-style:translate-y-4 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,92vw)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl">
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-2xl font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-moss-soft"
            >
              <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
                <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </Base.Close>
          </div>
          {description && <Base.Description className="text-muted">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
