import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Escrows } from '../../ground/clients/escrows.ts'
import type { Asked, Deposit } from '../../rules/lifecycle/quest.ts'
import { callId } from './call-id.ts'
import { toDeposit } from './rows.ts'

type OnChain = {
  escrowOf(questId: string): EscrowRow | null
  depositOf(questId: string): Deposit | null
  askedOf(part: AssignmentRow): ReadonlySet<Asked>
  /** The farmer of the place to the contract: an account, where several share it. */
  payeeOf(part: AssignmentRow): Address
}

const calls = ['propose', 'verify', 'release', 'settle'] as const
const nothing: OnChain = {
  escrowOf: () => null,
  depositOf: () => null,
  askedOf: () => new Set(),
  payeeOf: ({ farmer }) => farmer,
}

export async function loadChain(
  trx: Db,
  served: Escrows,
  quests: readonly QuestRow[],
  parts: readonly AssignmentRow[],
): Promise<OnChain> {
  const ids = quests.flatMap(({ id, rail }) => (rail === 'chain' ? [id] : []))
  if (ids.length === 0) return nothing
  const found = await trx
    .selectFrom('escrows')
    .leftJoin('escrow_contracts', 'escrow_contracts.contract', 'escrows.contract')
    .selectAll('escrows')
    .select('escrow_contracts.problem as stopped')
    .where('quest_id', 'in', ids)
    .execute()
  const escrows = found.map(({ stopped: _, ...row }): EscrowRow => row)
  const problems = new Map(found.map(({ contract, stopped }) => [contract, stopped]))
  const owed = await loadOwed(trx, [
    ...ids.map(closingId),
    ...parts.flatMap(part => calls.map(call => callOf(part, call))),
  ])
  const rows = new Map(escrows.map(row => [row.quest_id, row]))
  const deposits = new Map(
    escrows.map(row => {
      const closing = owed.has(closingId(row.quest_id))
      const problem = problems.get(row.contract) ?? null
      return [row.quest_id, toDeposit(row, { closing, problem, escrow: served.byId(row.contract) })]
    }),
  )
  return {
    escrowOf: questId => rows.get(questId) ?? null,
    depositOf: questId => deposits.get(questId) ?? null,
    askedOf: part => new Set(calls.filter(call => owed.has(callOf(part, call)))),
    payeeOf: part => owed.get(callOf(part, 'propose')) ?? owed.get(callOf(part, 'verify')) ?? part.farmer,
  }
}

function callOf({ quest_id, farmer, round }: AssignmentRow, call: Asked): string {
  // Calls that end the work are asked for once.
  const isEnd = call === 'release' || call === 'settle'
  return callId(quest_id, { call, farmer, round: isEnd ? 0 : round })
}

function closingId(questId: string): string {
  return callId(questId, { call: 'close', farmer: null })
}

async function loadOwed(trx: Db, ids: readonly string[]): Promise<Map<string, Address | null>> {
  const named = ids.map(id => ({ id }))
  const { rows } = await sql<{ id: string; farmer: Address | null }>`
    select c.id, c.farmer from ${jsonRows(trx, 'k', ['id'], named)}
    ${joinEach(trx, 'escrow_calls', 'c', sql`c.id = k.id`)}`.execute(trx)
  return new Map(rows.map(({ id, farmer }) => [id, farmer]))
}
