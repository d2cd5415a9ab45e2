import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockFree } from '@furrow/storage/locked.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { ChannelRow } from './channels.ts'
import { foldFlood } from './fold.ts'
import type { OutboxRow } from './items.ts'

/** After this, a process that took something counts as dead. */
const lease = 2 * minute
/** Channels looked at together; for each wallet, and each host, more than have a place at once, and few enough that others are seen beside them. */
const most = { inAll: 200, ofWallet: 4, ofHost: 32 }
const mostOfChannel = 50

export type DueChannel = Pick<ChannelRow, 'id' | 'address' | 'kind' | 'target'> & {
  readonly isSound: boolean
}

type Found = { readonly channel: string } & {
  readonly [key in 'id' | 'address' | 'kind' | 'target']: ChannelRow[key] | null
} & { readonly is_sound: boolean | number }

/** The mail server of this service, or hosts that others chose: neither keeps the other waiting. */
export type Way = 'mail' | 'web'

/** Sound channels first, among them one of each wallet, longest waiting first. Rows without a channel are removed. */
export async function findDue({ clock, db }: Context, way: Way): Promise<DueChannel[]> {
  const now = clock.now()
  const ofWay = way === 'mail' ? sql`s.kind = 'email'` : sql`(s.kind is null or s.kind <> 'email')`
  const ofHost = way === 'mail' ? sql`` : sql`and of_host <= ${sql.lit(most.ofHost)}`
  const { rows } = await sql<Found>`
    with due as (
      select o.channel, min(o.due_at) as since from outbox o left join subscriptions s on s.id = o.channel
      where o.due_at <= ${now} and (s.paused_until is null or s.paused_until <= ${now}) and ${ofWay}
      group by o.channel),
    known as (
      select due.channel, due.since, s.id, s.address, s.kind, s.target, s.host,
        (s.failing_since is null and s.delivered_at is not null) as is_sound
      from due left join subscriptions s on s.id = due.channel),
    ranked as (
      select known.*,
        row_number() over (partition by coalesce(address, channel) order by is_sound desc, since) as of_wallet
      from known),
    found as (
      select ranked.*,
        row_number() over (partition by coalesce(host, channel), is_sound order by of_wallet, since) as of_host
      from ranked)
    select channel, id, address, kind, target, is_sound from found
    where of_wallet <= ${sql.lit(most.ofWallet)} ${ofHost}
    order by is_sound desc, of_wallet, since limit ${sql.lit(most.inAll)}`.execute(db)
  const absent = rows.flatMap(({ id, channel }) => (id === null ? channel : []))
  if (absent.length > 0)
    await db
      .deleteFrom('outbox')
      .where(isAmong(db, 'channel', absent))
      .execute()
  return rows.flatMap(({ id, address, kind, target, is_sound }) =>
    id === null || address === null || kind === null || target === null
      ? []
      : { id, address, kind, target, isSound: Boolean(is_sound) },
  )
}

export type Load = { readonly channel: ChannelRow; readonly rows: readonly OutboxRow[] }

/** Takes them for this process: nobody else sends to their channels until the lease ends. */
export async function take({ clock, config, db }: Context, ids: readonly string[]): Promise<Load[]> {
  return transaction(db, async trx => {
    const now = clock.now()
    const channels = await lockFree(
      trx,
      trx
        .selectFrom('subscriptions')
        .selectAll('subscriptions')
        .where(isAmong(trx, 'id', ids))
        .where(({ eb, or }) => or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
        .orderBy('id'),
      'subscriptions',
    ).execute()
    const loads: Load[] = []
    for (const channel of channels) {
      await dropUnwanted(trx, channel)
      const most = config.quotas.toldAnHour
      const rows = await foldFlood(trx, channel, await takeRows(trx, channel.id, now), { now, most })
      if (rows.length > 0) loads.push({ channel, rows })
    }
    if (loads.length > 0)
      await trx
        .updateTable('subscriptions')
        .set({ paused_until: now + lease })
        .where(
          isAmong(
            trx,
            'id',
            loads.map(({ channel }) => channel.id),
          ),
        )
        .execute()
    return loads
  })
}

async function dropUnwanted(trx: Db, { id, state }: ChannelRow): Promise<void> {
  if (state === 'on') return
  await trx
    .deleteFrom('outbox')
    .where('channel', '=', id)
    .$if(state === 'asked', query => query.where('topic', '!=', 'confirm'))
    .execute()
}

/** Some of the single messages, oldest first, and the oldest digest whole. */
async function takeRows(trx: Db, channel: string, now: number): Promise<OutboxRow[]> {
  const taking = trx
    .updateTable('outbox')
    .set({ due_at: now + lease })
    .where('channel', '=', channel)
  const singles = await taking
    .where('letter', 'in', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('letter')
        .where('channel', '=', channel)
        .where('digest', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('at')
        .orderBy('letter')
        .limit(mostOfChannel),
    )
    .returningAll()
    .execute()
  const digest = await taking
    .where('digest', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select(({ fn }) => fn.min('digest').as('digest'))
        .where('channel', '=', channel)
        .where('due_at', '<=', now),
    )
    .returningAll()
    .execute()
  return [...singles, ...digest].sort((a, b) => a.at - b.at || (a.letter < b.letter ? -1 : 1))
}
