import { EIP712Domain, escrowDomain } from './escrow-domain.ts'

/** The fields that an attester signs (EIP-712), in this order, as the contract has them. */
const attestationFields = [
  { name: 'escrow', type: 'bytes32' },
  { name: 'farmer', type: 'address' },
  { name: 'deadline', type: 'uint256' },
] as const

/** The same in the third version: the word is for one work, as often as it was returned. */
const fieldsOfWork = [
  { name: 'escrow', type: 'bytes32' },
  { name: 'farmer', type: 'address' },
  { name: 'returned', type: 'uint8' },
  { name: 'work', type: 'bytes32' },
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

type WordsOfWork = Words & {
  /** How often the contract gave the work back. */
  readonly returned: number
  /** A hash of what was seen. */
  readonly work: string
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

/** The same for the contract's third version. */
export function workAttestationTypedData(words: WordsOfWork) {
  const { chainId, contract, escrow, farmer, returned, work, deadline } = words
  return {
    domain: escrowDomain(chainId, contract, 3),
    types: { EIP712Domain, Attestation: fieldsOfWork },
    primaryType: 'Attestation' as const,
    message: {
      escrow: escrow as `0x${string}`,
      farmer: farmer as `0x${string}`,
      returned,
      work: work as `0x${string}`,
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
