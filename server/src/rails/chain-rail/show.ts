import type { Funding, HoldReason } from '@furrow/sdk/contract'
import { type Address, checksum, toAddress } from '../../address.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { EscrowRow } from '../../db/escrow-tables.ts'
import type { QuestRow } from '../../db/tables.ts'
import type { ShownFunds } from '../rail.ts'

type Transaction = NonNullable<Funding['transactions']>[number] & { readonly questId: string }

/** The deposits of these quests, what happened to them on chain, and what is on its way there. */
export async function showDeposits(
  db: Db,
  quests: readonly QuestRow[],
): Promise<ReadonlyMap<string, ShownFunds>> {
  const ids = quests.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const escrows = await db.selectFrom('escrows').selectAll().where('quest_id', 'in', ids).execute()
  const transactions = [...(await readMirrored(db, ids)), ...(await readPending(db, ids))]
  const byQuest = Map.groupBy(transactions, ({ questId }) => questId)
  const holds = Map.groupBy(await readHolds(db, ids), ({ questId }) => questId)
  return new Map(
    escrows.map(row => [
      row.quest_id,
      {
        status: row.status,
        more: showEscrow(row, byQuest.get(row.quest_id) ?? []),
        holdReasons: new Map(holds.get(row.quest_id)?.map(({ farmer, reason }) => [farmer, reason])),
      },
    ]),
  )
}

/** Of a quest that was just posted, and that nobody has paid in for. */
export function showPlanned(planned: EscrowRow): ShownFunds {
  return { status: planned.status, more: showEscrow(planned, []), holdReasons: new Map() }
}

function showEscrow(row: EscrowRow, transactions: readonly Transaction[]): Partial<Funding> {
  const [chainId, contract] = row.contract.split(':')
  return {
    chainId: Number(chainId),
    escrow: checksum(toAddress(contract as string)),
    escrowId: row.escrow,
    tokenAddress: checksum(row.token_address),
    tokenDecimals: row.decimals,
    amountEach: row.amount_each,
    problem: row.problem,
    transactions: transactions.map(({ questId, ...shown }) => shown),
  }
}

async function readMirrored(db: Db, ids: readonly string[]): Promise<Transaction[]> {
  const rows = await db
    .selectFrom('escrow_events')
    .selectAll()
    .where('quest_id', 'in', ids)
    .orderBy('block')
    .orderBy('log_index')
    .execute()
  return rows.map(({ quest_id, kind, hash, farmer, at }) =>
    show(quest_id, kind, hash, farmer, 'confirmed', at),
  )
}

/** What was sent and is not confirmed: the newest attempt of each. */
async function readPending(db: Db, ids: readonly string[]): Promise<Transaction[]> {
  const rows = await db
    .selectFrom('escrow_calls')
    .innerJoin('escrow_attempts', join =>
      join
        .onRef('escrow_attempts.call_id', '=', 'escrow_calls.id')
        .onRef('escrow_attempts.nonce', '=', 'escrow_calls.nonce'),
    )
    .select(['quest_id', 'kind', 'hash', 'farmer', 'at', 'call_id'])
    .where('quest_id', 'in', ids)
    .where('state', '=', 'sent')
    .orderBy('attempt')
    .execute()
  const newest = new Map(rows.map(row => [row.call_id, row]))
  return [...newest.values()].map(({ quest_id, kind, hash, farmer, at }) =>
    show(quest_id, kind, hash, farmer, 'pending', at),
  )
}

async function readHolds(
  db: Db,
  ids: readonly string[],
): Promise<{ questId: string; farmer: Address; reason: HoldReason }[]> {
  const rows = await db
    .selectFrom('escrow_calls')
    .leftJoin('escrow_contracts', 'escrow_contracts.contract', 'escrow_calls.contract')
    .select(['quest_id', 'farmer', 'kind', 'escrow_contracts.problem'])
    .where('quest_id', 'in', ids)
    .where('state', '!=', 'done')
    .where('kind', 'in', ['propose', 'release'])
    .execute()
  return rows.flatMap(({ quest_id, farmer, kind, problem }) => {
    const reason = problem ?? (kind === 'propose' ? 'proposing' : 'releasing')
    return farmer === null ? [] : [{ questId: quest_id, farmer, reason }]
  })
}

function show(
  questId: string,
  kind: Transaction['kind'],
  hash: string,
  farmer: Address | null,
  status: Transaction['status'],
  at: number,
): Transaction {
  return { questId, kind, hash, farmer: farmer && checksum(farmer), status, at: instant(at) }
}
