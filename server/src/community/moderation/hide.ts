import type { Db } from '@furrow/storage/db.ts'
import type { ModerationLogRow } from '@furrow/storage/moderation-tables.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { type RawBuilder, sql } from 'kysely'
import { BadRequestError } from '../../ground/errors.ts'
import { wakeBot } from '../../quests/change/write-quest.ts'

/**
 * Hides a thing from others, or restores it; its content stays. Cached copies are made anew by every process, because the
 * row counts the change.
 * @throws BadRequestError where it is so already, or cannot be hidden.
 */
export async function hideOrRestore(
  trx: Db,
  { action, kind, thing, at }: Pick<ModerationLogRow, 'action' | 'kind' | 'thing' | 'at'>,
): Promise<void> {
  const change = changes[kind]
  if (change === null)
    throw new BadRequestError(
      'A letter or a wallet cannot be hidden: freeze the wallet, or dismiss the report.',
    )
  const isHiding = action === 'hide'
  const hiddenAt = isHiding ? sql`cast(${at} as bigint)` : sql`null`
  const was = isHiding ? sql`hidden_at is null` : sql`hidden_at is not null`
  // The thread is locked first, as by writers of comments.
  if (kind === 'comment') await countInThread(trx, thing)
  const { rows } = await change(hiddenAt, thing, was).execute(trx)
  if (rows.length === 0)
    throw new BadRequestError(isHiding ? 'This is hidden already.' : 'This is not hidden.', {
      code: 'nothing-to-change',
    })
  if (kind === 'quest') await wakeBotOf(trx, thing)
}

async function wakeBotOf(trx: Db, quest: string): Promise<void> {
  const link = await trx
    .selectFrom('quests')
    .select(['repo_key', 'issue_number'])
    .where('id', '=', quest)
    .executeTakeFirstOrThrow()
  await writeTogether(trx, writes => wakeBot(writes, link))
}

async function countInThread(trx: Db, comment: string): Promise<void> {
  await trx
    .updateTable('comment_threads')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('quest_id', '=', some => some.selectFrom('comments').select('quest_id').where('id', '=', comment))
    .execute()
}

type Change = (at: RawBuilder<unknown>, thing: string, was: RawBuilder<unknown>) => RawBuilder<{ id: string }>

const changes: Readonly<Record<ModerationLogRow['kind'], Change | null>> = {
  quest: (at, thing, was) =>
    sql`update quests set hidden_at = ${at}, erasures = erasures + 1 where id = ${thing} and ${was} returning id`,
  comment: (at, thing, was) =>
    sql`update comments set hidden_at = ${at} where id = ${thing} and ${was} returning id`,
  profile: (at, thing, was) =>
    sql`update profiles set hidden_at = ${at} where address = ${thing} and ${was} returning address as id`,
  proposal: (at, thing, was) =>
    sql`update proposals set hidden_at = ${at} where id = ${thing} and ${was} returning id`,
  file: (at, thing, was) =>
    sql`update files set hidden_at = ${at} where id = ${thing} and ${was} returning id`,
  entry: (at, thing, was) =>
    sql`update contest_entries set hidden_at = ${at} where id = ${thing} and ${was} returning id`,
  letter: null,
  wallet: null,
}
