import { t } from '@lingui/core/macro'
import { locale } from '../language/i18n.ts'

const figures = new Intl.NumberFormat(locale)

/** One to five stars; screen readers get the figure. */
export function Rating({ value }: { value: number }) {
  const figure = figures.format(value)
  return (
    <span className="inline-flex items-center gap-1 text-soil" role="img" aria-label={t`${figure} of 5`}>
      {[1, 2, 3, 4, 5].map(star => (
        <svg key={star} viewBox="0 0 16 16" className="size-4" aria-hidden="true">
          <path
            d="m8 1.5 2 4.3 4.7.5-3.5 3.2 1 4.6L8 11.8l-4.2 2.3 1-4.6L1.3 6.3 6 5.8Z"
            fill={star <= Math.round(value) ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.2"
          />
        </svg>
      ))}
    </span>
  )
}
