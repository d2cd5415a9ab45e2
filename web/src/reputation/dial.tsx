import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { locale } from '../language/i18n.ts'

const radius = 80
const length = Math.PI * radius
const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/** A score from 0 to 100, on a half circle. */
export function Dial({ score }: { score: number }) {
  const shown = figures.format(score)
  const tone = score < 40 ? 'text-danger' : score < 60 ? 'text-slate' : 'text-moss'
  return (
    <svg
      viewBox="0 0 200 118"
      className={`mx-auto w-full max-w-64 ${tone}`}
      role="img"
      aria-label={t`Benevolence: ${shown} of 100`}
    >
      <g fill="none" strokeWidth="16" strokeLinecap="round">
        <path d={`M20 100a${radius} ${radius} 0 0 1 160 0`} className="stroke-line" />
        {score > 0 && (
          <path
            d={`M20 100a${radius} ${radius} 0 0 1 160 0`}
            stroke="currentColor"
            strokeDasharray={`${(length * score) / 100} ${length}`}
          />
        )}
      </g>
      <text x="100" y="96" textAnchor="middle" className="fill-ink text-[46px] font-semibold">
        {shown}
      </text>
      <text x="100" y="114" textAnchor="middle" className="fill-muted text-[12px]">
        <Trans>of 100</Trans>
      </text>
    </svg>
  )
}
