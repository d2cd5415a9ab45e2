import type { Credential, CredentialsQuery } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { createSigner } from './keys.ts'
import { showCredential } from './show.ts'
import { readWorks } from './work.ts'

const most = 100

/** Their own, the newest first, also those that are revoked. @throws BadRequestError for limit or cursor. */
export async function listCredentials(
  context: Context,
  farmer: Address,
  { cursor, limit: asked }: CredentialsQuery,
): Promise<{ readonly credentials: Credential[]; readonly next: string | null }> {
  const { db } = context
  const limit = readLimit(asked, { most, otherwise: 20 })
  const before = cursor === undefined ? null : readPlace(cursor)
  const rows = await db
    .selectFrom('credentials')
    .selectAll()
    .where('farmer', '=', farmer)
    .$if(before !== null, query => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const some = rows.slice(0, limit)
  const works = await readWorks(
    db,
    farmer,
    some.flatMap(({ quest_id }) => quest_id ?? []),
  )
  const signer = createSigner(context)
  const shown = some.map(row => showCredential(context, row, works.get(row.quest_id ?? '') ?? null, signer))
  return {
    credentials: await Promise.all(shown),
    next: rows.length > limit ? (some.at(-1)?.id ?? null) : null,
  }
}

function readPlace(cursor: string): string {
  return readCursor<'id'>(cursor, /^(?<id>cred-[0-9a-z-]{1,100})$/).id
}

/** Anybody's, by its id. @throws NotFoundError */
export async function readCredential(context: Context, id: string): Promise<Credential> {
  const { db } = context
  const row = await db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined)
    throw new NotFoundError('There is no credential of this id.', { code: 'credential-not-found' })
  const { farmer, quest_id } = row
  const works = farmer === null || quest_id === null ? null : await readWorks(db, farmer, [quest_id])
  return showCredential(context, row, works?.get(quest_id ?? '') ?? null)
}
