import type { SignIn } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import { isWalletSignature } from '../clients/wallets.ts'
import type { Context } from '../context.ts'
import { UnauthorizedError } from '../errors.ts'
import { hashOf, isHighSignature, recoverSigner } from './signature.ts'

/**
 * Checks that the address signed the message: with its key, which costs no call to the outside, or as a smart wallet on
 * the message's chain.
 * @throws UnauthorizedError; UnavailableError where the chain cannot be asked.
 */
export async function requireSigner(
  { chains }: Context,
  address: Address,
  chainId: number,
  { message, signature }: SignIn,
): Promise<void> {
  if ((await recoverSigner(message, signature)) === address) return
  if (!/^0x([0-9a-f]{2})*$/i.test(signature)) throw new UnauthorizedError('The signature is not hex.')
  if (isHighSignature(signature))
    throw new UnauthorizedError('The signature has a high s (EIP-2): sign again.')
  if (!chains.has(chainId))
    throw new UnauthorizedError(
      `The signature is not of this address's key, and smart wallets of chain ${chainId} cannot sign in here.`,
    )
  const question = {
    chainId,
    wallet: address,
    hash: `0x${Buffer.from(hashOf(message)).toString('hex')}`,
    signature: signature as `0x${string}`,
  } as const
  if (!(await isWalletSignature(chains, question)))
    throw new UnauthorizedError('The signature is not of this address.')
}
