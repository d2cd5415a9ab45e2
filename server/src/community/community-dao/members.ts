import type { CommunityDaoChange } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import { awardBadges } from '../../rules/points/badges.ts'

export async function replaceMembers(
  trx: Db,
  members: NonNullable<CommunityDaoChange['members']>,
  now: number,
): Promise<void> {
  const addresses = members.map(({ address }) => toAddress(address))
  const gone = trx.deleteFrom('dao_members')
  await (addresses.length > 0 ? gone.where('address', 'not in', addresses) : gone).execute()
  for (const { address, title } of members) await addMember(trx, toAddress(address), title, now)
}

export async function addMember(trx: Db, address: Address, title: string, now: number): Promise<void> {
  await trx
    .insertInto('dao_members')
    .values({ address, title, joined_at: now })
    .onConflict(conflict => conflict.column('address').doUpdateSet({ title }))
    .execute()
  await writeTogether(trx, writes => awardBadges(writes, address, ['genesis-member'], now))
}
