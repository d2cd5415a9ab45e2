import { type Address, encodeFunctionData, zeroAddress } from 'viem'
import type { Chain } from './chain.ts'
import { testTokenAbi } from './fixtures.ts'

/** The chain's coin, where a token is asked for. */
export const native = zeroAddress

/** People's balances on a chain, and their allowances for `spender`. */
export function assetsOn({ client, send }: Chain, spender: Address) {
  return {
    /** Mints a token to a holder, who lets the spender take it. */
    allow: async (token: Address, holder: Address, amount: bigint, to = spender): Promise<void> => {
      const mint = encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [holder, amount] })
      const approve = encodeFunctionData({ abi: testTokenAbi, functionName: 'approve', args: [to, amount] })
      await send({ from: holder, to: token, data: mint })
      await send({ from: holder, to: token, data: approve })
    },
    balanceOf: (token: Address, holder: Address): Promise<bigint> =>
      token === native
        ? client.getBalance({ address: holder })
        : client.readContract({
            abi: testTokenAbi,
            address: token,
            functionName: 'balanceOf',
            args: [holder],
          }),
  }
}
