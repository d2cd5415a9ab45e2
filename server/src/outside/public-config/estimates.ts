import type { PublicConfig } from '@furrow/sdk/contract'
import { type Price, readPrice } from '../../ground/clients/price-feeds.ts'
import { instantOrNull, minute } from '../../ground/clock.ts'
import type { PriceFeed } from '../../ground/config/price-feeds.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'

type Estimates = NonNullable<PublicConfig['estimates']>

/** The feeds are asked so often at most, and only while somebody asks. */
const freshFor = 10 * minute

/** The estimates as they are known: nobody waits for a chain. One that has grown old is asked for, and the next answer has it. */
export const estimatesOf = oneFor((context: Context) => {
  const { clock, config } = context
  const kept = [...config.priceFeeds].map(([token, feed]) => keepPrice(context, token, feed))
  return (): Estimates =>
    kept.map(({ token, feed, read }) => {
      const price = read()
      const isStale = price === null || price.at < clock.now() - feed.maxAge
      const { price: value, at } = isStale ? { price: null, at: null } : price
      return { token, currency: feed.currency, price: value, at: instantOrNull(at) }
    })
})

function keepPrice({ chains, clock, log }: Context, token: string, feed: PriceFeed) {
  let last: Price | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  function renew(): void {
    askedAt = clock.now()
    readPrice(chains, feed).then(
      price => {
        last = price
      },
      (err: unknown) => log.warn({ err, token, chainId: feed.chainId }, 'a price cannot be read'),
    )
  }
  const read = () => {
    if (clock.now() - askedAt >= freshFor) renew()
    return last
  }
  return { token, feed, read }
}
