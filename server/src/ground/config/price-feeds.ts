import { tokenSymbol } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Address, toAddress } from '../address.ts'
import { hour } from '../clock.ts'
import type { Reader } from './reader.ts'

/** A contract that says what a token is worth, as Chainlink's aggregators do. */
export type PriceFeed = {
  readonly chainId: number
  readonly address: Address
  /** By ISO 4217. */
  readonly currency: string
  /** A price that is older says nothing. */
  readonly maxAge: number
}

export type PriceFeeds = ReadonlyMap<string, PriceFeed>

const Given = Type.Record(
  Type.String({ pattern: tokenSymbol }),
  Type.Object(
    {
      chainId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      feed: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }),
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      maxAgeHours: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000 })),
    },
    { additionalProperties: false },
  ),
  { additionalProperties: false, maxProperties: 20 },
)

/** Most feeds say something at least once a day. */
const usualHours = 26

export function readPriceFeeds(read: Reader, rpcUrls: ReadonlyMap<number, string>): PriceFeeds {
  const given = read.text('PRICE_FEEDS')
  const feeds = new Map<string, PriceFeed>()
  if (given === null) return feeds
  const value = parse(given)
  if (value === null) {
    read.problems.push(
      'PRICE_FEEDS must be a JSON object such as {"USDC":{"chainId":1,"feed":"0x...","currency":"USD"}}.',
    )
    return feeds
  }
  for (const [symbol, { chainId, feed, currency, maxAgeHours = usualHours }] of Object.entries(value)) {
    if (!rpcUrls.has(chainId))
      read.problems.push(`RPC_URLS must have chain ${chainId}, where PRICE_FEEDS has the feed of ${symbol}.`)
    const maxAge = maxAgeHours * hour
    feeds.set(symbol.toUpperCase(), { chainId, address: toAddress(feed), currency, maxAge })
  }
  return feeds
}

function parse(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Given, value) ? value : null
  } catch {
    return null
  }
}
