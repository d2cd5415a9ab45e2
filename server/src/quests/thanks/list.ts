import type { Thanks, ThanksQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Address, toAddress } from '../../ground/address.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { type Standing, showThanks, type ThanksRow } from './rows.ts'

const most = 100

/** Thanks that are paid, the newest promise first: nobody sees others. @throws BadRequestError for limit or cursor. */
export async function listThanks(
  db: Db,
  { address, cursor, limit: asked, role = 'received' }: ThanksQuery,
): Promise<{ readonly thanks: Thanks[]; readonly next: string | null }> {
  const limit = readLimit(asked, { most, otherwise: 20 })
  const column = sql.ref(role === 'given' ? 't.giver' : 't.farmer')
  const beyond = cursor === undefined ? sql`` : sql`and t.id < ${readPlace(cursor)}`
  const { rows } = await sql<ThanksRow & Standing>`
    select t.*, a.payment, a.received_at from thanks t
    join quests q on q.id = t.quest_id
    join assignments a on a.quest_id = t.quest_id and a.farmer = t.farmer
    where ${column} = ${toAddress(address)} ${beyond} and q.hidden_at is null
      and (a.payment = 'paid' or a.received_at is not null)
    order by t.id desc limit ${limit + 1}`.execute(db)
  const some = rows.slice(0, limit)
  return {
    thanks: some.map(row => showThanks(row, row)),
    next: rows.length > limit ? (some.at(-1)?.id ?? null) : null,
  }
}

function readPlace(cursor: string): string {
  return readCursor<'id'>(cursor, /^(?<id>thanks-[0-9a-z-]{1,100})$/).id
}

export async function listOwnThanks(db: Db, address: Address): Promise<Thanks[]> {
  const open = (condition: RawBuilder<unknown>) => sql<ThanksRow>`
    select * from thanks where ${condition} and quest_id is null order by id desc limit ${sql.lit(most)}`
  const [given, toAnswer] = await Promise.all([
    open(sql`giver = ${address}`).execute(db),
    open(sql`farmer = ${address} and said_at is not null`).execute(db),
  ])
  return [...toAnswer.rows, ...given.rows].map(row => showThanks(row, null))
}

/** @throws NotFoundError, also for a person with no part in it. */
export async function findThanks(db: Db, id: string, by: Address): Promise<ThanksRow> {
  const row = await db.selectFrom('thanks').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || (row.giver !== by && row.farmer !== by))
    throw new NotFoundError('You have no part in a thanks of this id.', { code: 'thanks-not-found' })
  return row
}

export async function readThanks(db: Db, row: ThanksRow): Promise<Thanks> {
  if (row.quest_id === null) return showThanks(row, null)
  const standing = await db
    .selectFrom('assignments')
    .select(['payment', 'received_at'])
    .where('quest_id', '=', row.quest_id)
    .where('farmer', '=', row.farmer)
    .executeTakeFirst()
  return showThanks(row, standing ?? null)
}
