import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { writeWorded } from '../../people/mail/notices.ts'
import type { ChannelRow } from './channels.ts'
import { countTold } from './fold.ts'
import type { OutboxRow } from './items.ts'
import type { Failure } from './outcome.ts'

const firstPause = 5 * second
const longestPause = hour
/** Shorter, since the receiver answers: it may take the next message. */
const longestOfRefusal = 10 * minute
const givenUpAfter = 3 * day
/** Questions to an address that may be a stranger's, without its owner asking again. */
const mostAsks = 5
/** Refusals of a message by a channel that takes others, before the message is left out. */
const mostRefusals = 5

export async function noteTaken(
  { clock, db }: Context,
  channel: ChannelRow,
  rows: readonly OutboxRow[],
): Promise<void> {
  const now = clock.now()
  await transaction(db, async trx => {
    await deleteRows(trx, channel.id, rows)
    await trx
      .updateTable('subscriptions')
      .set({ tries: 0, failing_since: null, problem: null, delivered_at: now, ...countTold(rows, now) })
      .where('id', '=', channel.id)
      .execute()
  })
}

export async function endTurn(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  channel: string,
  left: readonly OutboxRow[],
): Promise<void> {
  await transaction(db, async trx => {
    await trx.updateTable('subscriptions').set({ paused_until: null }).where('id', '=', channel).execute()
    if (left.length > 0) await putOff(trx, channel, clock.now(), left)
  })
}

/** Nothing of the channel is tried until then; all that is due goes out together after it. */
export async function pause(
  { db }: Pick<Context, 'db'>,
  channel: string,
  until: number,
  held: readonly OutboxRow[],
): Promise<void> {
  await transaction(db, async trx => {
    await trx.updateTable('subscriptions').set({ paused_until: until }).where('id', '=', channel).execute()
    await putOff(trx, channel, until, held)
  })
}

async function putOff(trx: Db, channel: string, until: number, held: readonly OutboxRow[]): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ due_at: until })
    .where('channel', '=', channel)
    .where(({ eb, or }) => or([eb('due_at', '<=', until), isAmong(trx, 'letter', lettersOf(held))]))
    .execute()
}

/** A channel that takes nothing now is tried later: twice as much later each time, until it is given up and its owner told. */
export async function noteFailure(
  context: Context,
  channel: ChannelRow,
  held: readonly OutboxRow[],
  failure: Failure,
): Promise<void> {
  const { is, says } = failure
  const now = context.clock.now()
  if (
    channel.state === 'asked' &&
    channel.kind !== 'email' &&
    (is === 'gone' || channel.tries + 1 >= mostAsks)
  )
    return stopAsking(context, channel, says)
  const since = channel.failing_since ?? now
  if (is === 'gone' || now - since >= givenUpAfter) {
    await giveUp(context, channel, failure)
    return
  }
  const longest = is === 'refused' ? longestOfRefusal : longestPause
  const until = now + Math.min(longest, firstPause * 2 ** Math.min(channel.tries, 20))
  await transaction(context.db, async trx => {
    await trx
      .updateTable('subscriptions')
      .set({ tries: channel.tries + 1, failing_since: since, problem: says, paused_until: until })
      .where('id', '=', channel.id)
      .execute()
    await putOff(trx, channel.id, until, held)
  })
}

async function stopAsking({ db }: Context, { id }: ChannelRow, says: string): Promise<void> {
  await transaction(db, async trx => {
    await trx.deleteFrom('outbox').where('channel', '=', id).execute()
    await trx
      .updateTable('subscriptions')
      .set({ tries: 0, failing_since: null, problem: says, paused_until: null })
      .where('id', '=', id)
      .execute()
  })
}

/** A message that a receiver of others refuses is tried ever later, holds up nothing, and is left out in the end. */
export async function setAside(
  { clock, db }: Context,
  { id }: ChannelRow,
  rows: readonly OutboxRow[],
  says: string,
): Promise<void> {
  const last = rows.filter(({ refusals }) => refusals + 1 >= mostRefusals)
  const again = rows.filter(({ refusals }) => refusals + 1 < mostRefusals)
  await transaction(db, async trx => {
    if (last.length > 0) await deleteRows(trx, id, last)
    for (const [refusals, same] of Map.groupBy(again, ({ refusals }) => refusals + 1))
      await trx
        .updateTable('outbox')
        .set({ refusals, due_at: clock.now() + minute * refusals ** 2 })
        .where('channel', '=', id)
        .where(isAmong(trx, 'letter', lettersOf(same)))
        .execute()
    const problem = `It does not take one of the messages. ${says}`
    await trx.updateTable('subscriptions').set({ problem }).where('id', '=', id).execute()
  })
}

const lettersOf = (rows: readonly OutboxRow[]) => rows.map(({ letter }) => letter)

async function deleteRows(trx: Db, channel: string, rows: readonly OutboxRow[]): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('channel', '=', channel)
    .where(isAmong(trx, 'letter', lettersOf(rows)))
    .execute()
}

/** The letters themselves stay in the app, which also tells that this channel ended. */
async function giveUp(
  context: Context,
  { id, address, kind, failing_since }: ChannelRow,
  { says, status }: Failure,
): Promise<void> {
  const { clock, config, db } = context
  const at = clock.now()
  const answer = status === undefined ? null : String(status)
  const values = { kind, answer, url: `${config.publicUrl}/notifications` }
  await transaction(db, async trx => {
    const ended = await trx
      .updateTable('subscriptions')
      .set({ state: 'failing', problem: says, failing_since: failing_since ?? at })
      .where('id', '=', id)
      .where('state', '=', 'on')
      .returning('id')
      .executeTakeFirst()
    await trx.deleteFrom('outbox').where('channel', '=', id).execute()
    if (ended === undefined) return
    await writeTogether(trx, async writes => {
      const told = { key: 'channel-ended', values, to: address, at } as const
      writeWorded(writes, context, told, await readLanguages(trx, [address]))
    })
  })
}
