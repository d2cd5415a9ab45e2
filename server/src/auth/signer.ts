import type { SignIn } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import { readOwners, unwrapSignature, whyNotSigned } from '../clients/wallets.ts'
import type { Context } from '../context.ts'
import { UnauthorizedError } from '../errors.ts'
import { hashOf, isHighSignature, recoverSigner } from './signature.ts'
import { requireOwnChain } from './wallet-chains.ts'
import { requireRoom, type Taken } from './wallet-sessions.ts'

/**
 * Checks that the address signed the message: with its key, which costs no call to the outside, or as a smart wallet on
 * the message's chain. Gives what the wallet took, and null where it was the key.
 * @throws UnauthorizedError; UnavailableError where a chain cannot be asked; TooManyRequestsError for too many sessions.
 */
export async function requireSigner(
  context: Context,
  address: Address,
  chainId: number,
  { message, signature }: SignIn,
): Promise<Taken | null> {
  const { chains, db } = context
  if ((await recoverSigner(message, signature)) === address) return null
  if (!isHex(signature)) throw new UnauthorizedError('The signature is not hex.')
  // For an address without any contract, the chain would compare with its key again.
  const inner = await unwrapSignature(signature)
  if (isHighSignature(inner ?? signature))
    throw new UnauthorizedError('The signature has a high s (EIP-2): sign again.')
  if (inner !== null && (await recoverSigner(message, inner)) === address) return null
  if (!chains.has(chainId))
    throw new UnauthorizedError(
      `The signature is not of this address's key, and smart wallets of chain ${chainId} cannot sign in here.`,
    )
  await requireOwnChain(db, address, chainId)
  await requireRoom(context, address)
  const hash = `0x${Buffer.from(hashOf(message)).toString('hex')}` as const
  const question = { chainId, wallet: address, hash, signature }
  const why = await whyNotSigned(chains, question)
  if (why !== null) throw new UnauthorizedError(why)
  return { ...question, owners: inner === null ? await readOwners(chains, chainId, address) : null }
}

function isHex(text: string): text is `0x${string}` {
  return /^0x([0-9a-f]{2})*$/i.test(text)
}
