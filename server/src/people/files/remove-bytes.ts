import type { FileRemovalTable } from '@furrow/storage/file-tables.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'

const slice = 100
/** A process that died while it removed something is not waited for longer. */
const lease = 5 * minute
const pauseAfterFailure = 10 * minute

type Removal = Pick<Selectable<FileRemovalTable>, 'hash' | 'at'>

export const removeBytes: Duty = {
  name: 'remove the bytes of files that are gone',
  every: everyMinute,
  async round(context, stop) {
    const { clock, db } = context
    const now = clock.now()
    const due = await db
      .selectFrom('file_removals')
      .select(['hash', 'at'])
      .where('at', '<=', now)
      .where('taken_until', '<=', now)
      .orderBy('at')
      .limit(slice)
      .execute()
    for (const removal of due) {
      if (stop?.aborted) return 0
      await remove(context, removal)
    }
    return due.length
  },
}

async function remove(context: Context, removal: Removal): Promise<void> {
  const { clock, config, db } = context
  const { hash } = removal
  if (!(await take(context, removal))) return
  try {
    await fileStoreOf(config).remove(hash)
  } catch (error) {
    const later = { at: clock.now() + pauseAfterFailure, taken_until: 0 }
    await db.updateTable('file_removals').set(later).where('hash', '=', hash).execute()
    throw error
  }
  await db.deleteFrom('file_removals').where('hash', '=', hash).execute()
}

/** Claims the bytes for removal, so that nobody counts on them. Where a file has them, their removal is dropped. */
async function take({ clock, db }: Context, { hash, at }: Removal): Promise<boolean> {
  const now = clock.now()
  const isKept = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'file_removals'>) =>
    exists(selectFrom('files').select(sql`1`.as('one')).where('files.hash', '=', hash))
  const taken = await db
    .updateTable('file_removals')
    .set({ taken_until: now + lease })
    .where('hash', '=', hash)
    // A process that wanted the bytes since has moved the time.
    .where('at', '=', at)
    .where('taken_until', '<=', now)
    .where(({ not, ...rest }) => not(isKept(rest as never)))
    .returning('hash')
    .executeTakeFirst()
  if (taken !== undefined) return true
  await db
    .deleteFrom('file_removals')
    .where('hash', '=', hash)
    .where('at', '=', at)
    .where('taken_until', '<=', now)
    .where(isKept)
    .execute()
  return false
}
