import { day, hour, minute } from '../../src/ground/clock.ts'
import { toText } from '../../src/quests/rails/chain-rail/parked-text.ts'
import { reconcileEscrow } from '../../src/quests/rails/chain-rail/reconcile.ts'
import { readUnserved } from '../../src/quests/rails/chain-rail/unserved.ts'
import type { ChainEvent } from '../../src/rules/lifecycle/chain-event.ts'
import { createWallet } from '../harness.ts'
import { paid, type startRail } from '../rail.ts'
import { rows } from './fill.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

/** Deposits, proposals, payments and disputes on chain, and their failures. */
export async function useChain(rail: Rail): Promise<void> {
  await spendNonces(rail)
  const { chain, keep, later } = rail
  const [paid, disputed] = [await submit(rail), await submit(rail)]
  await keep()
  await keep()
  await chain.call(disputed.giver.account, 'dispute', [disputed.escrowId, disputed.farmer.account.address])
  await later(49 * hour)
  await keep()
  await keep()
  await later(15 * day)
  await keep()
  await keep()
  await usePark(rail, paid.id, paid.escrowId)
  await useReconciliation(rail)
  await useTrouble(rail)
  await readUnserved({ db: rail.context.db, escrows: { ...rail.context.escrows, byId: () => null } })
  await rail.visitor.quests.list({ limit: '50' })
  const statuses = [paid, disputed].map(async ({ id }) => (await rail.read(id)).farmers[0]?.status)
  if ((await Promise.all(statuses)).join() !== 'released,refunded') throw new Error('nothing was paid')
}

/** The key's nonces that the database knows are spent on this chain too. */
async function spendNonces({ chain, context, operator }: Rail): Promise<void> {
  await chain.client.setNonce({ address: operator, nonce: rows })
  const operatorId = context.escrows.first?.operatorId ?? ''
  await context.db
    .updateTable('escrow_operators')
    .set({ next_nonce: rows })
    .where('operator', '=', operatorId)
    .execute()
}

async function submit(rail: Rail) {
  const quest = await rail.startQuest()
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  return quest
}

/** An event that waits for another try, and one that cannot be applied then either. */
async function usePark({ context, clock, keep }: Rail, questId: string, escrow: string): Promise<void> {
  const place = { block: 1, at: clock.now() }
  const { address: farmer } = createWallet()
  const events: ChainEvent[] = [
    { kind: 'close', hash: '0x01', logIndex: 0, ...place },
    { kind: 'propose', farmer, reviewEndsAt: 0, hash: '0x02', logIndex: 0, ...place },
  ]
  for (const event of events)
    await context.db
      .insertInto('escrow_parked')
      .values({
        hash: event.hash,
        log_index: 0,
        contract: context.escrows.first?.id ?? '',
        escrow,
        block: 1,
        event: toText(event),
        reason: questId,
        tries: 0,
        next_at: clock.now(),
      })
      .execute()
  await keep()
}

/** A look at all deposits, one of which differs, and one of which the contract does not know. */
async function useReconciliation(rail: Rail): Promise<void> {
  const { clock, context, proxy } = rail
  await submit(rail)
  await rail.keep()
  proxy.before = ({ method }) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
  clock.advance(10 * minute)
  await reconcileEscrow.round(context)
  proxy.before = () => 'pass'
  await rail.keep()
}

/** A giver who takes back money that work was waiting for; a transaction that waits; a chain that is gone. */
async function useTrouble(rail: Rail): Promise<void> {
  const { chain, clock, keep, later, proxy, user } = rail
  const wrong = await user().furrow.quests.post(paid)
  const stranded = await submit(rail)
  await later(91 * day)
  await chain.call(stranded.giver.account, 'refund', [stranded.escrowId])
  await keep()
  await rail.read(wrong.id)
  await submit(rail)
  await chain.client.setAutomine(false)
  for (let round = 0; round < 2; round++) {
    await keep()
    clock.advance(2 * minute)
  }
  await chain.client.setAutomine(true)
  proxy.before = () => 'down'
  await keep().catch(() => {})
  proxy.before = () => 'pass'
  await keep()
}
