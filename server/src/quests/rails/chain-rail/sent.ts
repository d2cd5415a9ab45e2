import type { Db } from '@furrow/storage/db.ts'
import type { EscrowAttemptRow, EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import { sql } from 'kysely'
import type { Escrow } from '../../../ground/clients/escrow.ts'

export type Sent = {
  readonly callId: string
  readonly nonce: number
  readonly calls: readonly EscrowCallRow[]
  readonly isBatch: boolean
  readonly attempts: readonly EscrowAttemptRow[]
}

/** Joins a call to its attempts, which are kept under its own id or under that of the first call of its batch. */
export const isSentAs = sql<boolean>`escrow_attempts.call_id = coalesce(escrow_calls.batch, escrow_calls.id)`

/** `mined` counts its transactions in the chain; `isOneOfSeveral` where another key has calls not known to be over. */
export type Key = { readonly operatorId: string; readonly mined: number; readonly isOneOfSeveral: boolean }

/** The nonces of the key that the chain has not, or not any more, and those whose calls are not known to be over. */
export async function readSent(
  db: Db,
  escrow: Pick<Escrow, 'readSigner'>,
  { operatorId, mined, isOneOfSeveral }: Key,
): Promise<Sent[]> {
  const nonces = db
    .selectFrom('escrow_nonces')
    .select(['escrow_nonces.call_id as call_id', 'escrow_nonces.nonce as nonce'])
    .where('escrow_nonces.operator', '=', operatorId)
  const found = await nonces
    .innerJoin('escrow_calls', join =>
      join
        .onRef('escrow_calls.nonce', '=', 'escrow_nonces.nonce')
        .on(sql<boolean>`escrow_nonces.call_id = coalesce(escrow_calls.batch, escrow_calls.id)`),
    )
    // Also those of another contract with the same key, even of one that is not served any more.
    .where('escrow_calls.contract', 'in', db.selectFrom('escrow_contracts').select('contract'))
    // A literal, for the index: a plan for any state would read all that was ever sent.
    .where('escrow_calls.state', '=', sql.lit('sent' as const))
    // A call that was done, and is not in the chain any more, was dropped by a reorganisation: it goes out again.
    .union(nonces.where('escrow_nonces.nonce', '>=', sql.lit(mined)))
    .orderBy('nonce')
    .execute()
  const sent: Sent[] = []
  for (const { call_id, nonce } of found) {
    const one = await readOne(db, call_id, nonce)
    const own = isOneOfSeveral ? await keepOwn(escrow, operatorId, one) : one
    if (own !== null) sent.push(own)
  }
  return sent
}

/** Two keys may have sent one call with the same nonce: it belongs to the key that sent it last. */
async function keepOwn({ readSigner }: Pick<Escrow, 'readSigner'>, operatorId: string, sent: Sent) {
  const signers = await Promise.all(sent.attempts.map(({ raw }) => readSigner(raw)))
  if (signers.length > 0 && signers[0] !== operatorId) return null
  return { ...sent, attempts: sent.attempts.filter((_, index) => signers[index] === operatorId) }
}

async function readOne(db: Db, callId: string, nonce: number): Promise<Sent> {
  const calls = await db
    .selectFrom('escrow_calls')
    .selectAll()
    .where(({ eb, or }) => or([eb('id', '=', callId), eb('batch', '=', callId)]))
    .where('nonce', '=', nonce)
    .orderBy('id')
    .execute()
  const attempts = await db
    .selectFrom('escrow_attempts')
    .selectAll()
    .where('call_id', '=', callId)
    .where('nonce', '=', nonce)
    .orderBy('attempt', 'desc')
    .execute()
  return { callId, nonce, calls, isBatch: calls.some(({ batch }) => batch !== null), attempts }
}
