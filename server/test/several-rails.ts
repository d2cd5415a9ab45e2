import { keepEscrow } from '../src/quests/rails/chain-rail/keeper.ts'
import type { TestChain } from './chain.ts'
import { type Harness, sampleQuest, startHarness, type User } from './harness.ts'

export const paid = { ...sampleQuest, reward: '2 USDC', rewardAmount: 2 }
/** The reward of `paid`, in the token's smallest unit. */
export const two = 2_000_000n

/** A service whose settings list these contracts, on a chain or on several. */
export function startSeveral(
  chains: readonly TestChain[],
  env: Record<string, string>,
  clock: Harness['clock'],
) {
  const [home] = chains as [TestChain]
  const rest = chains.slice(1).map(chain => `USDC@${chain.chainId}=${chain.token}`)
  return startHarness({
    clock,
    env: {
      RPC_URLS: chains.map(({ chainId, rpcUrl }) => `${chainId}=${rpcUrl}`).join(),
      TOKENS: [`USDC=${home.token}`, ...rest].join(),
      ESCROW_CONFIRMATIONS: '1',
      ESCROW_POLL_SECONDS: '0.05',
      ...env,
    },
  })
}

/** Some rounds of the keeper; each round's transactions are in a block before the next. */
export async function keep({ context }: Harness, chains: readonly TestChain[], rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await keepEscrow.round(context)
    for (const chain of chains) for (const { operator } of context.escrows.all) await chain.settled(operator)
  }
}

/** A quest whose giver paid in, with a farmer in it. */
export async function startWork(harness: Harness, chain: TestChain, draft: object = {}) {
  const [giver, farmer] = [harness.user(), harness.user()]
  const { id, funding, maxFarmers } = await giver.furrow.quests.post({ ...paid, ...draft })
  await chain.fund(giver.account, id, two, maxFarmers, chain.token, funding.escrow as `0x${string}`)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  return { id, giver, farmer, funding, escrowId: funding.escrowId as `0x${string}` }
}

/** The same person at another service. */
export const at = (harness: Harness, { account, address }: User) => harness.user({ account, address })
