import type { Db } from '../db/db.ts'
import type { Writes } from '../db/writes.ts'
import type { ChainEvent } from '../lifecycle/chain-event.ts'
import { callId } from './call-id.ts'
import type { Page } from './page.ts'

/** What became of the deposit, and what the contract is asked for. */
export function writeChain(writes: Writes, { row, escrow, before, quest, happened }: Page): void {
  const { deposit } = quest
  if (deposit === null || escrow === null) return
  if (deposit.status !== before.deposit?.status || deposit.problem !== before.deposit?.problem)
    writes.set('escrows', ['quest_id'], {
      quest_id: row.id,
      status: deposit.status,
      problem: deposit.problem,
    })
  for (const { at, effects } of happened)
    for (const call of effects.owed)
      writes.insert('escrow_calls', {
        id: callId(row.id, call),
        quest_id: row.id,
        contract: escrow.contract,
        escrow: escrow.escrow,
        kind: call.call === 'verify' ? 'propose' : call.call,
        farmer: call.farmer,
        verified: call.call === 'verify' ? 1 : 0,
        state: 'queued',
        nonce: null,
        not_before: 0,
        tries: 0,
        problem: null,
        created_at: at,
      })
}

/** What the contract would refuse for ever is not asked any more; what was sent already ends by itself. */
export async function dropCalls(trx: Db, pages: readonly Page[]): Promise<void> {
  const ids = pages.flatMap(({ row, happened }) =>
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

/** That it was mirrored: once, whatever it changed. */
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
