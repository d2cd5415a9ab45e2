import { fromUnits } from '@furrow/sdk/amount'
import type { PublicClient } from 'viem'
import { second } from '../clock.ts'
import type { PriceFeed } from '../config/price-feeds.ts'
import { oneFor } from '../one-for.ts'
import type { Chains } from './chains.ts'
import { expectChain } from './wrong-chain.ts'

/** The worth of a whole token, in exact digits, and since when: the block's time of the feed's round. */
export type Price = { readonly price: string; readonly at: number }

const patience = 8 * second

const round = [
  { type: 'uint80' },
  { type: 'int256' },
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'uint80' },
] as const

const abi = [
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint8' }] },
  {
    type: 'function',
    name: 'description',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'string' }],
  },
  { type: 'function', name: 'latestRoundData', stateMutability: 'view', inputs: [], outputs: round },
  {
    type: 'function',
    name: 'getRoundData',
    stateMutability: 'view',
    inputs: [{ type: 'uint80' }],
    outputs: round,
  },
] as const

type Round = { readonly id: bigint; readonly answer: bigint; readonly at: number }

/** The price that the feed says now. @throws Error where it cannot be asked, says none, or a second RPC says another. */
export async function readPrice(chains: Chains, feed: PriceFeed): Promise<Price> {
  const client = await open(chains, feed)
  const round = await readRound(client, feed, null)
  await requireAgreed(chains, feed, round)
  return showPrice(round, await readFeedDecimals(chains, feed, client))
}

/**
 * The price that the feed said at a time: of the newest round before it, found among the rounds of the present aggregator; null
 * where that has none as old, or said nothing for too long then.
 * @throws Error where the feed cannot be asked.
 */
export async function readPriceAt(chains: Chains, feed: PriceFeed, time: number): Promise<Price | null> {
  const client = await open(chains, feed)
  const found = await findRound(client, feed, time)
  if (found === null || found.at < time - feed.maxAge) return null
  await requireAgreed(chains, feed, found)
  return showPrice(found, await readFeedDecimals(chains, feed, client))
}

/** From the newest round backwards in steps that double, and then between the last two. */
async function findRound(client: PublicClient, feed: PriceFeed, time: number): Promise<Round | null> {
  const newest = await readRound(client, feed, null)
  if (newest.at <= time) return newest
  // The upper bits of an id are the aggregator's number, and its rounds begin at 1.
  const first = ((newest.id >> 64n) << 64n) + 1n
  let later = newest.id
  let earlier: Round | null = null
  for (let step = 1n; earlier === null; step *= 2n) {
    if (later <= first) return null
    const id = later - step < first ? first : later - step
    const round = await readRound(client, feed, id)
    if (round.at <= time) earlier = round
    else later = id
  }
  while (later - earlier.id > 1n) {
    const id = (later + earlier.id) / 2n
    const round = await readRound(client, feed, id)
    if (round.at <= time) earlier = round
    else later = id
  }
  return earlier
}

async function open(chains: Chains, { chainId }: PriceFeed): Promise<PublicClient> {
  const client = await chains.open(chainId, { signal: AbortSignal.timeout(patience) })
  await expectChain(client, chainId)
  return client
}

/** null for the newest one. @throws Error also where it has no answer: a price is more than nothing. */
async function readRound(client: PublicClient, { address }: PriceFeed, id: bigint | null): Promise<Round> {
  const [newest, answer, , updatedAt] = await (id === null
    ? client.readContract({ abi, address, functionName: 'latestRoundData' })
    : client.readContract({ abi, address, functionName: 'getRoundData', args: [id] }))
  const number = id ?? newest
  if (answer <= 0n || updatedAt === 0n) throw new Error(`round ${number} of the feed has no answer`)
  return { id: number, answer, at: Number(updatedAt) * second }
}

/** @throws Error where the RPC of RPC_AGREE has another answer for the round. */
async function requireAgreed(chains: Chains, feed: PriceFeed, round: Round): Promise<void> {
  const other = await chains.getSecond(feed.chainId)
  if (other === null) return
  const { answer, at } = await readRound(other, feed, round.id)
  if (answer !== round.answer || at !== round.at)
    throw new Error(`two RPCs of chain ${feed.chainId} disagree about the price feed ${feed.address}`)
}

const decimalsOf = oneFor((_: Chains) => new Map<string, number>())

async function readFeedDecimals(chains: Chains, feed: PriceFeed, client: PublicClient): Promise<number> {
  const key = `${feed.chainId} ${feed.address}`
  const known = decimalsOf(chains).get(key)
  if (known !== undefined) return known
  const decimals = await client.readContract({ abi, address: feed.address, functionName: 'decimals' })
  decimalsOf(chains).set(key, decimals)
  return decimals
}

/** The feed's own words about itself, such as "USDC / USD". @throws Error where it cannot be asked. */
export async function readDescription(chains: Chains, feed: PriceFeed): Promise<string> {
  const client = await open(chains, feed)
  return client.readContract({ abi, address: feed.address, functionName: 'description' })
}

function showPrice({ answer, at }: Round, decimals: number): Price {
  return { price: fromUnits(answer, decimals), at }
}
