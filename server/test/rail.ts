import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import { keepEscrow } from '../src/quests/rails/chain-rail/keeper.ts'
import { recheckMerges } from '../src/quests/verify/recheck.ts'
import { clockOf, startChain, type TestChain } from './chain.ts'
import { sampleQuest, startHarness } from './harness.ts'
import { startRpcProxy } from './rpc-proxy.ts'

export const paid = { ...sampleQuest, reward: '2 USDC', rewardAmount: 2 }
/** The reward of `paid`, in the token's smallest unit. */
export const two = 2_000_000n

/** A service on the chain rail, with a contract of any version; `keep` is one round of its keeper. */
export async function startRail(
  env: Record<string, string> = {},
  version?: EscrowVersion,
  /** Prepares the chain before the service looks at it. */
  prepare: (chain: TestChain) => Promise<unknown> = async () => {},
  token: {
    readonly permits?: boolean
    readonly resets?: boolean
    readonly court?: boolean
    readonly attester?: number
    readonly owner?: number
    readonly arbiter?: number
    readonly splits?: boolean
    readonly blocks?: boolean
  } = {},
) {
  const chain = await startChain({ ...token, ...(version !== undefined && { version }) })
  await prepare(chain)
  const proxy = await startRpcProxy(chain.rpcUrl)
  const clock = await clockOf(chain)
  const harness = await startHarness({ env: { ...chain.env, RPC_URLS: `31337=${proxy.url}`, ...env }, clock })
  const { context, user, visitor } = harness

  return {
    ...harness,
    chain,
    proxy,
    operator: chain.account(1).address,
    /** A round of the keeper, until its transactions are in a block: anvil mines by itself, and a little later. */
    async keep() {
      await recheckMerges.round(context)
      await keepEscrow.round(context)
      if (await chain.client.getAutomine()) await chain.settled(chain.account(1).address)
    },
    async later(milliseconds: number) {
      clock.advance(milliseconds)
      await chain.later(milliseconds / 1_000)
    },
    /** A quest that is funded, with a farmer in it. */
    async startQuest(draft = paid) {
      const [giver, farmer] = [user(), user()]
      const quest = await giver.furrow.quests.post(draft)
      await chain.fund(giver.account, quest.id, two, quest.maxFarmers, chain.token)
      await giver.furrow.quests.fund(quest.id)
      await farmer.furrow.quests.accept(quest.id)
      return { draft, giver, farmer, id: quest.id, escrowId: quest.funding.escrowId as `0x${string}` }
    },
    read: (id: string) => visitor.quests.get(id),
  }
}
