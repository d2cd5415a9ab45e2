import { currentTracer, traced } from '@furrow/storage/tracing.ts'
import type { CcipRequestParameters, Hex, HttpTransport, PublicClient } from 'viem'
import type { Address } from '../address.ts'
import type { Config } from '../config/config.ts'

export type Chains = {
  readonly ids: readonly number[]
  has(chainId: number): boolean
  /** @throws Error for a chain that RPC_URLS does not have. */
  get(chainId: number): Promise<PublicClient>
  /** The client of RPC_AGREE, which has to give the same answers; null if none is named. */
  getSecond(chainId: number): Promise<PublicClient | null>
  open(chainId: number, question: Question): Promise<PublicClient>
}

export type Question = {
  readonly signal: AbortSignal
  /** Makes the off-chain look-ups (ERC-3668) that a contract asks for; without it there are none. */
  readonly ccipRequest?: (parameters: CcipRequestParameters) => Promise<Hex>
}

/** viem takes 26 MB, so it is loaded with the first question to a chain. */
export function createChains(config: Pick<Config, 'rpcUrls' | 'agreeUrls' | 'ensUniversalResolver'>): Chains {
  const clients = new Map<number, Promise<PublicClient>>()

  async function open(chainId: number, question?: Question): Promise<PublicClient> {
    const url = config.rpcUrls.get(chainId)
    if (url === undefined) throw new Error(`RPC_URLS has no chain ${chainId}.`)
    return connect(chainId, url, config.ensUniversalResolver, question)
  }

  return {
    ids: [...config.rpcUrls.keys()],
    has: chainId => config.rpcUrls.has(chainId),
    async get(chainId) {
      const client = clients.get(chainId) ?? open(chainId)
      if (config.rpcUrls.has(chainId)) clients.set(chainId, client)
      return client
    },
    async getSecond(chainId) {
      const url = config.agreeUrls.get(chainId)
      return url === undefined ? null : connect(chainId, url, config.ensUniversalResolver)
    },
    open,
  }
}

/** ENS's well-known universal resolver (ENSIP-23) on chain 1. */
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

const maxAnswerBytes = 1_048_576

async function connect(
  chainId: number,
  url: string,
  ensUniversalResolver: Address | null,
  question?: Question,
): Promise<PublicClient> {
  const { createPublicClient, http } = await import('viem')
  const ens = { ensUniversalResolver: { address: ensUniversalResolver ?? universalResolver } } as const
  const request = question?.ccipRequest
  return createPublicClient({
    chain: {
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
      ...(chainId === 1 && { contracts: ens }),
    },
    transport: traceCalls(
      chainId,
      http(url, {
        timeout: 10_000,
        retryCount: 1,
        ...(question !== undefined && {
          fetchOptions: { signal: question.signal },
          maxResponseBodySize: maxAnswerBytes,
        }),
      }),
    ),
    // Off-chain look-ups would fetch whatever URL a contract names.
    ccipRead: request === undefined ? false : { request },
  })
}

/** Gives each call a span while tracing is on. The RPC's address is not in it, since that may hold a key. */
function traceCalls(chainId: number, transport: HttpTransport): HttpTransport {
  if (currentTracer() === null) return transport
  return parameters => {
    const { request, ...made } = transport(parameters)
    const call = (args: { method: string }, options?: object) =>
      traced(`rpc ${args.method}`, { 'rpc.method': args.method, 'furrow.chain': chainId }, () =>
        request(args, options),
      )
    return { ...made, request: call as typeof request }
  }
}
