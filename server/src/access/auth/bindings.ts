import type { Db } from '@furrow/storage/db.ts'
import type { WalletChainTable } from '@furrow/storage/session-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { endSessionsIn, noteEnded } from './generations.ts'

/** A wallet's chain to be kept: `asked` are the chains asked this time, and `before` is the chain it had. */
export type Binding = {
  readonly wallet: Address
  readonly chainId: number
  readonly asked: readonly number[]
  readonly hadCode: boolean
  readonly before: number | null
}

/**
 * Keeps the chain of a wallet that signs in for the first time, or for the first time with code there, or through the
 * right one. In that last case everything begun through the wrong one ends.
 * @throws UnauthorizedError where it was bound to another one meanwhile.
 */
export async function bindToChain(
  context: Context,
  { wallet, chainId, asked, hadCode, before }: Binding,
): Promise<void> {
  const { clock, db } = context
  const values = { chain_id: chainId, at: clock.now(), asked: asked.join(), had_code: Number(hadCode) }
  if (before === chainId) return confirm(db, wallet, chainId)
  if (before !== null) return moveToChain(context, wallet, before, values)
  await db
    .insertInto('wallet_chains')
    .values({ address: wallet, ...values })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await requireBound(db, wallet, chainId)
}

async function confirm(db: Db, wallet: Address, chainId: number): Promise<void> {
  await db
    .updateTable('wallet_chains')
    .set({ had_code: 1 })
    .where('address', '=', wallet)
    .where('chain_id', '=', chainId)
    .execute()
  await requireBound(db, wallet, chainId)
}

async function moveToChain(
  context: Context,
  wallet: Address,
  before: number,
  values: Omit<WalletChainTable, 'address'>,
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

export const ofAnother = ({ chainId }: { readonly chainId: number }) =>
  new UnauthorizedError(`This smart wallet signs in through chain ${chainId}, as it did the first time.`, {
    code: 'wrong-chain',
  })
