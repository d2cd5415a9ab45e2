import { EIP712Domain, escrowDomain } from './escrow-domain.ts'

/** The fields that an attester signs (EIP-712), in this order, as the contract has them. */
const attestationFields = [
  { name: 'escrow', type: 'bytes32' },
  { name: 'farmer', type: 'address' },
  { name: 'deadline', type: 'uint256' },
] as const

type Words = {
  readonly chainId: number
  /** The address of the contract. */
  readonly contract: string
  /** The contract's id of the deposit. */
  readonly escrow: string
  readonly farmer: string
  /** In seconds since 1970. */
  readonly deadline: number
}

/** The typed data of an attestation: the contract's attester saw the merge that proves this farmer's work. */
export function attestationTypedData({ chainId, contract, escrow, farmer, deadline }: Words) {
  return {
    domain: escrowDomain(chainId, contract),
    types: { EIP712Domain, Attestation: attestationFields },
    primaryType: 'Attestation' as const,
    message: {
      escrow: escrow as `0x${string}`,
      farmer: farmer as `0x${string}`,
      deadline: BigInt(deadline),
    },
  }
}

const lineName = 'Furrow-Farmer'

/**
 * The line of a pull request's description by which its author names the address that is paid for it. An attester believes
 * this line, and not the service, which alone knows whose account the author's is.
 */
export function farmerLine(address: string): string {
  return `${lineName}: ${address}`
}

/** The addresses that a description names in such lines, in lower case and each once. */
export function readFarmerLines(description: string): string[] {
  const lines = description.matchAll(/^[ \t]*furrow-farmer:[ \t]*(0x[0-9a-f]{40})[ \t]*\r?$/gim)
  return [...new Set([...lines].map(([, address = '']) => address.toLowerCase()))]
}
