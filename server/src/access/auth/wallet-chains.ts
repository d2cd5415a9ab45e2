import type { Address } from '../../ground/address.ts'
import { codeAt } from '../../ground/clients/contract-calls.ts'
import { isForUndeployed, type WalletSignature } from '../../ground/clients/wallets.ts'
import type { Context } from '../../ground/context.ts'
import type { Db } from '../../ground/db/db.ts'
import { transaction } from '../../ground/db/transaction.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { endSessionsIn, noteEnded } from './generations.ts'

/** The chain through which a smart wallet signs in. */
export type OwnChain = {
  readonly chainId: number
  /** The chains that were asked when it was bound; null where nobody knows, and for one that the settings name. */
  readonly asked: readonly number[] | null
  readonly isSet: boolean
}

/** null for a key, and for whoever never signed in. */
export async function readOwnChain(
  { config, db }: Pick<Context, 'config' | 'db'>,
  address: Address,
): Promise<OwnChain | null> {
  const named = config.walletChains.get(address)
  if (named !== undefined) return { chainId: named, asked: null, isSet: true }
  const row = await db
    .selectFrom('wallet_chains')
    .select(['chain_id', 'asked'])
    .where('address', '=', address)
    .executeTakeFirst()
  if (row === undefined) return null
  return { chainId: row.chain_id, asked: row.asked?.split(',').map(Number) ?? null, isSet: false }
}

/**
 * A smart wallet signs in through one chain: on another, somebody who is no owner of it any more could make it anew, as it
 * was in the beginning.
 * @throws UnauthorizedError where it has another one; UnavailableError where that cannot be asked.
 */
export async function requireOwnChain(
  context: Pick<Context, 'chains'>,
  own: OwnChain | null,
  question: WalletSignature,
): Promise<void> {
  if (own === null || own.chainId === question.chainId) return
  if (!(await mayBeWrong(context, own, question))) throw ofAnother(own)
}

const ofAnother = ({ chainId }: Pick<OwnChain, 'chainId'>) =>
  new UnauthorizedError(`This smart wallet signs in through chain ${chainId}, as it did the first time.`)

/**
 * A wallet may have been bound to a chain while the one that is right was not asked: by an earlier version, or before that was
 * among RPC_URLS; or while it was nowhere yet.
 */
async function mayBeWrong(
  { chains }: Pick<Context, 'chains'>,
  own: OwnChain,
  { chainId, wallet, signature }: WalletSignature,
): Promise<boolean> {
  if (own.isSet || isForUndeployed(signature) || !chains.has(own.chainId)) return false
  if (own.asked?.includes(chainId) !== true) return true
  return (await codeAt(chains, own.chainId, wallet)) === '0x'
}

/** A wallet's chain that is to be kept: `asked` were the chains of that look, and `before` is the one that was wrong. */
export type Binding = {
  readonly wallet: Address
  readonly chainId: number
  readonly asked: readonly number[]
  readonly before: number | null
}

/**
 * Keeps the chain of a wallet that signs in for the first time, or through the right one. In that case all that was begun through
 * the wrong one ends.
 * @throws UnauthorizedError where it was bound to another one meanwhile.
 */
export async function bindToChain(
  context: Context,
  { wallet, chainId, asked, before }: Binding,
): Promise<void> {
  const { clock, db } = context
  const values = { chain_id: chainId, at: clock.now(), asked: asked.join() }
  if (before !== null) return moveToChain(context, wallet, before, values)
  await db
    .insertInto('wallet_chains')
    .values({ address: wallet, ...values })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await requireBound(db, wallet, chainId)
}

async function moveToChain(
  context: Context,
  wallet: Address,
  before: number,
  values: { chain_id: number; at: number; asked: string },
): Promise<void> {
  const ended = await transaction(context.db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('wallet_chains')
      .set(values)
      .where('address', '=', wallet)
      .where('chain_id', '=', before)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? endSessionsIn(trx, wallet, context.clock.now()) : null
  })
  if (ended === null) return requireBound(context.db, wallet, values.chain_id)
  noteEnded(context, ended)
  const reason = `it signs in through chain ${values.chain_id}, and no more through ${before}`
  noteAccess(context, { kind: 'signed-out', actor: wallet, about: { reason } })
}

async function requireBound(db: Db, wallet: Address, chainId: number): Promise<void> {
  const { chain_id } = await db
    .selectFrom('wallet_chains')
    .select('chain_id')
    .where('address', '=', wallet)
    .executeTakeFirstOrThrow()
  if (chain_id !== chainId) throw ofAnother({ chainId: chain_id })
}
