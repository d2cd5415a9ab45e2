import type { ReactNode } from 'react'

const tones = {
  moss: 'bg-moss-soft text-moss',
  wheat: 'bg-wheat-soft text-wheat',
  soil: 'bg-soil-soft text-soil',
  danger: 'bg-danger-soft text-danger',
  plain: 'bg-transparent text-muted ring-1 ring-inset ring-line',
}

export type Tone = keyof typeof tones

export function Tag({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
