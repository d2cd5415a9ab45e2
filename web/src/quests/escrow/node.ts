import type { Node } from '@furrow/sdk/escrow'
import type { Wallet } from '../../auth/wallets.ts'

export { callContract, isContract, isOnChain, type Node, toHex } from '@furrow/sdk/escrow'

/** A wallet, and behind it its node of the chain. @throws the wallet's own errors. */
export function nodeOf({ provider }: Wallet): Node {
  return (method, params = []) => provider.request({ method, params } as never)
}
