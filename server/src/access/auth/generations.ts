import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import { sessionLifetime } from './tokens.ts'

export async function readGeneration(db: Db, address: Address): Promise<number> {
  const row = await db
    .selectFrom('session_generations')
    .select('generation')
    .where('address', '=', address)
    .executeTakeFirst()
  return row?.generation ?? 0
}

/** Ends every session of an address: here at once, in other processes within `staleFor`. */
export async function endSessions(context: Context, address: Address): Promise<void> {
  const now = context.clock.now()
  noteEnded(context, await transaction(context.db, trx => endSessionsIn(trx, address, now)))
}

export type Ended = { readonly address: Address; readonly generation: number }

/** Like `endSessions`, within a larger transaction; call `noteEnded` once that is committed. */
export async function endSessionsIn(trx: Db, address: Address, now: number): Promise<Ended> {
  await trx.deleteFrom('wallet_sessions').where('address', '=', address).execute()
  await trx.deleteFrom('sessions').where('address', '=', address).execute()
  return trx
    .insertInto('session_generations')
    .values({ address, generation: now })
    .onConflict(conflict => conflict.column('address').doUpdateSet({ generation: later }))
    .returning(['address', 'generation'])
    .executeTakeFirstOrThrow()
}

export function noteEnded(context: Context, ended: Ended): void {
  note(knownOf(context).generations, ended)
}

/** Always a new and higher generation, even where the clock stood still or was set back. */
const later = sql<number>`case when session_generations.generation < excluded.generation
  then excluded.generation else session_generations.generation + 1 end`

type EndedSession = { readonly id: string; readonly ended_at: number }

export function noteSessionEnded(context: Context, { id, ended_at }: EndedSession): void {
  knownOf(context).sessions.set(id, ended_at)
}

type SessionOf = { readonly id: string; readonly address: Address; readonly generation: number }

/** @throws UnauthorizedError for a session that was ended, by itself or with all of its generation. */
export async function requireCurrent(context: Context, session: SessionOf): Promise<void> {
  const isOver = await readEnded(context)
  if (isOver(session))
    throw new UnauthorizedError('This session was ended; sign in again.', { code: 'session-ended' })
}

export async function readEnded(context: Context): Promise<(session: SessionOf) => boolean> {
  const known = knownOf(context)
  if (!isFresh(context, known)) await lookAgain(context, known)
  return ({ id, address, generation }) =>
    generation < (known.generations.get(address) ?? 0) || known.sessions.has(id)
}

/** How long a process trusts its view of ended sessions: one look serves all requests of that time. */
const staleFor = 2 * second

/** Larger than any clock skew between processes and any write under way, so that no look misses an end. */
const overlap = 2 * minute

/** Ends since the oldest token that is still valid. Each sign-out costs some bytes for a day. */
type Known = {
  readonly generations: Map<Address, number>
  readonly sessions: Map<string, number>
  /** When the last look began, by the monotonic clock. */
  lookedAt: number | null
  from: number
  looking: Promise<void> | null
}

const knownOf = oneFor(
  (_: Context): Known => ({
    generations: new Map(),
    sessions: new Map(),
    lookedAt: null,
    from: 0,
    looking: null,
  }),
)

function isFresh({ clock }: Context, { lookedAt }: Known): boolean {
  return lookedAt !== null && clock.elapsed() - lookedAt < staleFor
}

/** Requests during a look share it: it began no longer ago than they may rely on. */
function lookAgain(context: Context, known: Known): Promise<void> {
  known.looking ??= look(context, known).finally(() => {
    known.looking = null
  })
  return known.looking
}

async function look({ clock, db }: Context, known: Known): Promise<void> {
  const [now, began] = [clock.now(), clock.elapsed()]
  const oldest = now - sessionLifetime - overlap
  const from = Math.max(known.from, oldest)
  await Promise.all([
    inSlices(
      { at: from, key: '' },
      after => readGenerations(db, after),
      ({ key: address, at: generation }) => note(known.generations, { address, generation }),
    ),
    inSlices(
      { at: from, key: '' },
      after => readSessions(db, after),
      ({ key: id, at }) => known.sessions.set(id, at),
    ),
  ])
  for (const [address, generation] of known.generations)
    if (generation < oldest) known.generations.delete(address)
  for (const [id, ended_at] of known.sessions) if (ended_at < oldest) known.sessions.delete(id)
  known.from = now - overlap
  known.lookedAt = began
}

type End<Key extends string = string> = { readonly at: number; readonly key: Key }

const slice = 1_000

/** In slices, since the first look of a process reads a day of ends: other work runs in between. */
async function inSlices<T extends End>(
  from: End,
  read: (after: End) => Promise<T[]>,
  take: (end: T) => void,
): Promise<void> {
  for (let after = from; ; ) {
    const ends = await read(after)
    for (const end of ends) take(end)
    const last = ends.at(-1)
    if (last === undefined || ends.length < slice) return
    after = last
  }
}

function readGenerations(db: Db, { at, key }: End): Promise<End<Address>[]> {
  return db
    .selectFrom('session_generations')
    .select(['generation as at', 'address as key'])
    .where('generation', '>=', at)
    .where(({ or, eb }) => or([eb('generation', '>', at), eb('address', '>', key as Address)]))
    .orderBy('generation')
    .orderBy('address')
    .limit(slice)
    .execute()
}

function readSessions(db: Db, { at, key }: End): Promise<End[]> {
  return db
    .selectFrom('sessions')
    .select(['ended_at as at', 'id as key'])
    .where('ended_at', '>=', at)
    .where(({ or, eb }) => or([eb('ended_at', '>', at), eb('id', '>', key)]))
    .orderBy('ended_at')
    .orderBy('id')
    .limit(slice)
    .$narrowType<{ at: number }>()
    .execute()
}

function note(generations: Map<Address, number>, row: Ended): void {
  generations.set(row.address, Math.max(row.generation, generations.get(row.address) ?? 0))
}
