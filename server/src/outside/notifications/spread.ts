import { lockFree } from '@furrow/storage/locked.ts'
import type { OutboxSpreadTable } from '@furrow/storage/outbox-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../ground/context.ts'
import { type Duty, nowIfAny } from '../../ground/duty.ts'
import { dueOf } from './due.ts'

/** Few enough to keep nobody waiting. */
const slice = 500

export const spreadBroadcasts: Duty = {
  name: 'spread what everyone is told',
  soonest: () => nowIfAny(sql`outbox_spreads`),
  async round(context) {
    const { db } = context
    const first = await db.selectFrom('outbox_spreads').select('letter').limit(1).executeTakeFirst()
    if (first === undefined) return 0
    return transaction(db, async trx => {
      const spread = await lockFree(
        trx,
        trx.selectFrom('outbox_spreads').selectAll('outbox_spreads').orderBy('letter').limit(1),
        'outbox_spreads',
      ).executeTakeFirst()
      return spread === undefined ? 0 : spreadSome({ ...context, db: trx }, spread)
    })
  },
}

async function spreadSome({ clock, db }: Context, spread: Selectable<OutboxSpreadTable>): Promise<number> {
  const { letter, topic, at, upto } = spread
  const channels = await db
    .selectFrom('subscriptions')
    .select(['id', 'address', 'daily', 'state', 'topics'])
    .where('id', '>', upto)
    .orderBy('id')
    .limit(slice)
    .execute()
  const last = channels.at(-1)
  if (last === undefined) {
    await db.deleteFrom('outbox_spreads').where('letter', '=', letter).execute()
    return 1
  }
  const rows = channels
    .filter(({ state, topics }) => state === 'on' && topics.includes(` ${topic} `))
    .map(({ id: channel, address, daily }) => ({
      ...{ channel, letter, address, topic, at },
      // The digest with yesterday's letters may be on its way already.
      ...dueOf(daily === 1, clock.now()),
    }))
  if (rows.length > 0)
    await db
      .insertInto('outbox')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  await db.updateTable('outbox_spreads').set({ upto: last.id }).where('letter', '=', letter).execute()
  return channels.length
}
