import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import { hour } from '../../ground/clock.ts'
import type { ChannelRow } from './channels.ts'
import type { OutboxRow } from './items.ts'

/** Anybody can cause these; the other topics are about work and money that their reader has a part in. */
const ofStrangers: ReadonlySet<string> = new Set(['letter', 'invite', 'comment', 'application', 'follow'])
/** Smaller numbers count days, larger ones hours. */
const leastHour = 100_000

export const isOfHour = (digest: number | null): boolean => digest !== null && digest >= leastHour

/**
 * When strangers cause more in an hour than a reader is told of, the rest waits for the end of that hour, and goes out in one
 * message. A program reads a webhook, and gets each by itself. Returns the rows that go out now.
 */
export async function foldFlood(
  trx: Db,
  channel: ChannelRow,
  rows: readonly OutboxRow[],
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly OutboxRow[]> {
  if (channel.kind === 'webhook') return rows
  const since = channel.told_since !== null && now < channel.told_since + hour ? channel.told_since : null
  const room = Math.max(0, most - (since === null ? 0 : channel.told))
  const folded = new Set(rows.filter(isCounted).slice(room))
  if (folded.size === 0) return rows
  const endsAt = (since ?? now) + hour
  await trx
    .updateTable('outbox')
    .set({ digest: Math.floor(endsAt / hour), due_at: endsAt })
    .where('channel', '=', channel.id)
    .where(
      isAmong(
        trx,
        'letter',
        [...folded].map(({ letter }) => letter),
      ),
    )
    .execute()
  return rows.filter(row => !folded.has(row))
}

function isCounted({ topic, digest }: OutboxRow): boolean {
  return digest === null && ofStrangers.has(topic)
}

export function countTold(rows: readonly OutboxRow[], now: number) {
  const told = rows.filter(isCounted).length
  if (told === 0) return {}
  const isOver = sql`told_since is null or told_since <= ${sql.lit(now - hour)}`
  return {
    told: sql<number>`case when ${isOver} then ${sql.lit(told)} else told + ${sql.lit(told)} end`,
    told_since: sql<number>`case when ${isOver} then ${sql.lit(now)} else told_since end`,
  }
}
