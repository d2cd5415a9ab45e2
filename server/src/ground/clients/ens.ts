import type { PublicClient } from 'viem'
import { type Address, toAddress } from '../address.ts'
import { UnavailableError } from '../errors.ts'
import { openGateways } from './ccip.ts'
import type { Chains } from './chains.ts'
import type { Internet } from './guarded-fetch.ts'
import { isNodeFailure } from './rpc-failure.ts'

/** ENS lives on Ethereum; layer 2 names are reached from there. */
export const ensChain = 1

export type EnsOptions = {
  /** Ends the question; `startEnsDeadline()` by default. */
  readonly signal?: AbortSignal
  readonly internet?: Internet
}

export function startEnsDeadline(): AbortSignal {
  return AbortSignal.timeout(5_000)
}

/** The chains that have names of their own (ENSIP-19), by precedence: Ethereum's first. */
export function chainsWithNames({ ids }: Chains): number[] {
  return [ensChain, ...ids.filter(id => id !== ensChain && id < mostChainId)]
}

/** Larger ids have no coin type (ENSIP-11). */
const mostChainId = 0x80000000

/** The address of a normalized name on a chain; null for none. @throws UnavailableError if the chain, or a gateway, cannot be asked. */
export async function askEnsAddress(
  chains: Chains,
  name: string,
  chainId: number,
  options: EnsOptions = {},
): Promise<Address | null> {
  const { toCoinType } = await import('viem')
  // Ethereum's own address is asked for in the older way, which every resolver knows.
  const coin = chainId === ensChain ? {} : { coinType: toCoinType(chainId) }
  return ask(chains, options, async client => {
    const address = await client.getEnsAddress({ name, strict: true, ...coin })
    return address === null ? null : toAddress(address)
  })
}

/** The name in an address's reverse record, whether or not the name agrees. @throws UnavailableError if the chain, or a gateway, cannot be asked. */
export async function askEnsName(
  chains: Chains,
  address: Address,
  chainId: number,
  options: EnsOptions = {},
): Promise<string | null> {
  const { toCoinType } = await import('viem')
  const coinType = toCoinType(chainId)
  return ask(chains, options, client => client.getEnsName({ address, coinType, strict: true }))
}

async function ask<T>(
  chains: Chains,
  options: EnsOptions,
  question: (client: PublicClient) => Promise<T | null>,
): Promise<T | null> {
  // Loaded before the time begins to run.
  const { BaseError, ContractFunctionZeroDataError } = await import('viem')
  const signal = options.signal ?? startEnsDeadline()
  const gateways = openGateways(signal, options.internet)
  const client = await chains.open(ensChain, { signal, ccipRequest: gateways.request })
  try {
    return await question(client)
  } catch (error) {
    // No contract at the universal resolver's address: the wrong chain, or the wrong address.
    const misplaced =
      error instanceof BaseError &&
      error.walk(cause => cause instanceof ContractFunctionZeroDataError) !== null
    if (signal.aborted || gateways.failed() || misplaced || (await isNodeFailure(error)))
      throw new UnavailableError('ENS cannot be asked right now.', { cause: error })
    // A revert, an invalid answer, a gateway that is not safe to ask: there is nothing to be found.
    return null
  }
}
