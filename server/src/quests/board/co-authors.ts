import type { Assignment } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { checksum, toAddress } from '../../ground/address.ts'

/** With those whom the commits of their pull requests name; people who proved that account here are named by their wallets. */
export async function withCoAuthors<Place extends Assignment>(
  db: Db,
  questId: string,
  places: readonly Place[],
): Promise<readonly Place[]> {
  const proved = places.flatMap(({ pullRequest, address }) =>
    pullRequest === null ? [] : [toAddress(address)],
  )
  if (proved.length === 0) return places
  const rows = await db
    .selectFrom('co_authors as c')
    .leftJoin('profiles as p', 'p.codehost_id', 'c.codehost_id')
    .select(['c.farmer', 'c.name', 'c.login', 'p.address'])
    .where('c.quest_id', '=', questId)
    .where(isAmong(db, 'c.farmer', proved))
    .orderBy('c.farmer')
    .orderBy('c.position')
    .execute()
  const byFarmer = Map.groupBy(rows, ({ farmer }) => checksum(farmer))
  return places.map(place => {
    const named = byFarmer.get(place.address)
    if (named === undefined) return place
    const coAuthors = named.map(({ name, login, address }) => ({
      ...{ name, login, address: address && checksum(address) },
    }))
    return { ...place, coAuthors }
  })
}
