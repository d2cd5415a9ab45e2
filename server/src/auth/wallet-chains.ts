import type { Address } from '../address.ts'
import type { Db } from '../db/db.ts'
import { UnauthorizedError } from '../errors.ts'

/**
 * A smart wallet signs in through the chain where it first did: on another, somebody who is no owner of it any more could
 * make it anew, as it was in the beginning.
 * @throws UnauthorizedError where it first signed in through another one.
 */
export async function requireOwnChain(db: Db, address: Address, chainId: number): Promise<void> {
  const first = await readOwnChain(db, address)
  if (first !== null && first !== chainId)
    throw new UnauthorizedError(
      `This smart wallet signs in through chain ${first}, as it did the first time.`,
    )
}

/** The chain of a smart wallet; null for a key, and for whoever never signed in. */
export async function readOwnChain(db: Db, address: Address): Promise<number | null> {
  const first = await db
    .selectFrom('wallet_chains')
    .select('chain_id')
    .where('address', '=', address)
    .executeTakeFirst()
  return first?.chain_id ?? null
}

/**
 * Keeps the chain of a wallet that signs in for the first time.
 * @throws UnauthorizedError where it did so through another one meanwhile.
 */
export async function bindToChain(db: Db, address: Address, chainId: number, at: number): Promise<void> {
  await db
    .insertInto('wallet_chains')
    .values({ address, chain_id: chainId, at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await requireOwnChain(db, address, chainId)
}
