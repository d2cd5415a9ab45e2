import type { PublicClient } from 'viem'
import type { Chains } from '../../ground/clients/chains.ts'
import { whyNotSigned } from '../../ground/clients/wallets.ts'
import { UnavailableError } from '../../ground/errors.ts'
import type { AskWallet } from './proofs.ts'

/**
 * Asks the chains whether a smart wallet accepts a signature now; if not, whether it did when the vote was cast, since
 * its owners may have changed. That needs a node with the state of then; without one the answer is unknown.
 */
export function askWalletsOf(chains: Chains): AskWallet {
  return async ({ at, ...question }) => {
    if (!chains.has(question.chainId)) return null
    try {
      if ((await whyNotSigned(chains, question)) === null) return true
      return at === null ? null : await tookThen(await chains.get(question.chainId), question, Date.parse(at))
    } catch (error) {
      if (error instanceof UnavailableError) return null
      throw error
    }
  }
}

async function tookThen(
  client: PublicClient,
  { wallet, hash, signature }: Omit<Parameters<AskWallet>[0], 'at' | 'chainId'>,
  at: number,
): Promise<boolean | null> {
  const { ContractFunctionExecutionError, parseAbi, HttpRequestError } = await import('viem')
  try {
    const blockNumber = await blockAt(client, at)
    const answer = await client.readContract({
      address: wallet,
      abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
      functionName: 'isValidSignature',
      args: [hash, signature],
      blockNumber,
    })
    return answer === '0x1626ba7e'
  } catch (error) {
    const reverted =
      error instanceof ContractFunctionExecutionError &&
      error.walk(cause => cause instanceof HttpRequestError) === null
    return reverted && isRevert(error) ? false : null
  }
}

/** A wallet that reverts or is missing, as opposed to a node without the state of then. */
function isRevert(error: Error): boolean {
  return /revert|returned no data/i.test(error.message)
}

async function blockAt(client: PublicClient, at: number): Promise<bigint> {
  let [low, high] = [0n, await client.getBlockNumber()]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const { timestamp } = await client.getBlock({ blockNumber: middle })
    if (Number(timestamp) * 1_000 <= at) low = middle
    else high = middle - 1n
  }
  return low
}
