import { jsonRows } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

/** A mailbox with thousands of unread letters is counted up to this. */
const most = 100

export type MailboxState = {
  /** Changes when something came, was read or deleted; beyond a hundred unread letters, only when something came. */
  readonly stamp: string
  readonly unread: number
}

type Row = { address: Address; unread: number; newest: string | null; broadcast: string | null }

export async function readMailboxes(
  { db }: Context,
  owners: readonly Address[],
): Promise<ReadonlyMap<Address, MailboxState>> {
  const asked = jsonRows(
    db,
    'asked',
    ['address'],
    owners.map(address => ({ address })),
  )
  const { rows } = await sql<Row>`
    select asked.address,
      (select cast(count(*) as integer) from (select 1 from mail
        where owner = asked.address and read = 0 and recipient = asked.address limit ${sql.lit(most)}) as letters) as unread,
      (select id from mail where owner = asked.address order by id desc limit 1) as newest,
      (select max(id) from broadcasts) as broadcast
    from ${asked}`.execute(db)
  return new Map(
    rows.map(({ address, unread, newest, broadcast }) => [
      address,
      { stamp: `${unread} ${newest} ${broadcast}`, unread },
    ]),
  )
}
