import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ApiKey, KeyScope, NewApiKey } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { ApiKeyTable } from '@furrow/storage/session-tables.ts'
import type { Selectable } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { day, instant, instantOrNull } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError, UnauthorizedError } from '../../ground/errors.ts'
import { type SignInFrom, signInsOf } from './attempts.ts'
import { takeSigned } from './auth.ts'
import { type KeyTerms, readKeyTerms } from './key-terms.ts'
import { keepWalletSession } from './wallet-sessions.ts'

/** Marks a token as an API key; secret scanners find keys in published code by it. */
const prefix = 'furrow_'
const form = /^furrow_([0-9a-f]{16})_([\w-]{43})$/

const mostOfAddress = 20

/**
 * The message with the key's terms is the proof: a session alone makes none. @throws what `takeSigned` does;
 * ForbiddenError for the frozen; BadRequestError without terms, or with 20 keys; TooManyRequestsError for a network's
 * many sign-ins.
 */
export async function makeKey(
  context: Context,
  request: SignInFrom,
  requireFree: (db: Db, address: Address) => Promise<void>,
): Promise<NewApiKey & { by: Address }> {
  const agreed = await agreeOnKey(context, request, requireFree)
  return { ...(await keepKey(context, agreed)), by: agreed.address }
}

export type AgreedKey = KeyTerms & { readonly address: Address; readonly generation: number }

export async function agreeOnKey(
  context: Context,
  request: SignInFrom,
  requireFree: (db: Db, address: Address) => Promise<void>,
): Promise<AgreedKey> {
  const { address, generation, taken, looked } = await takeSigned(context, request, async (message, by) => {
    const terms = readKeyTerms(message)
    await requireFree(context.db, by)
    await requireRoom(context, by)
    signInsOf(context)(request.ip)
    return terms
  })
  // While the key lives, the wallet is asked again and again whether it still accepts the signature.
  if (taken !== null) await keepWalletSession(context, taken, { lifetime: looked.lifetime })
  return { ...looked, address, generation }
}

export async function keepKey(
  context: Context,
  { address, generation, name, scopes, lifetime, agent }: AgreedKey,
  id = randomBytes(8).toString('hex'),
): Promise<NewApiKey> {
  const now = context.clock.now()
  const secret = randomBytes(32).toString('base64url')
  const row = {
    id,
    address,
    name,
    scopes: scopes.join(' '),
    hash: digest(secret).toString('hex'),
    generation,
    created_at: now,
    expires_at: now + lifetime,
    used_at: null,
    agent: agent ? (1 as const) : (0 as const),
  }
  await context.db.insertInto('api_keys').values(row).execute()
  return { ...toKey(row), key: `${prefix}${id}_${secret}` }
}

/** Ended keys are deleted to make room. @throws BadRequestError */
export async function requireRoom(context: Context, address: Address): Promise<void> {
  const live = await listKeys(context, address)
  if (live.length >= mostOfAddress)
    throw new BadRequestError(`You have ${mostOfAddress} API keys; revoke one that you do not need.`, {
      code: 'too-many-keys',
    })
  const { db } = context
  await db
    .deleteFrom('api_keys')
    .where('address', '=', address)
    .$if(live.length > 0, query =>
      query.where(
        'id',
        'not in',
        live.map(({ id }) => id),
      ),
    )
    .execute()
}

export async function listKeys({ clock, db }: Context, address: Address): Promise<ApiKey[]> {
  const rows = await withGenerations(db)
    .where('api_keys.address', '=', address)
    .where('expires_at', '>', clock.now())
    .orderBy('created_at', 'desc')
    .execute()
  return rows.filter(isCurrent).map(toKey)
}

export async function revokeKey({ db }: Context, address: Address, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFoundError('You have no such API key.', { code: 'key-not-found' })
}

/** Ends a key by itself, as a program that is taken off a machine does; null where it is none, or is gone already. */
export async function endOwnKey(
  { db }: Context,
  token: string,
): Promise<{ readonly id: string; readonly address: Address } | null> {
  const [, id, secret] = form.exec(token) ?? []
  if (id === undefined || secret === undefined) return null
  const hash = digest(secret).toString('hex')
  const row = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('hash', '=', hash)
    .returning('address')
    .executeTakeFirst()
  return row === undefined ? null : { id, address: row.address }
}

export const isKey = (token: string): boolean => token.startsWith(prefix)

/** @throws UnauthorizedError where it is no key, or has ended. */
export async function readKey(
  context: Context,
  token: string,
): Promise<{
  readonly id: string
  readonly address: Address
  readonly scopes: readonly KeyScope[]
  readonly agent: boolean
}> {
  const { clock, db } = context
  const [, id, secret] = form.exec(token) ?? []
  if (id === undefined || secret === undefined) throw noKey()
  const row = await withGenerations(db).where('api_keys.id', '=', id).executeTakeFirst()
  if (row === undefined || !timingSafeEqual(digest(secret), Buffer.from(row.hash, 'hex'))) throw noKey()
  if (!isCurrent(row))
    throw new UnauthorizedError('This API key was ended; make another one.', { code: 'key-ended' })
  if (row.expires_at <= clock.now())
    throw new UnauthorizedError('This API key has expired; make another one.', { code: 'key-expired' })
  await noteUse(context, row)
  return { id, address: row.address, scopes: row.scopes.split(' ') as KeyScope[], agent: row.agent === 1 }
}

export async function readLiveKeys(
  { clock, db }: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await withGenerations(db)
    .where(isAmong(db, 'api_keys.id', ids))
    .where('expires_at', '>', clock.now())
    .execute()
  return new Set(rows.filter(isCurrent).map(({ id }) => id))
}

const noKey = () => new UnauthorizedError('The API key is not valid.', { code: 'key-invalid' })

/** Rounded to the day: at most one write a day and key. */
async function noteUse({ clock, db }: Context, { id, used_at }: Row): Promise<void> {
  const today = Math.floor(clock.now() / day) * day
  if (used_at !== null && used_at >= today) return
  await db.updateTable('api_keys').set({ used_at: today }).where('id', '=', id).execute()
}

type Row = Selectable<ApiKeyTable>

/** A key belongs to the generation of sessions it was made in: ending those ends the key too. */
function isCurrent({ generation, newest }: Row & { newest: number | null }): boolean {
  return generation >= (newest ?? 0)
}

function withGenerations(db: Context['db']) {
  return db
    .selectFrom('api_keys')
    .leftJoin('session_generations', 'session_generations.address', 'api_keys.address')
    .selectAll('api_keys')
    .select('session_generations.generation as newest')
}

function toKey({ id, name, scopes, agent, created_at, expires_at, used_at }: Row): ApiKey {
  return {
    id,
    name,
    scopes: scopes.split(' ') as KeyScope[],
    agent: agent === 1,
    createdAt: instant(created_at),
    expiresAt: instant(expires_at),
    usedAt: instantOrNull(used_at),
  }
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
