import { priceFeedAbi, priceFeedBytecode } from '@furrow/contracts/testing'
import type { Address } from 'viem'
import { second } from '../src/ground/clock.ts'
import type { TestChain } from './chain.ts'

const address = `0x${'fe'.repeat(20)}` as const

/** Names a feed of USDC, by default where `putFeed` puts one. */
export function feedSetting(more: object = {}): { readonly PRICE_FEEDS: string } {
  return {
    PRICE_FEEDS: JSON.stringify({ USDC: { chainId: 31_337, feed: address, currency: 'USD', ...more } }),
  }
}

/** Puts the code of a feed where the settings name it; it knows its decimals and its rounds alone. */
export async function putFeed({ client, account }: TestChain) {
  const by = account(0)
  const args = [8, 'USDC / USD']
  const deployed = await client.deployContract({
    ...{ abi: priceFeedAbi, bytecode: priceFeedBytecode, args, account: by },
  } as never)
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployed })
  const code = await client.getCode({ address: contractAddress as Address })
  await client.setCode({ address, bytecode: code ?? '0x' })
  /** In hundred-millionths, as of a time. */
  return async (answer: bigint, at: number): Promise<void> => {
    const said = [answer, BigInt(Math.floor(at / second))]
    const call = { abi: priceFeedAbi, address, functionName: 'say', args: said, account: by }
    const hash = await client.writeContract(call as never)
    await client.waitForTransactionReceipt({ hash })
  }
}
