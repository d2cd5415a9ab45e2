/** The fields of the domain (EIP-712) of a contract that signatures are for. */
export const EIP712Domain = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The domain of the escrow contract's second version, the first one that takes signatures. */
export function escrowDomain(chainId: number, escrow: string) {
  return {
    name: 'QuestEscrow',
    version: '2',
    chainId,
    verifyingContract: escrow as `0x${string}`,
  }
}
