import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'

export type ModeratorRole = 'platform' | 'moderator'

export async function roleOf(
  { config, db }: Pick<Context, 'config' | 'db'>,
  address: Address,
): Promise<ModeratorRole | null> {
  if (address === config.platformWallet) return 'platform'
  return (await isModerator(db, address)) ? 'moderator' : null
}

async function isModerator(db: Db, address: Address): Promise<boolean> {
  const row = await db
    .selectFrom('moderators as m')
    .leftJoin('frozen_wallets as f', 'f.address', 'm.address')
    .select('m.address')
    .where('m.address', '=', address)
    .where('f.address', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws ForbiddenError */
export async function requireModerator(
  context: Pick<Context, 'config' | 'db'>,
  address: Address,
): Promise<ModeratorRole> {
  const role = await roleOf(context, address)
  if (role === null)
    throw new ForbiddenError('Only the platform wallet, and moderators whom it named, may do this.', {
      code: 'moderators-only',
    })
  return role
}
