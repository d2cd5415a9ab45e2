import type { ModerationAnswer, Success } from '@furrow/sdk/contract'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import { commit } from '../../access/commit.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'

/**
 * The owner of a thing answers a moderation once, and moderators read it in the log. A frozen wallet may answer too.
 * @throws NotFoundError where nothing of theirs was moderated; BadRequestError the second time.
 */
export async function answerModeration(
  context: Context,
  owner: Address,
  { id, note }: ModerationAnswer,
  use: KeyUse | null,
): Promise<Success> {
  const { clock, db } = context
  const row = await db
    .selectFrom('moderation_log')
    .select('action')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (row === undefined || !['hide', 'freeze'].includes(row.action))
    throw new NotFoundError('Nothing of yours was hidden or frozen under this id.')
  const at = clock.now()
  const key = { use, made: id, at }
  await commit(context, { key }, writes =>
    writes.insert('moderation_answers', { id, owner, note, at }),
  ).catch(error => {
    if (isUniqueViolation(error))
      throw new BadRequestError('You have answered this already.', { code: 'decision-answered' })
    throw error
  })
  return { success: true }
}
