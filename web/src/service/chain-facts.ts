import type { PublicConfig } from '@furrow/sdk'
import { chainName } from './chain-name.ts'

/** What a wallet has to be told of a chain that it does not know. */
export type ChainFacts = {
  readonly chainId: number
  readonly name: string
  /** The symbol of its coin. */
  readonly coin: string
  /** null where no address is known that anybody may use. */
  readonly rpc: string | null
  readonly explorer: string | null
}

type Known = Pick<ChainFacts, 'coin' | 'rpc' | 'explorer'>

/** As those who run the chains tell them; Ethereum and its test chain are in every wallet. */
const known: Readonly<Record<number, Known>> = {
  10: { coin: 'ETH', rpc: 'https://mainnet.optimism.io', explorer: 'https://optimistic.etherscan.io' },
  100: { coin: 'xDAI', rpc: 'https://rpc.gnosischain.com', explorer: 'https://gnosisscan.io' },
  137: { coin: 'POL', rpc: 'https://polygon.drpc.org', explorer: 'https://polygonscan.com' },
  8453: { coin: 'ETH', rpc: 'https://mainnet.base.org', explorer: 'https://basescan.org' },
  42161: { coin: 'ETH', rpc: 'https://arb1.arbitrum.io/rpc', explorer: 'https://arbiscan.io' },
  84532: { coin: 'ETH', rpc: 'https://sepolia.base.org', explorer: 'https://sepolia.basescan.org' },
}

const native = /^0x0{40}$/

/** What the service says of the chain comes first, then what everybody knows. */
export function factsOf({ chain, chains = [] }: PublicConfig, chainId: number): ChainFacts {
  const own = chains.filter(one => one.chainId === chainId)
  const first = own[0] ?? (chain?.chainId === chainId ? chain : undefined)
  const coins = own.flatMap(({ tokens }) => tokens.filter(({ address }) => native.test(address)))
  // ETH is in the settings without being said, so another name was meant.
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
