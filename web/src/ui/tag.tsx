import type { ReactNode } from 'react'

const tones = {
  moss: 'bg-moss-soft text-moss',
  /** Money. */
  wheat: 'bg-wheat-soft text-wheat',
  /** Something is waited for. */
  slate: 'bg-slate-soft text-slate',
  soil: 'bg-soil-soft text-soil',
  danger: 'bg-danger-soft text-danger',
  plain: 'bg-transparent text-muted ring-1 ring-inset ring-line',
}

export type Tone = keyof typeof tones

export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-full [overflow-wrap:anywhere] px-2.5 py-0.5 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
