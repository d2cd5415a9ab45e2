import type { Wallet } from '../../auth/wallets.ts'

/** A wallet, and behind it its node of the chain. @throws the wallet's own errors. */
export type Node = (method: string, params?: readonly unknown[]) => Promise<unknown>

export function nodeOf({ provider }: Wallet): Node {
  return (method, params = []) => provider.request({ method, params } as never)
}

export const toHex = (number: bigint | number) => `0x${number.toString(16)}`

/** A contract's answer, undecoded. @throws where the contract refuses. */
export async function callContract(node: Node, to: string, data: string, from?: string): Promise<string> {
  return String(await node('eth_call', [{ ...(from && { from }), to, data }, 'latest']))
}

export async function isOnChain(node: Node, chainId: number): Promise<boolean> {
  return Number(await node('eth_chainId')) === chainId
}
