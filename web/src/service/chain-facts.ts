import type { PublicConfig } from '@furrow/sdk'
import { chainName } from './chain-name.ts'

/** A wallet's settings for a chain that it does not know. */
export type ChainFacts = {
  readonly chainId: number
  readonly name: string
  /** The symbol of its coin. */
  readonly coin: string
  /** null where no public address is known. */
  readonly rpc: string | null
  readonly explorer: string | null
}

type Known = Pick<ChainFacts, 'coin' | 'rpc' | 'explorer'>

/** From the chains' own documentation; Ethereum and its test chain are in every wallet. */
const known: Readonly<Record<number, Known>> = {
  10: { coin: 'ETH', rpc: 'https://mainnet.optimism.io', explorer: 'https://optimistic.etherscan.io' },
  100: { coin: 'xDAI', rpc: 'https://rpc.gnosischain.com', explorer: 'https://gnosisscan.io' },
  137: { coin: 'POL', rpc: 'https://polygon.drpc.org', explorer: 'https://polygonscan.com' },
  8453: { coin: 'ETH', rpc: 'https://mainnet.base.org', explorer: 'https://basescan.org' },
  42161: { coin: 'ETH', rpc: 'https://arb1.arbitrum.io/rpc', explorer: 'https://arbiscan.io' },
  84532: { coin: 'ETH', rpc: 'https://sepolia.base.org', explorer: 'https://sepolia.basescan.org' },
}

const native = /^0x0{40}$/

/** The service's own facts about the chain come first, then the well-known ones. */
export function factsOf({ chain, chains = [] }: PublicConfig, chainId: number): ChainFacts {
  const own = chains.filter(one => one.chainId === chainId)
  const first = own[0] ?? (chain?.chainId === chainId ? chain : undefined)
  const coins = own.flatMap(({ tokens }) => tokens.filter(({ address }) => native.test(address)))
  // The settings have ETH without naming it, so another name was meant.
  const coin = (coins.find(({ symbol }) => symbol !== 'ETH') ?? coins[0])?.symbol
  const usual = known[chainId]
  return {
    chainId,
    name: chainName(chainId),
    coin: usual?.coin ?? coin ?? 'ETH',
    rpc: own.find(({ rpc }) => rpc !== undefined)?.rpc ?? usual?.rpc ?? null,
    explorer: first?.explorer ?? usual?.explorer ?? null,
  }
}
