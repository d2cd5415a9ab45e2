import type { SigningDomain } from '@furrow/sdk/contract'
import { recoverFrom } from '../../access/auth/signature.ts'
import { type Address, toAddress } from '../../ground/address.ts'

export type Signed = {
  readonly signature: string | null
  readonly chainId: number | null
  /** When the service took the signature; null where that is not told. */
  readonly at: string | null
}

/** Asks a smart wallet's chain whether the wallet accepts or accepted the signature; null where it cannot be asked. */
export type AskWallet = (question: {
  readonly chainId: number
  readonly wallet: Address
  readonly hash: `0x${string}`
  readonly signature: `0x${string}`
  readonly at: string | null
}) => Promise<boolean | null>

/** `proved` here; `asked` once by the service, for a smart wallet; `gone` with a leaver; else why it is forged. */
export type Proof = 'proved' | 'asked' | 'gone' | { readonly problem: string }

const forged = { problem: 'its signature is not of this address for these words' } as const

export async function proofOf(
  signer: string,
  { signature, chainId, at }: Signed,
  left: boolean,
  hash: (domain: SigningDomain) => Uint8Array,
  domain: SigningDomain,
  ask: AskWallet | null,
): Promise<Proof> {
  if (signature === null) return left ? 'gone' : { problem: 'it has no signature, and nobody left' }
  const bytes = hash(domain)
  if ((await recoverFrom(() => bytes, signature)) === signer.toLowerCase()) return 'proved'
  if (chainId === null || !/^0x([0-9a-f]{2})+$/i.test(signature)) return forged
  if (ask === null) return 'asked'
  const takes = await ask({
    chainId,
    wallet: toAddress(signer),
    hash: `0x${Buffer.from(bytes).toString('hex')}`,
    signature: signature as `0x${string}`,
    at,
  })
  if (takes === null) return 'asked'
  return takes ? 'proved' : { problem: `its smart wallet on chain ${chainId} does not take its signature` }
}
