import { Dialog as Base } from '@base-ui/react/dialog'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}

/**
 * A modal dialog: the focus stays in it and begins at its first field, Escape closes it, and the focus returns to where it
 * was. A dialog with typed text asks before it closes.
 */
export function Dialog(props: DialogProps) {
  // Pages have many dialogs, most of which nobody opens: until then there is none.
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  return wasOpen ? <Opened {...props} /> : null
}

function Opened({ open, onOpenChange, title, description, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  const [asking, setAsking] = useState(false)

  function change(next: boolean) {
    const keeps = !next && isTyped.current && hasText(popup.current)
    setAsking(keeps)
    if (keeps) return
    isTyped.current = false
    onOpenChange(next)
  }

  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/50 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={() => firstField(popup.current) ?? true}
          onInput={() => {
            isTyped.current = true
            setAsking(false)
          }}
          className="fixed inset-x-0 bottom-0 z-50 grid max-h-[90dvh] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto rounded-t-3xl border border-line bg-card p-6 shadow-card transition data-ending-style:translate-y-4 data-starting-style:translate-y-4 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,92vw)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-2xl font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={t({ message: 'Close', context: 'action' })}
              className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-moss-soft"
            >
              <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
                <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              </svg>
            </Base.Close>
          </div>
          {description && <Base.Description className="text-muted">{description}</Base.Description>}
          {children}
          {asking && (
            <div role="alert" className="grid gap-3 rounded-xl border border-slate bg-slate-soft p-4 text-sm">
              <p>
                <Trans>You have not sent what you typed. Close it all the same?</Trans>
              </p>
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => setAsking(false)}>
                  <Trans>Go on writing</Trans>
                </Button>
                <Button
                  variant="quiet"
                  onClick={() => {
                    isTyped.current = false
                    setAsking(false)
                    onOpenChange(false)
                  }}
                >
                  <Trans>Close it</Trans>
                </Button>
              </div>
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const texts = 'textarea, input:not([type]), input[type=text], input[type=url]'

function hasText(popup: HTMLElement | null): boolean {
  return [...(popup?.querySelectorAll<HTMLInputElement>(texts) ?? [])].some(
    ({ value }) => value.trim() !== '',
  )
}

function firstField(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>('form input, form textarea, form select') ?? null
}
