import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessageLink } from '../auth/message-link.tsx'
import { useSession } from '../auth/session.tsx'
import { Face } from '../service/face.tsx'
import { Tag } from '../ui/tag.tsx'
import { formatScore, type Standing } from './standing.ts'
import { GuildMark, isReader, StandingName } from './standing-name.tsx'

const steps = [
  { order: 'sm:order-2', height: 'sm:min-h-64', size: 72, medal: 'text-soil', place: t`First:` },
  { order: 'sm:order-1', height: 'sm:min-h-56', size: 60, medal: 'text-muted', place: t`Second:` },
  { order: 'sm:order-3', height: 'sm:min-h-50', size: 60, medal: 'text-soil', place: t`Third:` },
]

/** The first three, on steps; below one another on a phone. */
export function Podium({ standings }: { standings: readonly Standing[] }) {
  const { address } = useSession()
  return (
    <ol
      className={`grid sm:items-end sm:gap-4 ${standings.length === 1 ? 'sm:grid-cols-1' : standings.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}
      aria-label={t`The first three`}
    >
      {standings.map((standing, index) => {
        const step = steps[index]
        if (step === undefined) return null
        const mine = isReader(standing, address)
        return (
          <li
            key={standing.key}
            className={`${step.order} ${step.height} relative flex items-center gap-4 overflow-hidden border-b py-4 sm:flex-col sm:justify-end sm:border-b-4 sm:p-6 sm:text-center ${mine ? 'border-moss' : 'border-line'}`}
          >
            <span className="relative shrink-0">
              {standing.address === null ? (
                <GuildMark name={standing.name} size={step.size} />
              ) : (
                <Face address={standing.address} size={step.size} />
              )}
              <Medal place={standing.place} className={step.medal} />
            </span>
            <span className="relative grid min-w-0 flex-1 gap-1 sm:flex-none sm:justify-items-center">
              <span className="flex flex-wrap items-center gap-2 sm:justify-center">
                <span className="sr-only">{step.place}</span>
                <StandingName standing={standing} />
                {standing.address !== null && <MessageLink address={standing.address} />}
                {mine && (
                  <Tag tone="moss">
                    <Trans>You</Trans>
                  </Tag>
                )}
              </span>
              <span className="text-sm text-muted">{standing.note}</span>
            </span>
            <span className="relative text-right sm:text-center">
              <span className="block text-2xl font-semibold text-soil tabular-nums sm:text-3xl">
                {formatScore(standing.score)}
              </span>
              <span className="text-xs text-muted">
                <Trans>points</Trans>
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Medal({ place, className }: { place: number; className: string }) {
  return (
    <svg viewBox="0 0 28 28" className={`absolute -right-2 -bottom-2 size-8 ${className}`} aria-hidden="true">
      <circle cx="14" cy="14" r="12.5" className="fill-card" stroke="currentColor" strokeWidth="2.5" />
      <text x="14" y="19" textAnchor="middle" fill="currentColor" className="text-[14px] font-bold">
        {place}
      </text>
    </svg>
  )
}
