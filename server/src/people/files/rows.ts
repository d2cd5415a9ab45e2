import type { FileQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import type { Address } from '../../ground/address.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'

const most = 1_000

export async function findFile(db: Db, id: string): Promise<FileRow | null> {
  return (await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findSame(
  db: Db,
  { owner, given, place }: Pick<FileRow, 'owner' | 'given' | 'place'>,
): Promise<FileRow | null> {
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('owner', '=', owner)
    .where('given', '=', given)
    .where('place', '=', place)
    .executeTakeFirst()
  return row ?? null
}

/** @throws BadRequestError for an invalid limit. */
export async function listFiles(
  db: Db,
  owner: Address,
  { limit: asked, cursor }: FileQuery,
): Promise<{ readonly rows: readonly FileRow[]; readonly next: string | null }> {
  const limit = readLimit(asked, { most })
  let query = db.selectFrom('files').selectAll().where('owner', '=', owner)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const found = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = fitPage(found.slice(0, limit))
  return { rows, next: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null }
}
