import type { Review } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'
import { Face } from '../service/face.tsx'
import { Rating } from '../ui/rating.tsx'
import { Section } from '../ui/section.tsx'
import { When } from '../ui/time.tsx'
import { QuestLink } from './quest-link.tsx'

type ReviewsProps = {
  readonly reviews: readonly Review[]
  readonly titles: ReadonlyMap<string, string>
}

/** Reviews after paid work. */
export function Reviews({ reviews, titles }: ReviewsProps) {
  const mean = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
  return (
    <Section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Reviews received</Trans>
        </h2>
        {reviews.length > 0 && <Rating value={Math.round(mean * 10) / 10} />}
      </div>
      {reviews.length === 0 && (
        <p className="text-muted">
          <Trans>Nobody has written a review yet.</Trans>
        </p>
      )}
      <ul className="grid">
        {reviews.map(review => (
          <li
            key={`${review.questId} ${review.from}`}
            className="flex gap-3 border-t border-line py-4 first:border-0 last:pb-0"
          >
            <Face address={review.from} size={36} />
            <div className="grid min-w-0 gap-1">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <AddressLink address={review.from} pictured />
                <Rating value={review.rating} />
              </span>
              {review.comment && (
                <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {review.comment}
                </p>
              )}
              <span className="text-sm text-muted">
                {review.role === 'farmer' ? (
                  <Trans>
                    for the work as a farmer in{' '}
                    <QuestLink id={review.questId} title={titles.get(review.questId)} />,{' '}
                    <When at={review.at} />
                  </Trans>
                ) : (
                  <Trans>
                    for the work as a giver in{' '}
                    <QuestLink id={review.questId} title={titles.get(review.questId)} />,{' '}
                    <When at={review.at} />
                  </Trans>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
