import { t } from '@lingui/core/macro'
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'

type Toast = {
  id: number
  text: string
  tone: 'moss' | 'danger'
  action: { label: string; run: () => void } | undefined
}

type Toasts = {
  /** Tells something in passing; an error stays longer. */
  say(text: string, options?: { tone?: Toast['tone']; action?: Toast['action'] }): void
}

const ToastContext = createContext<Toasts>({ say() {} })

export function useToast(): Toasts {
  return use(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const next = useRef(0)
  const value = useMemo<Toasts>(
    () => ({
      say(text, { tone = 'moss', action } = {}) {
        const id = ++next.current
        const forget = () => setToasts(current => current.filter(toast => toast.id !== id))
        // A shown sentence is not repeated beside itself.
        setToasts(current => [
          ...current.filter(toast => toast.text !== text || toast.action !== undefined).slice(-2),
          { id, text, tone, action },
        ])
        setTimeout(forget, tone === 'danger' ? 9_000 : 6_000)
      },
    }),
    [],
  )
  const close = (id: number) => setToasts(current => current.filter(toast => toast.id !== id))
  return (
    <ToastContext value={value}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-(--edge) z-60 grid justify-items-center gap-2 px-4"
      >
        {toasts.map(({ id, text, tone, action }) => (
          <div
            key={id}
            className={`pointer-events-auto flex max-w-lg items-center gap-3 rounded-2xl border bg-card px-4 py-3 text-sm shadow-card ${tone === 'danger' ? 'border-danger text-danger' : 'border-moss text-ink'}`}
          >
            <span>{text}</span>
            {action && (
              <button
                type="button"
                className="rounded px-1 font-semibold text-moss underline"
                onClick={() => {
                  action.run()
                  close(id)
                }}
              >
                {action.label}
              </button>
            )}
            <button
              type="button"
              aria-label={t`Dismiss`}
              className="rounded px-1 text-muted"
              onClick={() => close(id)}
            >
              ×
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
