import type { Giving } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { locale } from '../../language/i18n.ts'
import { lengthOf } from './giving-figures.tsx'

const height = 96
const step = 24

/** Bars of finished work; the same numbers are in the table below it. */
export function WeekPlot({ weeks }: Pick<Giving, 'weeks'>) {
  const most = Math.max(1, ...weeks.map(({ finished }) => finished))
  const done = weeks.filter(({ finished }) => finished > 0)
  const label = useId()
  return (
    <>
      <svg
        viewBox={`0 0 ${Math.max(1, weeks.length) * step} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full text-moss"
        role="img"
        aria-labelledby={label}
      >
        <title id={label}>{t`Finished work in each week; the table says the numbers.`}</title>
        {weeks.map(({ finished, week }, index) => (
          <rect
            key={week}
            x={index * step + 2}
            y={height - Math.max(2, (finished / most) * (height - 2))}
            width={step - 4}
            height={Math.max(2, (finished / most) * (height - 2))}
            fill="currentColor"
            opacity={finished === 0 ? 0.3 : 1}
          />
        ))}
      </svg>
      <div className="flex justify-between text-sm text-muted">
        <span>{weeks[0] && dateOf(weeks[0].week)}</span>
        <span>{weeks.length > 1 && dateOf(weeks.at(-1)?.week ?? '')}</span>
      </div>
      {done.length === 0 ? (
        <p className="text-muted">
          <Trans>None of this work is finished yet.</Trans>
        </p>
      ) : (
        <details>
          <summary className="cursor-pointer font-semibold">
            <Trans>The numbers</Trans>
          </summary>
          <table className="mt-3 w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="py-1 font-normal">{t`Week from`}</th>
                <th scope="col" className="py-1 text-right font-normal">{t`Finished`}</th>
                <th scope="col" className="py-1 text-right font-normal">{t`From taking to release`}</th>
              </tr>
            </thead>
            <tbody>
              {done.map(({ finished, medianHours, week }) => (
                <tr key={week} className="border-t border-line">
                  <th scope="row" className="py-1.5 font-normal">
                    {dateOf(week)}
                  </th>
                  <td className="py-1.5 text-right tabular-nums">{finished.toLocaleString(locale)}</td>
                  <td className="py-1.5 text-right tabular-nums">
                    {medianHours === null ? '' : lengthOf(medianHours)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  )
}

function dateOf(week: string): string {
  return new Date(`${week}T00:00:00Z`).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
