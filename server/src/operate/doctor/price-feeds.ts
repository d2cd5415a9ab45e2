import { checksum } from '../../ground/address.ts'
import { readDescription, readPrice } from '../../ground/clients/price-feeds.ts'
import { hour, instant, second } from '../../ground/clock.ts'
import type { PriceFeed } from '../../ground/config/price-feeds.ts'
import { inTime } from '../../ground/in-time.ts'
import { type Check, fine, type Patient, type Seen, warning, wrong } from './check.ts'

/** Less than the whole examination takes: a feed that hangs hides no other. */
const patience = 8 * second

/** Each feed has code, is of the token and the currency that the settings say, and speaks often enough. */
export const priceFeeds: Check = {
  about: 'Price feeds',
  async look(patient) {
    return Promise.all(
      [...patient.config.priceFeeds].map(([token, feed]) =>
        inTime(lookAt(patient, token, feed), patience).catch(() =>
          wrong(
            `The price feed of ${token} cannot be read.`,
            `See what is said of chain ${feed.chainId}, and the feed of ${token} in PRICE_FEEDS.`,
          ),
        ),
      ),
    )
  },
}

async function lookAt({ chains, clock }: Patient, token: string, feed: PriceFeed): Promise<Seen> {
  const { address, chainId, currency, maxAge } = feed
  const named = `${checksum(address)} on chain ${chainId}`
  const client = await chains.get(chainId)
  const code = await client.getCode({ address })
  if (code === undefined || code === '0x')
    return wrong(
      `There is no price feed of ${token} at ${named}.`,
      'Look up its address, and set PRICE_FEEDS.',
    )
  const { price, at } = await readPrice(chains, feed)
  const description = await readDescription(chains, feed)
  // Text of a contract: only its form is trusted.
  const words = description.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 60)
  if (clock.now() - at > maxAge)
    return warning(
      `The price feed of ${token} (${words}) spoke last at ${instant(at)}: its price is not shown.`,
      `See whether it is still kept up, or raise maxAgeHours (${maxAge / hour}) in PRICE_FEEDS.`,
    )
  const parts = words
    .toUpperCase()
    .split('/')
    .map(part => part.trim())
  if (!parts.includes(currency) || !parts.includes(token))
    return warning(
      `The price feed of ${token} in ${currency} says of itself “${words}”.`,
      'See whether PRICE_FEEDS has the right one: a wrapped token goes by the feed of its own coin.',
    )
  return fine(`The price feed of ${token} says ${price} ${currency}, at ${instant(at)}.`)
}
