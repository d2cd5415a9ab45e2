import type { Tokens } from './chains.ts'
import type { Reader } from './reader.ts'

/** Token symbol -> the least reward of a place, as exact digits; only tokens that have one. */
export type LeastRewards = ReadonlyMap<string, string>

type OfContract = { readonly chainId: number; readonly tokens: Tokens }

const form = /^([^=@]+)(?:@(\d{1,15}))?=(\d{1,15}(?:\.\d{1,18})?)$/

/** ESCROW_MIN_REWARD, separated by commas: for a token on any chain, or on one alone, where gas costs more or less. */
export function readLeastRewards(
  read: Reader,
  contracts: readonly OfContract[],
): (one: OfContract) => LeastRewards {
  const shared = new Map<string, string>()
  const own = new Map<string, string>()
  for (const item of read.list('ESCROW_MIN_REWARD')) {
    const [, symbol = '', chain, amount] = form.exec(item) ?? []
    if (amount === undefined) {
      read.problems.push(
        `ESCROW_MIN_REWARD must list tokens and amounts such as ETH=0.001,USDC=5,ETH@1=0.05; it has "${item}".`,
      )
      continue
    }
    const token = symbol.toUpperCase()
    const isPaid = contracts.some(
      ({ chainId, tokens }) => tokens.has(token) && (chain === undefined || chainId === Number(chain)),
    )
    if (!isPaid) read.problems.push(`ESCROW_MIN_REWARD has "${item}", which no escrow contract pays.`)
    if (chain === undefined) shared.set(token, amount)
    else own.set(`${token}@${Number(chain)}`, amount)
  }
  return ({ chainId, tokens }) =>
    new Map(
      [...tokens.keys()].flatMap(token => {
        const least = own.get(`${token}@${chainId}`) ?? shared.get(token)
        return least === undefined ? [] : [[token, least] as const]
      }),
    )
}
