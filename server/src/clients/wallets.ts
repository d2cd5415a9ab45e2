import type { Hex } from 'viem'
import type { Address } from '../address.ts'
import { UnavailableError } from '../errors.ts'
import type { Chains } from './chains.ts'
import { isNodeFailure } from './rpc-failure.ts'

export type WalletSignature = {
  readonly chainId: number
  readonly wallet: Address
  readonly hash: Hex
  readonly signature: Hex
}

const timeout = 3_000
const probeTimeout = 2_000

/** A wallet that is made first and then checks a passkey needs a tenth of it. */
const gas = 10_000_000n

/** The lowest addresses are the chains' own: they answer without being wallets (ERC-6492's identity precompile). */
const reserved = /^0x0{24}/

/**
 * Whether a smart wallet takes the signature as its own (ERC-1271), also one that is not deployed yet (ERC-6492). One
 * eth_call, which changes nothing, with a bound on its gas and its time.
 * @throws UnavailableError where the chain cannot be asked.
 */
export async function isWalletSignature(chains: Chains, question: WalletSignature): Promise<boolean> {
  const { chainId, wallet, hash, signature } = question
  if (reserved.test(wallet)) return false
  const { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } = await import(
    'viem'
  )
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hash, signature],
  })
  const signal = AbortSignal.timeout(timeout)
  const client = await chains.open(chainId, { signal })
  try {
    const answer = await client.call({ data, gas })
    // The validator says one of the two, or fails; anything else did not come from a working node.
    if (answer.data === '0x01' || answer.data === '0x00') return answer.data === '0x01'
    throw new UnavailableError(`Chain ${chainId} gives no answer right now.`)
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    const failed = signal.aborted ? !(await isAlive(chains, chainId)) : await isNodeFailure(error)
    if (failed) throw new UnavailableError(`Chain ${chainId} cannot be asked right now.`, { cause: error })
    return false
  }
}

/** Whether the chain answers at all: if so, it was the contract that took too long. */
async function isAlive(chains: Chains, chainId: number): Promise<boolean> {
  const client = await chains.open(chainId, { signal: AbortSignal.timeout(probeTimeout) })
  return client.getBlockNumber({ cacheTime: 0 }).then(
    () => true,
    () => false,
  )
}
