import type { Resolution } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import type { Db } from '../db/database.ts'
import { NotFoundError } from '../errors.ts'
import { normalizeName } from './names.ts'

/** Who claims the name in a profile. */
export async function resolveName(db: Db, name: string): Promise<Resolution> {
  const normal = normalizeName(name)
  const row = await db
    .selectFrom('profiles')
    .select('address')
    .where('ens_address', '=', normal)
    .executeTakeFirst()
  if (row === undefined) throw new NotFoundError('Nobody has this name.')
  return { address: checksum(row.address), name: normal }
}

/** The name that an address claims in its profile. */
export async function resolveAddress(db: Db, address: Address): Promise<Resolution> {
  const row = await db
    .selectFrom('profiles')
    .select('ens_address')
    .where('address', '=', address)
    .executeTakeFirst()
  if (!row?.ens_address) throw new NotFoundError('This address has no name.')
  return { address: checksum(address), name: row.ens_address }
}
