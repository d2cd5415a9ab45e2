import { t } from '@lingui/core/macro'

const chains: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'Optimism',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum',
  11155111: 'Sepolia',
  84532: 'Base Sepolia',
}

/** The common name of a chain. */
export function chainName(chainId: number): string {
  return chains[chainId] ?? t`chain ${chainId}`
}
