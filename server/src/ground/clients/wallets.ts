import type { Hex } from 'viem'
import type { Address } from '../address.ts'
import type { Chains } from './chains.ts'
import { askChain, codeAt } from './contract-calls.ts'

export type WalletSignature = {
  readonly chainId: number
  readonly wallet: Address
  readonly hash: Hex
  readonly signature: Hex
}

/** The lowest addresses are the chains' own: they answer without being wallets (ERC-6492's identity precompile). */
const reserved = /^0x0{24}/

/**
 * Why a smart wallet rejects a signature (ERC-1271, or ERC-6492 if deployed nowhere); null if it accepts. A deployed
 * wallet is asked itself: a deployment in the signature could alter it first, or make it on a chain where it never was.
 * @throws UnavailableError if a chain cannot be asked.
 */
export async function whyNotSigned(chains: Chains, question: WalletSignature): Promise<string | null> {
  if (reserved.test(question.wallet)) return refused
  return isForUndeployed(question.signature)
    ? whyNotBefore(chains, question)
    : whyNotDeployed(chains, question)
}

const refused = 'The signature is not of this address.'

async function whyNotDeployed(chains: Chains, question: WalletSignature): Promise<string | null> {
  const { chainId, wallet, hash, signature } = question
  const code = await codeAt(chains, chainId, wallet)
  if (code === '0x') return refused
  // Its key signs for it, whatever its delegate says: anybody may have told the delegate who the owner is.
  if (/^0xef0100/i.test(code))
    return 'This address is of a key that has a delegate (EIP-7702): sign with the key itself.'
  const { encodeFunctionData, parseAbi } = await import('viem')
  const data = encodeFunctionData({ abi: parseAbi(erc1271), args: [hash, signature] })
  const answer = await askChain(chains, chainId, { to: wallet, data })
  return answer?.toLowerCase().startsWith(accepted) ? null : refused
}

const erc1271 = ['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'] as const
const accepted = `0x1626ba7e${'0'.repeat(56)}`

async function whyNotBefore(chains: Chains, question: WalletSignature): Promise<string | null> {
  const { chainId, wallet, hash, signature } = question
  for (const found of await Promise.all(
    chains.ids.map(async id => ({ id, code: await codeAt(chains, id, wallet) })),
  ))
    if (found.code !== '0x')
      return `This smart wallet is deployed on chain ${found.id}: sign there, and as it is there (ERC-1271).`
  const { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } = await import(
    'viem'
  )
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hash, signature],
  })
  return (await askChain(chains, chainId, { data })) === '0x01' ? null : refused
}

/** Whether the wallet may not be deployed yet: such signatures end like this (ERC-6492). */
export function isForUndeployed(signature: Hex): boolean {
  return signature.toLowerCase().endsWith('6492'.repeat(16))
}

/** The wallet's own signature, within one that also says how the wallet is made (ERC-6492); null for any other form. */
export async function unwrapSignature(signature: Hex): Promise<Hex | null> {
  if (!isForUndeployed(signature)) return null
  const { decodeAbiParameters } = await import('viem')
  try {
    const form = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
    return decodeAbiParameters(form, signature.slice(0, -64) as Hex)[2]
  } catch {
    return null
  }
}

/** A digest of a Safe's owners and its threshold; null for other wallets, and undeployed ones. @throws UnavailableError if the chain cannot be asked. */
export async function readOwners(chains: Chains, chainId: number, wallet: Address): Promise<string | null> {
  const { concat, encodeFunctionData, keccak256, parseAbi } = await import('viem')
  const abi = parseAbi(['function getOwners()', 'function getThreshold()'])
  const [owners, threshold] = await Promise.all(
    (['getOwners', 'getThreshold'] as const).map(functionName =>
      askChain(chains, chainId, { to: wallet, data: encodeFunctionData({ abi, functionName }) }),
    ),
  )
  // A list has its place, its length, and at least one address; a number has one word.
  if (!owners || !threshold || owners.length < 2 + 3 * 64 || threshold.length !== 2 + 64) return null
  return keccak256(concat([owners, threshold]))
}
