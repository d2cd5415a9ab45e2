import type { Hex } from 'viem'
import type { Address } from '../address.ts'
import { keepLast } from '../kept-last.ts'
import { oneFor } from '../one-for.ts'
import type { Chains } from './chains.ts'

const timeout = 10_000

/** Deployments do not change: each is looked up once. */
const knownOf = oneFor((_: Chains) => keepLast<string, number>(1_000))

/** When an address got its code on a chain, in seconds; null if the node does not tell of the past. Asks once for each halving of the chain. */
export async function deployedAt(chains: Chains, chainId: number, address: Address): Promise<number | null> {
  const known = knownOf(chains)
  const key = `${chainId} ${address}`
  const before = known.get(key)
  if (before !== undefined) return before
  try {
    const at = await search(chains, chainId, address)
    known.set(key, at)
    return at
  } catch {
    // Nodes without an archive refuse in words of their own.
    return null
  }
}

async function search(chains: Chains, chainId: number, address: Address): Promise<number> {
  const client = await chains.open(chainId, { signal: AbortSignal.timeout(timeout) })
  const hasCodeAt = async (block: bigint): Promise<boolean> => {
    const code: Hex | null = await client.request({
      method: 'eth_getCode',
      params: [address, `0x${block.toString(16)}`],
    })
    if (typeof code !== 'string' || !/^0x[0-9a-f]*$/i.test(code)) throw new Error('no answer')
    return code !== '0x'
  }
  let [without, has] = [-1n, await client.getBlockNumber({ cacheTime: 0 })]
  if (!(await hasCodeAt(has))) throw new Error('it has no code')
  while (has - without > 1n) {
    const middle = (without + has) / 2n
    if (await hasCodeAt(middle)) has = middle
    else without = middle
  }
  const { timestamp } = await client.getBlock({ blockNumber: has })
  return Number(timestamp)
}
