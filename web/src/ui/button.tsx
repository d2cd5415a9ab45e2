import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

export const variants = {
  primary: 'bg-moss text-on-moss border-moss hover:brightness-110 shadow-card',
  plain: 'bg-card text-ink border-line hover:border-muted',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-moss-soft',
  quietDanger: 'bg-transparent text-danger border-transparent hover:bg-danger-soft',
  danger: 'bg-card text-danger border-danger/50 hover:bg-danger-soft',
}

export type ButtonVariant = keyof typeof variants

export const shape =
  'inline-flex items-center justify-center gap-2 rounded-full border px-4 py-2 text-sm font-semibold min-h-10 transition disabled:opacity-60'

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; busy?: boolean }

export function Button({
  variant = 'plain',
  busy = false,
  className = '',
  disabled,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${shape} ${variants[variant]} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export function LinkButton({
  variant = 'plain',
  className = '',
  children,
  ...props
}: LinkProps & { variant?: ButtonVariant; className?: string; children: ReactNode }) {
  return (
    <Link {...props} className={`${shape} ${variants[variant]} ${className}`}>
      {children}
    </Link>
  )
}

function Spinner() {
  return (
    <svg viewBox="0 0 16 16" className="size-4 animate-spin" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeDasharray="26 12"
      />
    </svg>
  )
}
