import type { Db } from '@furrow/storage/db.ts'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { writeReturn } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'
import { findFile } from './rows.ts'

/** A backup that is under way may still read the bytes. */
const keptFor = hour

/** The bytes go an hour later, unless shared. @throws NotFoundError; BadRequestError for hidden files and evidence. */
export async function deleteFile(context: Context, owner: Address, id: string): Promise<void> {
  await transaction(context.db, async trx => {
    const row = await findFile(trx, id)
    if (row?.owner !== owner) throw new NotFoundError('You have no such file.', { code: 'file-not-found' })
    await requireUnused(trx, row)
    const at = context.clock.now() + keptFor
    // Before the row itself: a process that keeps the same bytes right now locks this first, too.
    await trx
      .insertInto('file_removals')
      .values({ hash: row.hash, at })
      .onConflict(conflict => conflict.column('hash').doUpdateSet({ at }))
      .execute()
    const { numDeletedRows } = await trx.deleteFrom('files').where('id', '=', id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new NotFoundError('You have no such file.', { code: 'file-not-found' })
    await writeTogether(trx, writes =>
      writeReturn(writes, { address: owner, kind: 'file-bytes', amount: row.bytes }),
    )
  })
}

/** The arbiter may be reading evidence, and moderators may have to show a hidden file again. */
async function requireUnused(trx: Db, { quest_id, farmer, hidden_at }: FileRow): Promise<void> {
  if (hidden_at !== null)
    throw new BadRequestError(
      'A moderator has hidden this file, and it is kept for the log: you can answer at /moderation.',
      { code: 'hidden-by-moderator' },
    )
  if (quest_id === null || farmer === null) return
  const work = await trx
    .selectFrom('assignments')
    .select('status')
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
  if (work?.status === 'disputed')
    throw new BadRequestError('This is evidence in a dispute; it can be deleted when that is decided.', {
      code: 'file-in-use',
    })
}
