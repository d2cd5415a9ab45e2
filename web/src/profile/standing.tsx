import { Trans } from '@lingui/react/macro'
import { useReputation } from '../reputation/use-reputation.ts'
import { AddressLink } from '../service/address-link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Rating } from '../ui/rating.tsx'
import { When } from '../ui/time.tsx'

const shown = 5

/** An address's reputation, in short; the whole of it has a page of its own. */
export function Standing({ address }: { address: string }) {
  const { data } = useReputation(address)
  if (!data) return null
  const { benevolenceScore, reviewsReceived } = data.reputation
  const score = Math.round(benevolenceScore)
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Reputation</Trans>
        </h2>
        <LinkButton to="/reputation/$address" params={{ address }}>
          <Trans>Where it comes from</Trans>
        </LinkButton>
      </div>
      <p>
        <Trans>
          Benevolence <strong className="text-2xl text-moss tabular-nums">{score}</strong> of 100
        </Trans>
      </p>
      {reviewsReceived.length > 0 && (
        <ul className="grid gap-3">
          {reviewsReceived.slice(0, shown).map(review => (
            <li
              key={`${review.questId} ${review.from}`}
              className="grid gap-1 border-t border-line pt-3 text-sm"
            >
              <span className="flex flex-wrap items-center gap-3">
                <Rating value={review.rating} />
                <span className="text-muted">
                  <Trans>
                    by <AddressLink address={review.from} />, <When at={review.at} />
                  </Trans>
                </span>
              </span>
              {review.comment && (
                <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                  {review.comment}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
