import type { EscrowTransaction, Funding, HoldReason } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { EscrowProblem, EscrowRow } from '@furrow/storage/escrow-tables.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { nameOf } from '@furrow/storage/pseudonyms.ts'
import { type Address, checksum, toAddress } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import { stoppedBy } from '../../../rules/lifecycle/stopped.ts'
import type { Holds, Service, ShownFunds } from '../rail.ts'
import { noDeposit } from './differences.ts'
import { overBudget } from './gas-budget.ts'
import { placeOfPayee } from './payees.ts'
import { isSentAs } from './sent.ts'
import { unservedSentence } from './unserved.ts'

export async function showDeposits(
  { db, escrows: served }: Service,
  questIds: readonly string[],
): Promise<ReadonlyMap<string, ShownFunds>> {
  const escrows = await db
    .selectFrom('escrows')
    .leftJoin('escrow_contracts', 'escrow_contracts.contract', 'escrows.contract')
    .selectAll('escrows')
    .select('escrow_contracts.problem as obstacle')
    .where(isAmong(db, 'quest_id', questIds))
    .execute()
  return new Map(
    escrows.map(row => {
      const isServed = served.byId(row.contract) !== null
      const stopped = stoppedBy(row.obstacle)
      const more = {
        ...showEscrow(row),
        ...(isServed ? stopped && { stopped } : { served: false, problem: unservedSentence }),
      }
      return [row.quest_id, { status: row.status, more }]
    }),
  )
}

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
    contractVersion: row.version,
    ...(row.arbiter !== null && { arbiter: checksum(row.arbiter) }),
    ...(row.attester !== null && { attester: checksum(row.attester) }),
    ...(row.notice_ends_at !== null && { noticeEndsAt: instant(row.notice_ends_at) }),
    problem: row.problem ?? contradictionOf(row),
  }
}

/** Without a name: strangers must not learn who left. */
function contradictionOf({ contradiction }: EscrowRow): string | null {
  if (contradiction === null) return null
  const says =
    contradiction === noDeposit
      ? 'has no deposit for it: what was paid in, and what was paid out of it, is gone'
      : 'says something else about its work'
  return `The chain does not have what is told of this quest any more: the contract ${says}. Whoever runs the service was told, and nothing is sent for it.`
}

export async function readTransactions(db: Db, questId: string): Promise<EscrowTransaction[]> {
  return [...(await readMirrored(db, questId)), ...(await readPending(db, questId))]
}

async function readMirrored(db: Db, questId: string): Promise<EscrowTransaction[]> {
  const rows = await db
    .selectFrom('escrow_events')
    .select(['kind', 'hash', 'at'])
    // The contract knows people who left by their wallet.
    .select(nameOf('escrow_events.quest_id', 'escrow_events.farmer').$castTo<Address | null>().as('farmer'))
    .where('quest_id', '=', questId)
    .orderBy('block')
    .orderBy('log_index')
    .execute()
  return rows.map(({ kind, hash, farmer, at }) => show(kind, hash, farmer, 'confirmed', at))
}

async function readPending(db: Db, questId: string): Promise<EscrowTransaction[]> {
  const rows = await db
    .selectFrom('escrow_calls')
    .innerJoin('escrow_attempts', join =>
      join.on(isSentAs).onRef('escrow_attempts.nonce', '=', 'escrow_calls.nonce'),
    )
    .select(['escrow_calls.id', 'kind', 'hash', 'at'])
    .select(placeOfPayee('escrow_calls.quest_id', 'escrow_calls.farmer').as('farmer'))
    .where('quest_id', '=', questId)
    .where('state', '=', 'sent')
    .orderBy('attempt')
    .execute()
  const newest = new Map(rows.map(row => [row.id, row]))
  return [...newest.values()].map(({ kind, hash, farmer, at }) => show(kind, hash, farmer, 'pending', at))
}

/** Anybody may release proposed work, and so may the service. */
const holdsProposals: readonly EscrowProblem[] = ['no-operator', 'proposals-paused']

const onItsWay: Readonly<Record<string, HoldReason>> = { propose: 'proposing', approve: 'approving' }

/** Calls that the contract is owed hold the money up, and so do the obstacles to them. */
export async function readDepositHolds(
  { db, escrows }: Service,
  questIds: readonly string[],
): Promise<Holds> {
  const rows = await db
    .selectFrom('escrow_calls')
    .leftJoin('escrow_contracts', 'escrow_contracts.contract', 'escrow_calls.contract')
    .select(placeOfPayee('escrow_calls.quest_id', 'escrow_calls.farmer').as('farmer'))
    .select([
      'quest_id',
      'kind',
      'escrow_calls.contract',
      'escrow_calls.problem as own_problem',
      'escrow_contracts.problem',
    ])
    .where(isAmong(db, 'quest_id', questIds))
    .where('state', '!=', 'done')
    .where('kind', 'in', ['propose', 'release', 'approve'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const holds = new Map<string, Map<Address, HoldReason>>()
  // An approval proposes the work too: it is what the farmer waits for.
  const inOrder = rows.toSorted((a, b) => Number(a.kind === 'approve') - Number(b.kind === 'approve'))
  for (const { quest_id, farmer, kind, contract, problem, own_problem } of inOrder) {
    if (farmer === null) continue
    const waits = own_problem === overBudget ? 'gas-budget' : null
    const isHeld = problem !== null && (kind === 'propose' || !holdsProposals.includes(problem))
    const stopped = isHeld ? problem : null
    const obstacle = escrows.byId(contract) === null ? 'contract-not-served' : (stopped ?? waits)
    const reason = obstacle ?? onItsWay[kind] ?? 'releasing'
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
