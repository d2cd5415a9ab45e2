import type { Db } from '@furrow/storage/db.ts'
import type { EscrowPayeeRow, EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { type SplitAccount, splitSaltOf } from '../../ground/clients/split-account.ts'
import { second } from '../../ground/clock.ts'
import type { Call, OwedCall } from '../../rules/lifecycle/calls.ts'
import type { ChainEvent } from '../../rules/lifecycle/chain-event.ts'
import { prizePayeesOf } from '../../rules/lifecycle/payout.ts'
import type { Deposit, Quest } from '../../rules/lifecycle/quest.ts'
import { payeesOf } from '../../rules/lifecycle/split.ts'
import type { Team } from '../../rules/lifecycle/team.ts'
import { callId } from './call-id.ts'
import type { LoadedQuest } from './loaded-quest.ts'
import { toPayeeRow } from './payee-rows.ts'

export function writeChain(
  writes: Writes,
  { row, escrow, payeeOf, before, quest, happened }: LoadedQuest,
): void {
  const { deposit } = quest
  if (deposit === null || escrow === null) return
  const { status, problem, noticeEndsAt } = deposit
  const was = before.deposit
  if (status !== was?.status || problem !== was.problem || noticeEndsAt !== was.noticeEndsAt)
    writes.set('escrows', ['quest_id'], { quest_id: row.id, status, problem, notice_ends_at: noticeEndsAt })
  const plan = happened.findLast(({ event }) => event.kind === 'edited' && event.deposit !== null)?.event
  if (plan?.kind === 'edited' && plan.deposit !== null)
    writes.set('escrows', ['quest_id'], {
      quest_id: row.id,
      token_address: plan.deposit.token,
      decimals: plan.deposit.decimals,
      amount_each: String(plan.deposit.amountEach),
      slots: quest.places,
    })
  const prizes = prizesOf(row.id, escrow, quest, happened)
  if (prizes !== null) {
    writes.insertNew('escrow_payees', ['quest_id', 'account'], prizes)
    writes.set('escrows', ['quest_id'], { quest_id: row.id, prizes_account: prizes.account })
  }
  const account = prizes?.account ?? escrow.prizes_account
  for (const { at, effects } of happened)
    for (const call of effects.owed) {
      const payee = accountOf(row.id, deposit, call, at)
      if (payee !== null) writes.insertNew('escrow_payees', ['quest_id', 'account'], payee)
      writes.insert('escrow_calls', {
        id: callId(row.id, call),
        quest_id: row.id,
        contract: escrow.contract,
        escrow: escrow.escrow,
        kind: call.call === 'verify' ? 'propose' : call.call,
        farmer: call.farmer && (payee?.account ?? account ?? payeeOf(call.farmer)),
        verified: isVerified(call) ? 1 : 0,
        state: 'queued',
        nonce: null,
        batch: null,
        not_before: 0,
        tries: 0,
        problem: null,
        created_at: at,
        deadline: call.call === 'approve' ? call.until / second : null,
        signature: call.call === 'approve' ? (call.signed?.signature ?? null) : null,
        work: null,
      })
    }
}

/** The account that is the farmer of a shared place to the contract; null for a place of one. */
function accountOf(
  questId: string,
  deposit: Deposit,
  { farmer, team }: OwedCall,
  at: number,
): EscrowPayeeRow | null {
  if (farmer === null || team === undefined) return null
  return toPayeeRow({ questId, farmer, at }, splitOf(questId, deposit, farmer, team))
}

/** The split account of a farmer's place, which follows from its members and their shares alone. */
export function splitOf(
  questId: string,
  deposit: Pick<Deposit, 'amountEach'>,
  farmer: Address,
  { members, splitter }: Pick<Team, 'members'> & { readonly splitter: Address },
): SplitAccount {
  return { splitter, ...payeesOf(deposit, members), salt: splitSaltOf(questId, farmer) }
}

/** The account of the prizes that are fixed now, whatever is learned later of who won or paid in; null where none are. */
function prizesOf(
  questId: string,
  { splitter }: Pick<EscrowRow, 'splitter'>,
  quest: Quest,
  happened: LoadedQuest['happened'],
): EscrowPayeeRow | null {
  if (splitter === null) return null
  for (const { at, event } of happened) {
    if (event.kind !== 'payout-begun') continue
    const payees = prizePayeesOf(quest, event.prizesBack, event.parts)
    const split = { splitter, ...payees, salt: splitSaltOf(questId, event.farmer) }
    return toPayeeRow({ questId, farmer: event.farmer, at }, split)
  }
  return null
}

function isVerified(call: Call): boolean {
  return call.call === 'verify' || (call.call === 'approve' && call.signed?.verified === true)
}

/** Drops calls that the contract would refuse for ever; those that were sent already end by themselves. */
export async function dropCalls(trx: Db, loadedQuests: readonly LoadedQuest[]): Promise<void> {
  const ids = loadedQuests.flatMap(({ row, happened }) =>
    happened.flatMap(({ effects }) => effects.dropped.map(call => callId(row.id, call))),
  )
  if (ids.length === 0) return
  await trx
    .updateTable('escrow_calls')
    .set({ state: 'done', problem: 'not needed any more' })
    .where('id', 'in', ids)
    .where('state', '=', 'queued')
    .execute()
}

/** Notes that the event was mirrored: once, whatever it changed. */
export function writeChainEvent(writes: Writes, questId: string, event: ChainEvent): void {
  writes.insert('escrow_events', {
    hash: event.hash,
    log_index: event.logIndex,
    block: event.block,
    quest_id: questId,
    kind: event.kind,
    farmer: 'farmer' in event ? event.farmer : null,
    at: event.at,
  })
}
