import { isAmong } from '@furrow/storage/json-rows.ts'
import { type Leaver, slicesOf } from './leaver.ts'

export async function eraseComments({ trx, address, pseudonym, at }: Leaver): Promise<void> {
  const rows = await trx
    .selectFrom('comments')
    .select('quest_id')
    .distinct()
    .where('author', '=', address)
    .orderBy('quest_id')
    .execute()
  for (const ids of slicesOf(rows.map(({ quest_id }) => quest_id))) {
    // The thread is locked first, as by writers of comments.
    for (const quest_id of ids)
      await trx
        .updateTable('comment_threads')
        .set(({ eb, selectFrom }) => ({
          changes: eb('changes', '+', 1),
          comments: eb(
            'comments',
            '-',
            selectFrom('comments')
              .select(({ fn }) => fn.countAll<number>().as('n'))
              .where('comments.quest_id', '=', quest_id)
              .where('author', '=', address)
              .where('deleted_at', 'is', null),
          ),
        }))
        .where('quest_id', '=', quest_id)
        .execute()
    await trx
      .updateTable('comments')
      .set({ body: '', pinned_at: null, edited_at: null, deleted_at: at, deleted_by: 'author' })
      .where(isAmong(trx, 'quest_id', ids))
      .where('author', '=', address)
      .where('deleted_at', 'is', null)
      .execute()
    for (const column of ['author', 'reply_author'] as const)
      await trx
        .updateTable('comments')
        .set({ [column]: pseudonym })
        .where(isAmong(trx, 'quest_id', ids))
        .where(column, '=', address)
        .execute()
  }
}
