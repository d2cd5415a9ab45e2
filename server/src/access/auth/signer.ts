import type { Address } from '../../ground/address.ts'
import {
  readOwners,
  unwrapSignature,
  type WalletSignature,
  whyNotSigned,
} from '../../ground/clients/wallets.ts'
import type { Context } from '../../ground/context.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { SignInFrom } from './attempts.ts'
import { readChainId } from './sign-in-message.ts'
import { hashOf, isHighSignature, recoverFrom } from './signature.ts'
import { findBinding, readOwnChain, requireOwnChain } from './wallet-chains.ts'
import { requireRoom, type Taken } from './wallet-sessions.ts'

/**
 * Checks a signature by the address's key, without a call, or by a smart wallet on the message's chain, which it gives.
 * @throws UnauthorizedError; BadRequestError without a chain; UnavailableError; TooManyRequestsError for many sessions.
 */
export async function requireSigner(
  context: Context,
  address: Address,
  { message, signature, ip }: SignInFrom,
): Promise<Taken | null> {
  const { chains } = context
  const hash = hashOf(message)
  const inner = await innerOf(address, hash, signature)
  if (inner === 'key') return null
  const chainId = readChainId(message)
  if (!chains.has(chainId))
    throw new UnauthorizedError(
      `The signature is not of this address's key, and smart wallets of chain ${chainId} cannot sign in here.`,
      { code: 'signature-invalid' },
    )
  const question = { chainId, wallet: address, hash: toHex(hash), signature: signature as `0x${string}` }
  return turnsOf(context).take(ip, () => askWallet(context, question, inner))
}

/** A wallet's maker and its chain's node decide how long an answer takes: a network waits for one wallet at a time. */
const turnsOf = oneFor((_: Context) =>
  createTurns({
    atOnce: 32,
    waiting: 256,
    busy: 'Too many smart wallets sign in at once; try again in a moment.',
  }),
)

async function askWallet(context: Context, question: WalletSignature, inner: string | null): Promise<Taken> {
  const { chains } = context
  const { chainId, wallet: address } = question
  const own = await readOwnChain(context, address)
  await requireOwnChain(context, own, question)
  await requireRoom(context, address)
  const why = await whyNotSigned(chains, question)
  if (why !== null) throw new UnauthorizedError(why, { code: 'signature-invalid' })
  const binding = await findBinding(context, own, question)
  const owners = inner === null ? await readOwners(chains, chainId, address) : null
  return { ...question, owners, binding }
}

/**
 * Checks that the address signed the hash, in the way it signs in: with its key, or as a smart wallet of its chain. Gives
 * that chain, where the wallet accepts the signature right now; null for a key.
 * @throws UnauthorizedError; UnavailableError where the chain cannot be asked.
 */
export async function requireSignerOf(
  context: Pick<Context, 'chains' | 'config' | 'db'>,
  address: Address,
  hash: Uint8Array,
  signature: string,
): Promise<number | null> {
  if ((await innerOf(address, hash, signature)) === 'key') return null
  const { chains } = context
  const own = await readOwnChain(context, address)
  const chainId = own?.chainId
  if (chainId === undefined || !chains.has(chainId))
    throw new UnauthorizedError('The signature is not of this address for just these words.', {
      code: 'signature-invalid',
    })
  const question = { chainId, wallet: address, hash: toHex(hash), signature: signature as `0x${string}` }
  const why = await whyNotSigned(chains, question)
  if (why !== null) throw new UnauthorizedError(why, { code: 'signature-invalid' })
  await findBinding(context, own, question)
  return chainId
}

/** `key` for a signature by the address's own key, also within ERC-6492; else the signature inside of ERC-6492, or null. */
async function innerOf(address: Address, hash: Uint8Array, signature: string): Promise<string | null> {
  if ((await recoverFrom(() => hash, signature)) === address) return 'key'
  if (!isHex(signature))
    throw new UnauthorizedError('The signature is not hex.', { code: 'signature-invalid' })
  // For an address without a contract, the chain would compare with its key again.
  const inner = await unwrapSignature(signature)
  if (isHighSignature(inner ?? signature))
    throw new UnauthorizedError('The signature has a high s (EIP-2): sign again.', {
      code: 'signature-invalid',
    })
  return inner !== null && (await recoverFrom(() => hash, inner)) === address ? 'key' : inner
}

function toHex(hash: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(hash).toString('hex')}`
}

function isHex(text: string): text is `0x${string}` {
  return /^0x([0-9a-f]{2})*$/i.test(text)
}
