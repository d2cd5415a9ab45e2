import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'

export type Freeze = { readonly id: string; readonly reason: string; readonly at: number }

export async function readFreezes(
  db: Db,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, Freeze>> {
  const rows = await db
    .selectFrom('frozen_wallets as f')
    .innerJoin('moderation_log as l', 'l.id', 'f.action')
    .select(['f.address', 'f.action as id', 'f.at', 'l.reason'])
    .where(isAmong(db, 'f.address', addresses))
    .execute()
  return new Map(rows.map(({ address, ...freeze }) => [address, freeze as Freeze]))
}

const readerOf = oneFor((db: Db) =>
  readTogether((addresses: readonly Address[]) => readFreezes(db, addresses)),
)

/** Asks the database each time: a freeze by one process holds in every other. */
export async function findFreeze(db: Db, address: Address): Promise<Freeze | null> {
  return (await readerOf(db)(address)) ?? null
}

/** The frozen may finish work, be paid and answer for it, but begin nothing. @throws ForbiddenError that says why. */
export async function requireUnfrozen(db: Db, address: Address): Promise<void> {
  const freeze = await findFreeze(db, address)
  if (freeze !== null) throw frozenError(freeze)
}

export function frozenError({ reason }: Freeze): ForbiddenError {
  return new ForbiddenError(
    `Moderators have frozen your wallet, for this reason: “${reason}” You may finish, and be paid for, what is under way; you can answer at /moderation.`,
    { code: 'wallet-frozen' },
  )
}

/** Like `requireUnfrozen`, for a wallet that another one brings in. @throws ForbiddenError */
export async function requireOtherUnfrozen(db: Db, address: Address): Promise<void> {
  if ((await findFreeze(db, address)) !== null)
    throw new ForbiddenError(
      `Moderators have frozen the wallet ${checksum(address)}: it takes nothing new.`,
      { code: 'other-wallet-frozen' },
    )
}
