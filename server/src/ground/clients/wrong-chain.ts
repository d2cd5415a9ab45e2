import type { PublicClient } from 'viem'

export class WrongChainError extends Error {
  constructor(chainId: number, told: number) {
    super(`the RPC of chain ${chainId} answers of chain ${told}`)
  }
}

/** @throws WrongChainError if the RPC is of another chain; Error if it cannot be asked. */
export async function expectChain(client: Pick<PublicClient, 'getChainId'>, chainId: number): Promise<void> {
  const told = await client.getChainId()
  if (told !== chainId) throw new WrongChainError(chainId, told)
}
