import type { QuestDraft, QuestDraftChange } from '@furrow/sdk/contract'
import { lockRows } from '@furrow/storage/locked.ts'
import { isOverspent } from '@furrow/storage/overspent.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { type KeyUse, writeKey } from '../../access/idempotency/kept-keys.ts'
import { mostOf, refusalOf } from '../../access/quotas/kinds.ts'
import { returnSpends, writeSpends } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ChangedError } from '../../ground/errors.ts'
import { noDraft, saved, showDraft } from './drafts.ts'

/**
 * Saves a draft over the version that its owner last saw: another of their tabs may have saved a newer one.
 * @throws NotFoundError; ChangedError where there is a newer one; TooManyRequestsError where there is no room for more.
 */
export async function saveDraft(
  context: Context,
  owner: Address,
  change: QuestDraftChange,
  use: KeyUse | null,
): Promise<QuestDraft> {
  const { clock, config, db } = context
  const at = clock.now()
  try {
    return await transaction(db, async trx => {
      const { draftId: id, version } = change
      const query = trx.selectFrom('quest_drafts').selectAll().where('id', '=', id).where('owner', '=', owner)
      const before = await lockRows(trx, query).executeTakeFirst()
      if (before === undefined) throw noDraft()
      if (before.version !== version)
        throw new ChangedError(
          `This draft was saved elsewhere since: it has version ${before.version} now.`,
          { code: 'draft-outdated' },
        )
      const row = saved(context, before, change, at)
      await writeTogether(trx, writes => {
        writes.put('quest_drafts', ['id'], row)
        const more = row.bytes - before.bytes
        const spend = { address: owner, kind: 'draft-bytes', amount: Math.abs(more) } as const
        if (more > 0) writeSpends(writes, context, [spend])
        if (more < 0) returnSpends(writes, [spend])
        writeKey(writes, use, { made: id, at })
      })
      return showDraft(context, row)
    })
  } catch (error) {
    if (!isOverspent(error)) throw error
    throw refusalOf('draft-bytes', mostOf('draft-bytes', config.quotas), at)
  }
}
