import { sql } from 'kysely'
import type { Escrow } from '../../clients/escrow.ts'
import type { Db } from '../../db/db.ts'
import type { EscrowAttemptRow, EscrowCallRow } from '../../db/escrow-tables.ts'

/** A nonce of the key, and what goes with it. */
export type Sent = {
  /** The first of its calls, under which its attempts are kept. */
  readonly callId: string
  readonly nonce: number
  /** In the order of their ids; none where all of them have moved on. */
  readonly calls: readonly EscrowCallRow[]
  /** Whether more than one call was sent with it. */
  readonly isBatch: boolean
  /** Newest first. */
  readonly attempts: readonly EscrowAttemptRow[]
}

/** Of an attempt and a call: whether it is kept under the call's own id, or under that of another one that it goes with. */
export const isSentAs = sql<boolean>`escrow_attempts.call_id = coalesce(escrow_calls.batch, escrow_calls.id)`

/** The nonces of the key that the chain has not, or not any more, and those whose calls are not known to be over. */
export async function readSent(db: Db, { operatorId }: Escrow, mined: number): Promise<Sent[]> {
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
    // In its own words, which the index has: a plan for any state would read all that was ever sent.
    .where('escrow_calls.state', '=', sql.lit('sent' as const))
    // What was done, and is not in the chain any more, was dropped by a reorganisation: it goes out again.
    .union(nonces.where('escrow_nonces.nonce', '>=', sql.lit(mined)))
    .orderBy('nonce')
    .execute()
  const sent: Sent[] = []
  for (const { call_id, nonce } of found) sent.push(await readOne(db, call_id, nonce))
  return sent
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
