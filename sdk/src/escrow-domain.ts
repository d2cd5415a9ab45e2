/** The fields of the domain (EIP-712) of a contract that signatures are for. */
export const EIP712Domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The domain of an escrow contract; the second version is the first one that takes signatures. */
export function escrowDomain(chainId: number, escrow: string, version: number = 2) {
  return {
    name: 'QuestEscrow',
    version: String(version),
    chainId,
    verifyingContract: escrow as `0x${string}`,
  }
}
