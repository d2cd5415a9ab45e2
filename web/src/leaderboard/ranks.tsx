import { Trans } from '@lingui/react/macro'
import { locale } from '../language/i18n.ts'
import { rankWord } from '../ui/rank-word.ts'

const figures = new Intl.NumberFormat(locale)

const ranks = [
  { name: 'Seedling', from: 0 },
  { name: 'Sprout', from: 100 },
  { name: 'Grower', from: 500 },
  { name: 'Harvester', from: 1_500 },
  { name: 'Master Farmer', from: 5_000 },
]

/** Explains the ranks. */
export function Ranks() {
  return (
    <section className="grid gap-3 border-t border-line pt-5">
      <h2 className="text-xl font-semibold">
        <Trans>How ranks grow</Trans>
      </h2>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-5">
        {ranks.map(({ name, from }, step) => {
          const score = figures.format(from)
          return (
            <li key={name} className="flex items-center gap-3 sm:items-end">
              <Plant height={8 + step * 6} />
              <span className="grid text-sm">
                <span className="font-semibold">{rankWord(name)}</span>
                <span className="text-muted tabular-nums">
                  <Trans>from {score}</Trans>
                </span>
              </span>
            </li>
          )
        })}
      </ol>
      <p className="max-w-prose text-sm text-muted">
        <Trans>
          Every season begins at zero. Work that counts gives points to its farmer and to its giver; the more
          different people you work with, the more each quest counts. Good reviews add a little.
        </Trans>
      </p>
    </section>
  )
}

function Plant({ height }: { height: number }) {
  const top = 40 - height
  const leaf = Math.min(9, height / 2.5)
  return (
    <svg viewBox="0 0 28 44" className="h-11 w-7 shrink-0 text-moss" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d={`M14 40V${top}`} />
        <path d={`M14 ${top + leaf}q${-leaf} 0 ${-leaf} ${-leaf}q${leaf} 0 ${leaf} ${leaf}Z`} />
        <path d={`M14 ${top + leaf}q${leaf} 0 ${leaf} ${-leaf}q${-leaf} 0 ${-leaf} ${leaf}Z`} />
        {height > 18 && (
          <path d={`M14 ${top + leaf + 9}q${-leaf} 0 ${-leaf} ${-leaf}q${leaf} 0 ${leaf} ${leaf}Z`} />
        )}
        {height > 24 && (
          <path d={`M14 ${top + leaf + 14}q${leaf} 0 ${leaf} ${-leaf}q${-leaf} 0 ${-leaf} ${leaf}Z`} />
        )}
        <path d="M4 41h20" className="text-soil" />
      </g>
    </svg>
  )
}
