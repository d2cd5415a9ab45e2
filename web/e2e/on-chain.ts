import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { keepEscrow } from '../../server/src/quests/rails/chain-rail/keeper.ts'
import { startDaemon } from '../../server/src/service/daemon/daemon.ts'
import { startChain } from '../../server/test/chain.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { startWeb } from './harness.ts'

export const ether = 10n ** 18n
export const draft = { ...sampleQuest, reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' }

type Options = {
  readonly env?: Record<string, string>
  readonly version?: EscrowVersion
  readonly resets?: boolean
  readonly permits?: boolean
  readonly court?: boolean
  /** There is a splitter, for teams and contests. */
  readonly splits?: boolean
  /** The account that is the arbiter. */
  readonly arbiter?: number
  readonly decider?: NonNullable<Parameters<typeof startChain>[0]>['decider']
}

/** The service on the chain rail, with a keeper that always looks at the chain. The platform wallet is the arbiter. */
export async function startOnChain({
  env = {},
  version = 1,
  resets = false,
  permits = false,
  court = false,
  splits = false,
  arbiter = 2,
  decider = null,
}: Options = {}) {
  const chain = await startChain({ version, resets, permits, court, splits, arbiter, decider })
  const own = {
    ESCROW_EXPLORER_URL: 'https://explorer.example.org/',
    PLATFORM_WALLET: chain.account(2).address,
  }
  const web = await startWeb({ env: { ...chain.env, ...own, ...env } })
  const keeper = startDaemon(web.context, [keepEscrow])
  onTestFinished(() => keeper[Symbol.asyncDispose]())
  return { chain, web }
}

/** Reads the plan, and goes on to the wallet. */
export async function payIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay in', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go to the wallet' }).click()
}
