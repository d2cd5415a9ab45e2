import { readTreasuryBalances } from '../../server/src/community/community-dao/treasury.ts'
import { startChain } from '../../server/test/chain.ts'
import { startWeb } from './harness.ts'
import type { Place } from './places.ts'

/** A community with a contract on each of two chains and a treasury on one of them; and the pages that show it. */
export async function startOnTwoChains() {
  const [home, far] = await Promise.all([startChain(), startChain({ chainId: 31_338, arbiter: 4 })])
  const chains = [home, far]
  const web = await startWeb({
    env: {
      RPC_URLS: chains.map(({ chainId, rpcUrl }) => `${chainId}=${rpcUrl}`).join(),
      TOKENS: `USDC=${home.token},USDC@${far.chainId}=${far.token}`,
      ESCROWS: chains.map(({ chainId, escrow }) => `${chainId}=${escrow}:active`).join(),
      ESCROW_OPERATOR_KEY: home.keyOf(1),
    },
  })
  const treasury = home.account(5)
  await home.mint(treasury, 2_500_000_000n)
  await home.client.setBalance({ address: treasury.address, value: 15n * 10n ** 17n })
  await web.user(web.genesis).furrow.communityDao.change({
    genesisCreator: { name: 'Rosa of the Upper Farm' },
    treasury: {
      balance: 2_500,
      token: 'USDC',
      onChain: { chainId: home.chainId, address: treasury.address },
    },
  })
  await readTreasuryBalances.round(web.context)
  const giver = web.user()
  const places: readonly Place[] = [
    { name: 'treasury', path: '/community-dao', title: 'Community DAO', as: web.user(web.genesis) },
    { name: 'post-chain', path: '/quests/new?step=reward', title: 'Post a quest', as: giver },
  ]
  return { web, places }
}
