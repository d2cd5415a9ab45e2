import { type Node, toHex } from './node.ts'

type Capabilities = {
  readonly atomic?: { readonly status?: string }
  readonly paymasterService?: { readonly supported?: boolean }
}

/** A wallet's abilities on a chain (EIP-5792); none where it does not know the question. */
export async function readCapabilities(node: Node, from: string, chainId: number): Promise<Capabilities> {
  try {
    const all = (await node('wallet_getCapabilities', [from, [toHex(chainId)]])) as Record<
      string,
      Capabilities
    >
    return Object.entries(all ?? {}).find(([id]) => Number(id) === chainId)?.[1] ?? {}
  } catch {
    return {}
  }
}

/** Wallets that would first have to change the account itself (`ready`) are not asked for that. */
export async function canSendTogether(node: Node, from: string, chainId: number): Promise<boolean> {
  return (await readCapabilities(node, from, chainId)).atomic?.status === 'supported'
}
