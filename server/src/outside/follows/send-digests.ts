import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockFree } from '@furrow/storage/locked.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { wordDigest } from '../../people/mail/notices/catalogue.ts'
import { catalogueFor, readLanguages } from '../../people/mail/notices/languages.ts'
import { writeOfficial } from '../../people/mail/notices.ts'
import type { Filter } from './filters.ts'
import { type FollowRow, filterOf } from './follows.ts'
import { sendTo } from './send-to.ts'

const mostListed = 20

/** One letter a day for each filter, with the quests that are still open. */
export const sendDigests: Duty = {
  name: 'send digests of what people follow',
  soonest: (_, until) =>
    sql`(select due_at from told_quests where due_at <= ${until} order by due_at limit 1)`,
  async round(context) {
    const { clock, db } = context
    const due = await db
      .selectFrom('told_quests')
      .select(['due_at', 'follow'])
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .orderBy('follow')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined || due.due_at === null) return 0
    const { follow: id, due_at: dueAt } = due
    return transaction(db, async trx => {
      const follow = await lockFree(
        trx,
        trx.selectFrom('saved_filters').selectAll('saved_filters').where('id', '=', id),
        'saved_filters',
      ).executeTakeFirst()
      return follow === undefined ? 0 : send({ ...context, db: trx }, follow, dueAt)
    })
  },
}

async function send(context: Context, follow: FollowRow, dueAt: number): Promise<number> {
  const { clock, config, db } = context
  const { address, name } = follow
  const told = await db
    .updateTable('told_quests')
    .set({ due_at: null })
    .where('due_at', '=', dueAt)
    .where('follow', '=', follow.id)
    .returning('quest_id')
    .execute()
  const quests = await readOpen(
    db,
    address,
    told.map(({ quest_id }) => quest_id),
  )
  if (quests.length === 0) return told.length
  const now = clock.now()
  const words = wordDigest(catalogueFor(await readLanguages(db, [address]), address), {
    name,
    quests: quests.slice(0, mostListed),
    more: Math.max(0, quests.length - mostListed),
    board: `${config.publicUrl}/quests${queryFor(filterOf(follow))}`,
  })
  const letter = { to: [address], type: 'quest', topic: 'follow', at: now, ...words } as const
  const letters = await writeTogether(db, writes => writeOfficial(writes, context, letter))
  const id = letters.get(address)
  if (id !== undefined) await sendTo(context, new Map([[id, follow]]), { now, isDigest: true })
  return told.length
}

/** Those that are still open, and of nobody whom the reader blocks, the newest first. */
async function readOpen(db: Db, reader: Address, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('quests')
    .leftJoin('mail_blocks', join =>
      join.onRef('sender', '=', 'quests.giver').on('mail_blocks.owner', '=', reader),
    )
    .select(['id', 'title', 'reward'])
    .where(isAmong(db, 'id', ids))
    .where('status', '=', 'open')
    .where('hidden_at', 'is', null)
    .where('mail_blocks.owner', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({ ...row, reward: row.reward.replace(/\s+/g, ' ') }))
}

function queryFor({ q, category, skill, token, payer, backing }: Filter): string {
  const given = Object.entries({ q, category, skill, token, payer, backing }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
