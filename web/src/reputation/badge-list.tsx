import type { Badge } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { When } from '../ui/time.tsx'
import { badgeWords } from './badge-words.ts'

export function BadgeList({ badges, className = '' }: { badges: readonly Badge[]; className?: string }) {
  if (badges.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>The first comes with the first quest.</Trans>
      </p>
    )
  return (
    <ul className={`grid gap-3 ${className}`}>
      {badges.map(badge => {
        const { title, description } = badgeWords(badge)
        return (
          <li key={badge.id} className="flex items-center gap-3">
            <Seal />
            <span className="grid text-sm">
              <span className="font-semibold">{title}</span>
              <span>{description}</span>
              <span className="text-muted">
                <When at={badge.awardedAt} />
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** An ear of grain on a seal. */
function Seal() {
  return (
    <svg viewBox="0 0 40 40" className="size-10 shrink-0 text-soil" aria-hidden="true">
      <circle cx="20" cy="20" r="18.5" className="fill-soil-soft" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="M20 32V12m0 18c-4-1-6-4-6-7 4 0 6 3 6 7Zm0 0c4-1 6-4 6-7-4 0-6 3-6 7Zm0-8c-4-1-6-4-6-7 4 0 6 3 6 7Zm0 0c4-1 6-4 6-7-4 0-6 3-6 7Zm0-9c-2-2-2-4 0-6 2 2 2 4 0 6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  )
}
