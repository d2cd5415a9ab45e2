import type { Hex, PublicClient } from 'viem'
import type { Address } from '../address.ts'
import { UnavailableError } from '../errors.ts'
import type { Chains } from './chains.ts'
import { isNodeFailure } from './rpc-failure.ts'

const timeout = 3_000
const probeTimeout = 2_000

/** A wallet that is deployed first and then checks a passkey needs a tenth of it. */
const gas = '0x989680'

/**
 * Asks a contract that strangers chose with one eth_call, which changes nothing, with a bound on its gas and its time;
 * null if the call fails. Without `to`, `data` is run as code.
 * @throws UnavailableError if the chain cannot be asked.
 */
export async function askChain(
  chains: Chains,
  chainId: number,
  call: { readonly to?: Address; readonly data: Hex },
): Promise<Hex | null> {
  const signal = AbortSignal.timeout(timeout)
  const client = await chains.open(chainId, { signal })
  try {
    const params: [{ to?: Address; data: Hex; gas: Hex }, 'latest'] = [{ ...call, gas }, 'latest']
    return await hexOf(chainId, client.request({ method: 'eth_call', params }))
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    const failed = signal.aborted ? !(await isAlive(chains, chainId)) : await isNodeFailure(error)
    if (failed) throw cannotBeAsked(chainId, error)
    return null
  }
}

/** The code of an address; `0x` if it has none. @throws UnavailableError if the chain cannot be asked. */
export async function codeAt(chains: Chains, chainId: number, address: Address): Promise<Hex> {
  const client = await chains.open(chainId, { signal: AbortSignal.timeout(timeout) })
  try {
    return await hexOf(chainId, client.request({ method: 'eth_getCode', params: [address, 'latest'] }))
  } catch (error) {
    throw error instanceof UnavailableError ? error : cannotBeAsked(chainId, error)
  }
}

async function hexOf(chainId: number, asked: Promise<unknown>): Promise<Hex> {
  const answer = await asked
  if (typeof answer === 'string' && /^0x[0-9a-f]*$/i.test(answer)) return answer as Hex
  throw new UnavailableError(`Chain ${chainId} gives no answer right now.`, { code: 'chain-unavailable' })
}

/** 503: the chain's node does not answer. */
export function cannotBeAsked(chainId: number, cause?: unknown): UnavailableError {
  return new UnavailableError(`Chain ${chainId} cannot be asked right now.`, {
    code: 'chain-unavailable',
    cause,
  })
}

/** Whether the chain answers at all: if so, the contract took too long. */
async function isAlive(chains: Chains, chainId: number): Promise<boolean> {
  const client: PublicClient = await chains.open(chainId, { signal: AbortSignal.timeout(probeTimeout) })
  return client.getBlockNumber({ cacheTime: 0 }).then(
    () => true,
    () => false,
  )
}
