import type { Hex, PublicClient } from 'viem'

/** The contract of OP stack chains that tells the fee for a transaction's bytes, beside its gas (GasPriceOracle). */
const oracle = '0x420000000000000000000000000000000000000F'
const abi = [
  {
    type: 'function',
    name: 'getL1Fee',
    stateMutability: 'view',
    inputs: [{ name: 'data', type: 'bytes' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const

/**
 * The chain's fee for these bytes of a transaction beside its gas, with a quarter to spare; 0n if it takes none. Whether it
 * takes one is asked once. Other kinds of chains have it in the gas.
 */
export function createL1Fee(client: PublicClient): (unsigned: Hex) => Promise<bigint> {
  let has: boolean | null = null
  return async unsigned => {
    has ??= (await client.getCode({ address: oracle })) !== undefined
    if (!has) return 0n
    const fee = await client.readContract({
      abi,
      address: oracle,
      functionName: 'getL1Fee',
      args: [unsigned],
    })
    return (fee * 5n) / 4n
  }
}
