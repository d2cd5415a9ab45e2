import { readTreasuryBalances } from '../../src/community/community-dao/treasury.ts'
import { hour } from '../../src/ground/clock.ts'
import type { Context } from '../../src/ground/context.ts'
import { change } from '../../src/quests/change/change.ts'
import { followPayments } from '../../src/quests/rails/ledger-rail/follow-payments.ts'
import { weighPayments } from '../../src/quests/rails/ledger-rail/weigh-payments.ts'
import { type Harness, sampleQuest, type User } from '../harness.ts'

const hash = `0x${'7'.repeat(64)}`
const shown = { chainId: 31_337, hash } as const

/** Settings of a service that knows a chain whose RPC does not answer. */
export const somewhere = { RPC_URLS: '31337=http://127.0.0.1:1', TOKENS: `USDC=0x${'1'.repeat(40)}` }

/** Payments that are shown, settled, looked at again, taken back and refused. */
export async function usePayments({ clock, context, genesis, user, visitor }: Harness): Promise<void> {
  // It shares a database with an earlier service, and that one's creator.
  const { genesisCreator } = context.config
  await useTreasury(context, user({ ...genesis, address: genesisCreator ?? genesis.address }))
  const [giver, farmer] = [user(), user()]
  const id = await release(giver, farmer)
  await giver.furrow.quests.review(id, farmer.address, 5)
  await giver.furrow.quests.paid(id, farmer.address, hash).catch(() => {})
  const about = { by: null, farmer: farmer.address, ...shown } as const
  await change(context, id, { ...about, kind: 'show-payment', by: giver.address, part: 0 })
  await change(context, id, { ...about, kind: 'settle-payment', paidAt: clock.now(), payer: giver.address })
  await farmer.furrow.quests.notReceived(id)
  await farmer.furrow.quests.confirmPayment(id)
  await context.db.updateTable('payments').set({ weighed: 0 }).where('quest_id', '=', id).execute()
  await weighPayments.round(context)
  await visitor.quests.get(id)
  clock.advance(hour)
  await followPayments.round(context)
  await change(context, id, { ...about, kind: 'reorganise-payment' })
  await change(context, id, { ...about, kind: 'refuse-payment', fault: { code: 'unconfirmed' } })
  await visitor.profile.get(giver.address, { init: true })
  for (const query of [
    { season: 1 },
    { skill: 'carpentry' },
    { token: 'USDC' },
    { skill: 'x', token: 'DAI' },
  ])
    await visitor.leaderboard(query)
}

async function useTreasury(context: Context, { address, furrow }: User): Promise<void> {
  await furrow.communityDao.change({ treasury: { onChain: { chainId: shown.chainId, address } } })
  await readTreasuryBalances.round(context)
  await furrow.communityDao.get()
}

async function release(giver: User, farmer: User): Promise<string> {
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  return id
}
