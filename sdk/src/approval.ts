import { EIP712Domain, escrowDomain } from './escrow-domain.ts'

/** The fields that wallets sign (EIP-712), in this order, as the contract has them. */
export const approvalFields = [
  { name: 'escrow', type: 'bytes32' },
  { name: 'farmer', type: 'address' },
  { name: 'returned', type: 'uint8' },
  { name: 'disputedAt', type: 'uint64' },
  { name: 'deadline', type: 'uint256' },
] as const

type Words = {
  readonly chainId: number
  /** The address of the contract. */
  readonly escrow: string
  readonly escrowId: string
  readonly farmer: string
  readonly returned: number
  /** In seconds since 1970, as the deadline. */
  readonly disputedAt: number
  readonly deadline: number
  /** The contract's version; the second one where none is told. */
  readonly version?: number
}

/** The typed data of an approval. A return or a dispute after it makes it worthless, and so does its deadline. */
export function approvalTypedData(terms: Words) {
  const { chainId, escrow, escrowId, farmer, returned, disputedAt, deadline, version } = terms
  return {
    domain: escrowDomain(chainId, escrow, version),
    types: { EIP712Domain, Approval: approvalFields },
    primaryType: 'Approval' as const,
    message: {
      escrow: escrowId as `0x${string}`,
      farmer: farmer as `0x${string}`,
      returned,
      disputedAt,
      deadline,
    },
  }
}
