import type { EscrowTransaction, Funding, HoldReason } from '@furrow/sdk/contract'
import { type Address, checksum, toAddress } from '../../address.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { EscrowRow } from '../../db/escrow-tables.ts'
import { isAmong } from '../../db/json-rows.ts'
import type { Holds, ShownFunds } from '../rail.ts'

/** The deposits of these quests. */
export async function showDeposits(
  db: Db,
  questIds: readonly string[],
): Promise<ReadonlyMap<string, ShownFunds>> {
  const escrows = await db
    .selectFrom('escrows')
    .selectAll()
    .where(isAmong(db, 'quest_id', questIds))
    .execute()
  return new Map(escrows.map(row => [row.quest_id, { status: row.status, more: showEscrow(row) }]))
}

/** Of a quest that was just posted, and that nobody has paid in for. */
export function showPlanned(planned: EscrowRow): ShownFunds {
  return { status: planned.status, more: { ...showEscrow(planned), transactions: [] } }
}

function showEscrow(row: EscrowRow): Partial<Funding> {
  const [chainId, contract] = row.contract.split(':')
  return {
    chainId: Number(chainId),
    escrow: checksum(toAddress(contract as string)),
    escrowId: row.escrow,
    tokenAddress: checksum(row.token_address),
    tokenDecimals: row.decimals,
    amountEach: row.amount_each,
    problem: row.problem,
  }
}

/** What happened on chain, and what is on its way there. */
export async function readTransactions(db: Db, questId: string): Promise<EscrowTransaction[]> {
  return [...(await readMirrored(db, questId)), ...(await readPending(db, questId))]
}

async function readMirrored(db: Db, questId: string): Promise<EscrowTransaction[]> {
  const rows = await db
    .selectFrom('escrow_events')
    .selectAll()
    .where('quest_id', '=', questId)
    .orderBy('block')
    .orderBy('log_index')
    .execute()
  return rows.map(({ kind, hash, farmer, at }) => show(kind, hash, farmer, 'confirmed', at))
}

/** What was sent and is not confirmed: the newest attempt of each. */
async function readPending(db: Db, questId: string): Promise<EscrowTransaction[]> {
  const rows = await db
    .selectFrom('escrow_calls')
    .innerJoin('escrow_attempts', join =>
      join
        .onRef('escrow_attempts.call_id', '=', 'escrow_calls.id')
        .onRef('escrow_attempts.nonce', '=', 'escrow_calls.nonce'),
    )
    .select(['kind', 'hash', 'farmer', 'at', 'call_id'])
    .where('quest_id', '=', questId)
    .where('state', '=', 'sent')
    .orderBy('attempt')
    .execute()
  const newest = new Map(rows.map(row => [row.call_id, row]))
  return [...newest.values()].map(({ kind, hash, farmer, at }) => show(kind, hash, farmer, 'pending', at))
}

/** The calls that the contract is owed hold the money up, and whatever holds up those. */
export async function readDepositHolds(db: Db, questIds: readonly string[]): Promise<Holds> {
  const rows = await db
    .selectFrom('escrow_calls')
    .leftJoin('escrow_contracts', 'escrow_contracts.contract', 'escrow_calls.contract')
    .select(['quest_id', 'farmer', 'kind', 'escrow_contracts.problem'])
    .where(isAmong(db, 'quest_id', questIds))
    .where('state', '!=', 'done')
    .where('kind', 'in', ['propose', 'release'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const holds = new Map<string, Map<Address, HoldReason>>()
  for (const { quest_id, farmer, kind, problem } of rows) {
    if (farmer === null) continue
    const reason = problem ?? (kind === 'propose' ? 'proposing' : 'releasing')
    const own = holds.get(quest_id) ?? new Map<Address, HoldReason>()
    holds.set(quest_id, own.set(farmer, reason))
  }
  return holds
}

function show(
  kind: EscrowTransaction['kind'],
  hash: string,
  farmer: Address | null,
  status: EscrowTransaction['status'],
  at: number,
): EscrowTransaction {
  return { kind, hash, farmer: farmer && checksum(farmer), status, at: instant(at) }
}
