import type { OwnSession } from '@furrow/sdk/contract'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { createQueue } from '@furrow/storage/queue.ts'
import type { SessionTable } from '@furrow/storage/session-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { hour, instant, instantOrNull } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { noteSessionEnded } from './generations.ts'
import { type AccessClaims, sessionLifetime } from './tokens.ts'

export type Begun = Pick<SessionTable, 'id' | 'address' | 'generation' | 'way' | 'network'>

const together = 64
const queueOf = oneFor((context: Context) =>
  createQueue<Begun, null>(
    'sessions',
    async begun => {
      const now = context.clock.now()
      const times = { created_at: now, expires_at: now + sessionLifetime, used_at: null, ended_at: null }
      await context.db
        .insertInto('sessions')
        .values(begun.map(one => ({ ...one, ...times })))
        .execute()
      await endOldest(context, begun, now)
      return begun.map(() => ({ value: null }))
    },
    together,
  ),
)

/** Also the most that are listed. */
const mostOfAddress = 100

async function endOldest(context: Context, begun: readonly Begun[], now: number): Promise<void> {
  const { db } = context
  const addresses = [...new Set(begun.map(({ address }) => address))]
  const live = db
    .selectFrom('sessions')
    .select(['id', 'address'])
    .select(sql<number>`row_number() over (partition by address order by created_at desc, id)`.as('place'))
    .where(isAmong(db, 'address', addresses))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
  const beyond = await db
    .selectFrom(live.as('found'))
    .select(['id', 'address'])
    .where('place', '>', mostOfAddress)
    .execute()
  // Sessions of the same millisecond come in any order: the new ones are never ended here.
  const over = beyond.filter(({ id }) => begun.every(one => one.id !== id))
  if (over.length === 0) return
  await transaction(db, async trx => {
    const isOver = isAmong(
      trx,
      'id',
      over.map(({ id }) => id),
    )
    await Promise.all([
      trx
        .updateTable('sessions')
        .set({ ended_at: now })
        .where(isOver)
        .where('ended_at', 'is', null)
        .execute(),
      trx.deleteFrom('wallet_sessions').where(isOver).execute(),
    ])
  })
  const reason = `there are ${mostOfAddress} newer ones`
  for (const { id, address: actor } of over) {
    noteSessionEnded(context, { id, ended_at: now })
    noteAccess(context, { kind: 'signed-out', actor, about: { session: id, reason } })
  }
}

/** Sessions that begin at the same time share a commit. */
export async function keepSession(context: Context, begun: Begun): Promise<void> {
  await queueOf(context)(begun)
}

export async function listSessions(
  { clock, db }: Context,
  { address, id: current }: AccessClaims,
  network: string,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .leftJoin('session_generations as g', 'g.address', 's.address')
    .selectAll('s')
    .select('g.generation as newest')
    .where('s.address', '=', address)
    .where('s.expires_at', '>', clock.now())
    .where('s.ended_at', 'is', null)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(mostOfAddress)
    .execute()
  return rows
    .filter(({ generation, newest }) => generation >= (newest ?? 0))
    .map(row => ({
      id: row.id,
      createdAt: instant(row.created_at),
      expiresAt: instant(row.expires_at),
      usedAt: instantOrNull(row.used_at),
      way: row.way ?? 'key',
      sameNetwork: row.network === null ? null : row.network === network,
      current: row.id === current,
    }))
}

/** Ends the caller's session, even without a row, such as one begun by an earlier version. */
export async function endOwnSession(context: Context, held: AccessClaims): Promise<void> {
  const { id, address, generation, expiresAt } = held
  const ended_at = context.clock.now()
  await transaction(context.db, async trx => {
    await trx
      .insertInto('sessions')
      .values({
        id,
        address,
        generation,
        way: null,
        network: null,
        created_at: expiresAt - sessionLifetime,
        expires_at: expiresAt,
        used_at: null,
        ended_at,
      })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ ended_at }))
      .execute()
    await trx.deleteFrom('wallet_sessions').where('id', '=', id).execute()
  })
  noteSessionEnded(context, { id, ended_at })
}

export async function endSession(context: Context, address: Address, id: string): Promise<void> {
  const ended_at = context.clock.now()
  await transaction(context.db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ ended_at })
      .where('id', '=', id)
      .where('address', '=', address)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', ended_at)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new NotFoundError('You have no such session.', { code: 'session-not-found' })
    await trx.deleteFrom('wallet_sessions').where('id', '=', id).execute()
  })
  noteSessionEnded(context, { id, ended_at })
}

/** Other processes read ends for as long as a token may be shown; clocks are never so far off. */
const keptFor = hour

export const forgetSessions: Duty = {
  name: 'forget sessions that are over',
  every: everyMinute,
  async round({ db, clock }) {
    await db
      .deleteFrom('sessions')
      .where('expires_at', '<', clock.now() - keptFor)
      .execute()
    return 0
  },
}
