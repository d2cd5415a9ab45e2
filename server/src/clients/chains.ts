import type { PublicClient } from 'viem'
import type { Address } from '../address.ts'
import type { Config } from '../config.ts'

/** The chains of RPC_URLS. */
export type Chains = {
  has(chainId: number): boolean
  /** @throws Error for a chain that RPC_URLS does not have. */
  get(chainId: number): Promise<PublicClient>
}

/** viem takes 15 MB, so it is loaded with the first question to a chain. */
export function createChains(config: Pick<Config, 'rpcUrls' | 'ensUniversalResolver'>): Chains {
  const clients = new Map<number, Promise<PublicClient>>()
  return {
    has: chainId => config.rpcUrls.has(chainId),
    async get(chainId) {
      const url = config.rpcUrls.get(chainId)
      if (url === undefined) throw new Error(`RPC_URLS has no chain ${chainId}.`)
      const known = clients.get(chainId)
      if (known !== undefined) return known
      const client = connect(chainId, url, config.ensUniversalResolver)
      clients.set(chainId, client)
      return client
    },
  }
}

/** The well-known one of ENS (ENSIP-23) on chain 1. */
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

async function connect(
  chainId: number,
  url: string,
  ensUniversalResolver: Address | null,
): Promise<PublicClient> {
  const { createPublicClient, http } = await import('viem')
  const ens = { ensUniversalResolver: { address: ensUniversalResolver ?? universalResolver } } as const
  return createPublicClient({
    chain: {
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
      ...(chainId === 1 && { contracts: ens }),
    },
    transport: http(url, { timeout: 10_000, retryCount: 1 }),
    // Off-chain look-ups (ERC-3668) would fetch whatever URL a contract names.
    ccipRead: false,
  })
}
