import type { MailBlock } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { commitAfter } from '../../access/commit.ts'
import { writeReturns } from '../../access/quotas/spend.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'

export async function listBlocks({ db }: Context, owner: Address): Promise<MailBlock[]> {
  const rows = await db
    .selectFrom('mail_blocks')
    .select(['sender', 'at'])
    .where('owner', '=', owner)
    .orderBy('at', 'desc')
    .orderBy('sender')
    .execute()
  return rows.map(showBlock)
}

/** Notices about quests that both are in still arrive. @throws TooManyRequestsError where too many are blocked already. */
export async function blockSender(context: Context, owner: Address, sender: Address): Promise<MailBlock> {
  if (sender === owner) throw new BadRequestError('You cannot block yourself.')
  const row = { owner, sender, at: context.clock.now() }
  const spends = [{ address: owner, kind: 'blocks' }] as const
  return commitAfter(context, { spends }, async (trx, commit) => {
    const known = await addBlock(trx, row)
    if (known === null) await commit()
    return showBlock(known ?? row)
  })
}

type BlockRow = Tables['mail_blocks']

/** Gives the row that was there before, if any. */
async function addBlock(trx: Db, row: BlockRow): Promise<BlockRow | null> {
  const added = await trx
    .insertInto('mail_blocks')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('at')
    .executeTakeFirst()
  if (added !== undefined) return null
  const known = await trx
    .selectFrom('mail_blocks')
    .selectAll()
    .where('owner', '=', row.owner)
    .where('sender', '=', row.sender)
    .executeTakeFirst()
  return known ?? row
}

/** @throws NotFoundError where the owner does not block that address. */
export async function unblockSender({ db }: Context, owner: Address, sender: Address): Promise<void> {
  await transaction(db, async trx => {
    const removed = await trx
      .deleteFrom('mail_blocks')
      .where('owner', '=', owner)
      .where('sender', '=', sender)
      .returning('sender')
      .executeTakeFirst()
    if (removed === undefined)
      throw new NotFoundError('You do not block this address.', { code: 'block-not-found' })
    await writeTogether(trx, writes => writeReturns(writes, 'blocks', [owner]))
  })
}

function showBlock({ sender, at }: Pick<BlockRow, 'sender' | 'at'>): MailBlock {
  return { address: checksum(sender), since: instant(at) }
}
