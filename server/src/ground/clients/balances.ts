import { type Address, zeroAddress } from '../address.ts'
import { second } from '../clock.ts'
import type { Chains } from './chains.ts'
import { readTokenDecimals } from './payments.ts'
import { expectChain } from './wrong-chain.ts'

const patience = 8 * second

/** The balance of an address in a token, or in the chain's own coin (the zero address). @throws Error if the chain cannot be asked. */
export async function readBalance(
  chains: Chains,
  {
    chainId,
    address,
    token,
  }: { readonly chainId: number; readonly address: Address; readonly token: Address },
): Promise<{ readonly units: bigint; readonly decimals: number }> {
  const decimals = await readTokenDecimals(chains, chainId, token)
  const client = await chains.open(chainId, { signal: AbortSignal.timeout(patience) })
  await expectChain(client, chainId)
  if (token === zeroAddress) return { units: await client.getBalance({ address }), decimals }
  const { erc20Abi } = await import('viem')
  const functionName = 'balanceOf'
  const units = await client.readContract({ abi: erc20Abi, address: token, functionName, args: [address] })
  return { units, decimals }
}
