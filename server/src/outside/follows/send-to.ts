import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Context } from '../../ground/context.ts'
import { dueOf } from '../notifications/due.ts'
import type { FollowRow } from './follows.ts'

type When = { readonly now: number; readonly isDigest: boolean }

/**
 * Puts letters into the outbox, for the channels that their follow names: no channel wants its topic, so that the trigger of
 * the mailbox leaves them to this. A digest is sent at once, also where a channel tells once a day.
 */
export async function sendTo(
  { db }: Context,
  letters: ReadonlyMap<string, Pick<FollowRow, 'address' | 'channels'>>,
  { now, isDigest }: When,
): Promise<void> {
  if (letters.size === 0) return
  const people = [...new Set([...letters.values()].map(({ address }) => address))]
  const channels = await db
    .selectFrom('subscriptions')
    .select(['id', 'address', 'daily'])
    .where(isAmong(db, 'address', people))
    .where('state', '=', 'on')
    .execute()
  const ownOf = Map.groupBy(channels, ({ address }) => address)
  const rows = [...letters].flatMap(([letter, { address, channels }]) => {
    const wanted = channels === null ? null : new Set(JSON.parse(channels) as string[])
    return (ownOf.get(address) ?? [])
      .filter(({ id }) => wanted === null || wanted.has(id))
      .map(({ id: channel, daily }) => ({
        ...{ channel, letter, address, topic: 'follow' as const, at: now },
        ...dueOf(daily === 1 && !isDigest, now),
      }))
  })
  if (rows.length > 0) await db.insertInto('outbox').values(rows).execute()
}
