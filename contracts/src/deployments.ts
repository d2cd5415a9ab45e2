import { keccak256 } from 'viem'
import list from '../deployments.json' with { type: 'json' }

/** A contract that `npm run deploy -w contracts` deployed, and the hash of its code on that chain. */
export type Deployment = {
  readonly chainId: number
  readonly address: string
  /** The version of the escrow contract, or of the splitter. */
  readonly version: number
  /** keccak256 of the code at the address; it holds the terms too. */
  readonly codeHash: string
  readonly transaction: string | null
}

/** The deployments that this repository knows of. */
export const deployments: readonly Deployment[] = list

/**
 * Whether the code at an address is that of the deployment which is listed there; null where none is listed.
 *
 * @param code as the chain has it
 */
export function isAsListed(
  { chainId, address }: { readonly chainId: number; readonly address: string },
  code: `0x${string}`,
  listed: readonly Deployment[] = deployments,
): boolean | null {
  const known = listed.find(
    one => one.chainId === chainId && one.address.toLowerCase() === address.toLowerCase(),
  )
  return known === undefined ? null : known.codeHash === keccak256(code)
}
