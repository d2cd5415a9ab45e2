import { isAmong } from '@furrow/storage/json-rows.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import type { Context } from '../../ground/context.ts'
import { lockQuest } from '../change/lock.ts'
import { uncounted } from './uncounted.ts'
import { changeOne } from './within.ts'

/**
 * Counts backers whose deposits have come to finality on chain. From then on their companions follow; what came too late, when
 * nobody can earn it any more, goes back. Gives how many there were.
 */
export async function countFunded(context: Context, ids: readonly string[]): Promise<number> {
  const { db } = context
  const funded = await db
    .selectFrom('quests as c')
    .innerJoin('escrows as e', 'e.quest_id', 'c.id')
    .where(isAmong(db, 'c.companion_of', ids))
    .where('c.closed', 'is', null)
    .where('c.companion_from', '=', sql.lit(uncounted))
    .where('e.status', '=', 'funded')
    .select(['c.id', 'c.companion_of'])
    .orderBy('c.id')
    .execute()
  for (const { id, companion_of } of funded) await countOne(context, id, companion_of as string)
  return funded.length
}

/** The quest is locked first, as for every change of both: nobody is released meanwhile. */
async function countOne(context: Context, id: string, questId: string): Promise<void> {
  await transaction(context.db, async trx => {
    const before = await lockQuest(trx, questId)
    const companion = await lockQuest(trx, id)
    if (companion.closed !== null || companion.companion_from !== uncounted) return
    const { amount, giver: backer } = companion
    const counts = { kind: 'count-backer', by: null, backer, amount } as const
    const row = await changeOne(trx, context, { questId, command: counts })
    if (row.events === before.events) {
      const ends = { kind: 'end-companion', by: null, as: 'cancelled' } as const
      await changeOne(trx, context, { questId: id, command: ends })
      return
    }
    await trx.updateTable('quests').set({ companion_from: row.events }).where('id', '=', id).execute()
  })
}

/** Counts no more those who took their deposits back at the contract, before the quest was over. Gives how many there were. */
export async function uncountTaken(context: Context, ids: readonly string[]): Promise<number> {
  const { clock, db } = context
  const taken = await db
    .selectFrom('quests as c')
    .innerJoin('quests as m', 'm.id', 'c.companion_of')
    .where(isAmong(db, 'c.companion_of', ids))
    .where('c.rail', '=', 'chain')
    .where('c.closed', 'is not', null)
    .where('c.companion_stopped_at', 'is', null)
    .where('c.companion_from', '<', sql.lit(uncounted))
    .where('m.status', 'not in', ['completed', 'cancelled'])
    .select(['c.id', 'c.companion_of', 'c.amount', 'c.giver'])
    .orderBy('c.id')
    .execute()
  for (const { amount, companion_of, giver: backer, id } of taken)
    await transaction(db, async trx => {
      const questId = companion_of as string
      await lockQuest(trx, questId)
      const { numUpdatedRows } = await trx
        .updateTable('quests')
        .set({ companion_stopped_at: clock.now() })
        .where('id', '=', id)
        .where('companion_stopped_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      const command = { kind: 'uncount-backer', by: null, backer, amount } as const
      await changeOne(trx, context, { questId, command })
    })
  return taken.length
}
