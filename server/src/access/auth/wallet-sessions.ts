import { randomUUID } from 'node:crypto'
import type { WalletSessionTable } from '@furrow/storage/session-tables.ts'
import type { Selectable } from 'kysely'
import type { Address } from '../../ground/address.ts'
import {
  readOwners,
  unwrapSignature,
  type WalletSignature,
  whyNotSigned,
} from '../../ground/clients/wallets.ts'
import { minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { TooManyRequestsError, UnauthorizedError, UnavailableError } from '../../ground/errors.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { type Binding, bindToChain } from './bindings.ts'
import { endSessions } from './generations.ts'
import { sessionLifetime } from './tokens.ts'
import { findBinding, type OwnChain, readOwnChain } from './wallet-chains.ts'

/** Each session is checked again and again: the cap keeps a wallet from causing thousands of checks. */
const mostOfWallet = 50

export type Taken = WalletSignature & {
  readonly owners: string | null
  /** The chain to bind the wallet to; null where it is bound to it already. */
  readonly binding: Binding | null
}

/** Keeps the signature so long, so that the wallet can be asked again. */
export async function keepWalletSession(
  { clock, db }: Context,
  taken: Taken,
  { id = randomUUID(), lifetime = sessionLifetime }: { id?: string; lifetime?: number } = {},
): Promise<void> {
  const { wallet: address, chainId, hash, signature, owners } = taken
  const now = clock.now()
  await db
    .insertInto('wallet_sessions')
    .values({
      id,
      address,
      chain_id: chainId,
      hash,
      signature,
      owners,
      look_at: now + lookEvery,
      expires_at: now + lifetime,
    })
    .execute()
}

export async function requireRoom({ clock, db }: Context, address: Address): Promise<void> {
  const now = clock.now()
  const live = await db
    .selectFrom('wallet_sessions')
    .select('expires_at')
    .where('address', '=', address)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(mostOfWallet)
    .execute()
  const last = live[mostOfWallet - 1]
  if (last !== undefined)
    throw new TooManyRequestsError(
      Math.ceil((last.expires_at - now) / second),
      `This smart wallet has ${mostOfWallet} sessions; end them with POST /auth/revoke, or wait for the oldest to end.`,
      { code: 'too-many-sessions' },
    )
}

type Row = Selectable<WalletSessionTable>

const lookEvery = 30 * minute
/** When another process may check, in case this one does not come back or the chain gives no answer. */
const tryAgain = 5 * minute
const atOnce = 20

/**
 * Ends all sessions of a wallet that does not accept its sign-in any more, or of a Safe whose owners or threshold
 * changed. Without an answer of the chain nothing changes, and it is asked again.
 */
export const lookAtWallets: Duty = {
  name: 'look at sessions of smart wallets',
  every: everyMinute,
  async round(context) {
    const { clock, db } = context
    const due = await db
      .selectFrom('wallet_sessions')
      .selectAll()
      .where('look_at', '<=', clock.now())
      .orderBy('look_at')
      .limit(atOnce)
      .execute()
    const done = await Promise.all(due.map(async row => (await take(context, row)) && lookAt(context, row)))
    return done.filter(Boolean).length
  },
}

async function take({ clock, db }: Context, { id, look_at }: Row): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wallet_sessions')
    .set({ look_at: clock.now() + tryAgain })
    .where('id', '=', id)
    .where('look_at', '=', look_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function lookAt(context: Context, row: Row): Promise<true> {
  const { clock, db, log } = context
  const now = clock.now()
  if (row.expires_at <= now) {
    await db.deleteFrom('wallet_sessions').where('id', '=', row.id).execute()
    return true
  }
  try {
    const { owners, why } = await ask(context, row)
    if (why === null)
      await db
        .updateTable('wallet_sessions')
        .set({ owners, look_at: now + lookEvery })
        .where('id', '=', row.id)
        .execute()
    else {
      await endSessions(context, row.address)
      noteAccess(context, { kind: 'signed-out', actor: row.address, about: { reason: why } })
    }
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    log.warn({ chain: row.chain_id, error: error.message }, 'a smart wallet could not be asked again')
  }
  return true
}

/** The wallet's owners now, and the reason to end its sessions; null for none. */
async function ask(context: Context, row: Row): Promise<{ owners: string | null; why: string | null }> {
  const { chains } = context
  const {
    chain_id: chainId,
    address: wallet,
    hash,
    signature,
  } = row as Row & Record<'hash' | 'signature', `0x${string}`>
  const own = await readOwnChain(context, wallet)
  if (own !== null && own.chainId !== chainId)
    return {
      owners: row.owners,
      why: own.isSet ? 'the settings name another chain of it' : 'it signs in through another chain',
    }
  const owners = await readOwners(chains, chainId, wallet)
  // Owners of a wallet deployed since then are known for the first time.
  if (row.owners !== null && owners !== row.owners) return { owners, why: 'its owners changed' }
  const question = { chainId, wallet, hash, signature }
  if ((await whyNotSigned(chains, question)) === null) return { owners, why: null }
  return { owners, why: await whyNotSince(context, own, question) }
}

/** Asks a wallet that has code by now about its inner signature; null where it accepts that. */
async function whyNotSince(
  context: Context,
  own: OwnChain | null,
  question: WalletSignature,
): Promise<string | null> {
  const inner = await unwrapSignature(question.signature)
  const since = inner === null ? null : { ...question, signature: inner }
  if (since === null || (await whyNotSigned(context.chains, since)) !== null)
    return 'it does not take the signature any more'
  try {
    const binding = await findBinding(context, own, since)
    if (binding !== null) await bindToChain(context, binding)
    return null
  } catch (error) {
    if (error instanceof UnauthorizedError) return error.message
    throw error
  }
}
