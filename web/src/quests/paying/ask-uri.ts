import type { Owed, PayChain } from './owed.ts'

/** EIP-681: a link that wallets open with payee and amount filled in; without a chain's token, with what is known. */
export function askUri({ farmer, token }: Owed, units: bigint | null, chain: PayChain | null): string {
  if (chain === null || units === null) {
    const isCoin = token.toUpperCase() === 'ETH' && units !== null
    return `ethereum:${farmer}${isCoin ? `?value=${units}` : ''}`
  }
  if (BigInt(chain.address) === 0n) return `ethereum:${farmer}@${chain.chainId}?value=${units}`
  return `ethereum:${chain.address}@${chain.chainId}/transfer?address=${farmer}&uint256=${units}`
}
