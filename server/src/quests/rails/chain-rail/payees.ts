import { mostSharedAtOnce } from '@furrow/sdk/amount'
import type { SplitAccount as SplitShown } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { EscrowCallRow, EscrowPayeeRow } from '@furrow/storage/escrow-tables.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Hex } from 'viem'
import { type Address, checksum } from '../../../ground/address.ts'
import type { Escrow, Receipt } from '../../../ground/clients/escrow.ts'
import type { SplitAccount } from '../../../ground/clients/split-account.ts'
import { callId } from '../../change/call-id.ts'
import { toSplit } from '../../change/payee-rows.ts'
import type { ReadyCall } from './attempts.ts'

/** The farmer of the place that an account stands for; the farmer themselves where no team shares it. Both arguments name columns. */
export function placeOfPayee(questId: string, farmer: string): RawBuilder<Address | null> {
  return sql`coalesce((select p.farmer from escrow_payees p
    where p.quest_id = ${sql.ref(questId)} and p.account = ${sql.ref(farmer)}), ${sql.ref(farmer)})`
}

export async function readPlaceOf(db: Db, questId: string, payee: Address): Promise<Address> {
  const row = await db
    .selectFrom('escrow_payees')
    .select('farmer')
    .where('quest_id', '=', questId)
    .where('account', '=', payee)
    .executeTakeFirst()
  return row?.farmer ?? payee
}

type Place = { readonly questId: string; readonly farmer: Address; readonly round: number }

/**
 * The contract's names of the farmers of places: accounts of those that a team shared when they were proposed. A farmer may share one
 * place in a quest after another, so the proposal of the round decides.
 */
export async function readPayees(db: Db, questIds: readonly string[]): Promise<(place: Place) => Address> {
  const rows =
    questIds.length === 0
      ? []
      : await db
          .selectFrom('escrow_payees')
          .innerJoin('escrow_calls', join =>
            join
              .onRef('escrow_calls.quest_id', '=', 'escrow_payees.quest_id')
              .onRef('escrow_calls.farmer', '=', 'escrow_payees.account'),
          )
          .select(['escrow_calls.id', 'account'])
          .where(isAmong(db, 'escrow_payees.quest_id', questIds))
          .where('escrow_calls.kind', '=', 'propose')
          .execute()
  const byCall = new Map(rows.map(({ id, account }) => [id, account]))
  return ({ questId, farmer, round }) =>
    (['propose', 'verify'] as const)
      .map(call => byCall.get(callId(questId, { call, farmer, round })))
      .find(account => account !== undefined) ?? farmer
}

/** The payee of a place that is in review, and its account; null for one that no team shares. */
export async function readSplit(db: Db, questId: string, farmer: Address): Promise<EscrowPayeeRow | null> {
  const place = await db
    .selectFrom('assignments')
    .select('round')
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
  if (place === undefined) return null
  const account = (await readPayees(db, [questId]))({ questId, farmer, ...place })
  if (account === farmer) return null
  const row = await db
    .selectFrom('escrow_payees')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row ?? null
}

export async function withShare(db: Db, call: EscrowCallRow): Promise<ReadyCall> {
  if (call.kind !== 'share' || call.farmer === null) return call
  const row = await db
    .selectFrom('escrow_payees')
    .innerJoin('escrows', 'escrows.quest_id', 'escrow_payees.quest_id')
    .selectAll('escrow_payees')
    .select('escrows.token_address')
    .where('escrow_payees.quest_id', '=', call.quest_id)
    .where('account', '=', call.farmer)
    .executeTakeFirstOrThrow()
  return { ...call, share: { split: toSplit(row), token: row.token_address, count: mostSharedAtOnce } }
}

/**
 * Whether a call that shares out, which is in the chain, has done so. Anybody may have begun a division of nothing before the
 * money was there, and then it has only ended that one; and with the blocks of a chain that changed, it may have come before
 * the payment.
 */
export async function isSharedOut(
  db: Db,
  escrow: Escrow,
  call: EscrowCallRow,
  { shared }: Pick<Receipt, 'shared'>,
  final: bigint,
): Promise<boolean> {
  const { farmer: account } = call
  if (account === null || shared.includes(account)) return true
  const { token_address: token } = await db
    .selectFrom('escrows')
    .select('token_address')
    .where('quest_id', '=', call.quest_id)
    .executeTakeFirstOrThrow()
  const [at] = await escrow.readStates([{ escrow: call.escrow as Hex, farmers: [account] }], final)
  const { state, owed } = at?.payments.get(account) ?? { state: 'none', owed: { farmer: true } }
  // The giver's part may still wait.
  const isPaid = state === 'released' || state === 'split' || (state === 'unpaid' && !owed.farmer)
  // Somebody else shared it out.
  return isPaid && (await escrow.readUndivided(account, token, final)) === 0n
}

/** As clients are told of it, who compute its address by themselves (`splitAddressOf`). */
export function showSplit(account: Address, { splitter, payees, parts, salt }: SplitAccount): SplitShown {
  return {
    account: checksum(account),
    splitter: checksum(splitter),
    payees: payees.map(checksum),
    parts: parts.map(String),
    salt,
  }
}
