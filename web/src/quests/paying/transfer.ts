import { encodeFunctionData, erc20Abi, getAddress, zeroAddress } from 'viem'
import type { Order } from '../escrow/escrow-call.ts'
import { callContract, type Node } from '../escrow/node.ts'
import type { Owed, PayChain } from './owed.ts'
import { unitsOf } from './units.ts'

function isCoin({ address }: PayChain): boolean {
  return BigInt(address) === 0n
}

/** The token's own decimals, by its contract. @throws the wallet's own errors. */
export async function readDecimals(node: Node, chain: PayChain): Promise<number> {
  if (isCoin(chain)) return 18
  return Number(await callContract(node, chain.address, decimalsSelector))
}

/** decimals() */
const decimalsSelector = '0x313ce567'

/** The transfer that pays it. What the payee has of the token tells shared wallets' transfers, which have no hash here. */
export function transferOf(
  { farmer, amount }: Pick<Owed, 'farmer' | 'amount'>,
  chain: PayChain,
  decimals: number,
): Order {
  const payee = getAddress(farmer)
  const units = unitsOf(amount, decimals)
  if (isCoin(chain))
    return {
      call: { to: payee, data: '0x', value: `0x${units.toString(16)}` },
      watch: { to: zeroAddress, data: '0x' },
    }
  const to = getAddress(chain.address)
  return {
    call: {
      to,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [payee, units] }),
      value: '0x0',
    },
    watch: { to, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [payee] }) },
  }
}
