import type { QuestFacets } from '@furrow/sdk'
import { Plural, Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Amount } from '../../ui/amount.tsx'

/** Tokens that are named: a board may have hundreds. */
const most = 3

/**
 * How many quests there are, and the rewards of their free places. Its line is there before its figures, on a phone a whole one:
 * nothing moves.
 */
export function Totals({ facets }: { facets: QuestFacets | undefined }) {
  const rewards = facets?.rewards.slice(0, most) ?? []
  const count = facets?.count ?? 0
  return (
    <p className="min-h-5 text-sm text-muted max-sm:w-full">
      {facets && (
        <>
          {facets.complete ? (
            <Plural value={count} one="# quest" other="# quests" />
          ) : (
            <Plural value={count} one="More than # quest" other="More than # quests" />
          )}
          {rewards.length > 0 && (
            <>
              {', '}
              <Trans comment="Amounts follow, like: in free places: 100 USDC">in free places:</Trans>{' '}
              {rewards.map(({ token, amount }, index) => (
                <Fragment key={token}>
                  {index > 0 && ' + '}
                  <Amount amount={amount} token={token} />
                </Fragment>
              ))}
            </>
          )}
        </>
      )}
    </p>
  )
}
