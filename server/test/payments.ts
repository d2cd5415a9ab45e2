import { testTokenAbi } from '@furrow/contracts/testing'
import { type Address as Hex40, parseEther } from 'viem'
import { clockOf, startChain, type TestChain } from './chain.ts'
import { type Harness, sampleQuest, startHarness, type User } from './harness.ts'

/** One unit of the token of six decimals. */
export const unit = 1_000_000n

/** The ledger, with a chain beside it where payments can be seen. */
export async function startPayments(more: Record<string, string> = {}) {
  const chain = await startChain()
  const { RPC_URLS, TOKENS } = chain.env
  const env = { RPC_URLS, TOKENS, ...more }
  const harness = await startHarness({ env, clock: await clockOf(chain) })
  const [giver, farmer] = [harness.user(), harness.user()]
  await chain.client.setBalance({ address: giver.address, value: parseEther('1000') })
  await chain.mint(giver.account, 10_000n * unit)
  return { chain, harness, giver, farmer }
}

/** Work that its giver approved at once. @returns the quest's id. */
export async function release(giver: User, farmer: User, change: object = {}): Promise<string> {
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...change })
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  return id
}

/** Pays in the chain's token. @returns the transaction's hash. */
export async function transfer(
  { client, token }: TestChain,
  from: User,
  to: Hex40,
  amount: bigint,
  of = token,
) {
  const call = { abi: testTokenAbi, address: of, functionName: 'transfer', args: [to, amount] } as const
  const hash = await client.writeContract({
    ...call,
    account: from.account,
    chain: client.chain,
    gas: 200_000n,
  })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

/** The sum of the points in somebody's history. */
export async function pointsOf({ visitor }: Harness, { address }: { address: string }): Promise<number> {
  const { reputation } = await visitor.reputation(address)
  const sum = reputation.history.reduce((sum, { points }) => sum + points, 0)
  // Adding 0 turns -0 into 0.
  return Math.round(sum * 100) / 100 + 0
}
