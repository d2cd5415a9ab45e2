/** A wallet or a node of the chain, by the method's name (EIP-1193, JSON-RPC). @throws their own errors. */
export type Node = (method: string, params?: readonly unknown[]) => Promise<unknown>

export const toHex = (number: bigint | number): `0x${string}` => `0x${number.toString(16)}`

/** A contract's answer, undecoded. @throws where the contract refuses. */
export async function callContract(node: Node, to: string, data: string, from?: string): Promise<string> {
  return String(await node('eth_call', [{ ...(from && { from }), to, data }, 'latest']))
}

export async function isOnChain(node: Node, chainId: number): Promise<boolean> {
  return Number(await node('eth_chainId')) === chainId
}

/** A key that lends itself code (EIP-7702) still sends its own transactions. */
export function isContract(code: string): boolean {
  return code.length > 2 && !code.toLowerCase().startsWith('0xef0100')
}
