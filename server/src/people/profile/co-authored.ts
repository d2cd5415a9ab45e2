import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

/** Kept pages of the quests that name this person as a co-author are made anew, as after an erasure. */
export async function refreshCoAuthored(trx: Db, address: Address): Promise<void> {
  await sql`
    update quests set erasures = erasures + 1 where id in (
      select c.quest_id from profiles p join co_authors c on c.codehost_id = p.codehost_id
      where p.address = ${address} and p.codehost_id is not null)`.execute(trx)
}
