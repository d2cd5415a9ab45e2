import { zeroAddress } from '../address.ts'
import { day, hour, second } from '../clock.ts'
import type { Context } from '../context.ts'
import { isAmong } from '../db/json-rows.ts'
import { transaction } from '../db/transaction.ts'
import { createId } from '../ids.ts'
import { copyFor } from '../mail/letter.ts'
import type { ChannelRow } from './channels.ts'
import type { OutboxRow } from './items.ts'
import type { Outcome } from './outcome.ts'

const firstPause = 30 * second
const longestPause = 6 * hour
const givenUpAfter = 3 * day

/** It is there: gone from the outbox, whatever happens now. */
export async function noteTaken(
  { clock, db }: Context,
  channel: ChannelRow,
  rows: readonly OutboxRow[],
): Promise<void> {
  await transaction(db, async trx => {
    await trx
      .deleteFrom('outbox')
      .where('channel', '=', channel.id)
      .where(
        isAmong(
          trx,
          'letter',
          rows.map(({ letter }) => letter),
        ),
      )
      .execute()
    await trx
      .updateTable('subscriptions')
      .set({ tries: 0, failing_since: null, problem: null, delivered_at: clock.now() })
      .where('id', '=', channel.id)
      .execute()
  })
}

/** All that is due on a channel, and what of it this process has taken, at another time. */
export async function putOff(
  { db }: Pick<Context, 'db'>,
  channel: string,
  until: number,
  held: readonly OutboxRow[],
): Promise<void> {
  const letters = held.map(({ letter }) => letter)
  await db
    .updateTable('outbox')
    .set({ due_at: until })
    .where('channel', '=', channel)
    .where(({ eb, or }) => or([eb('due_at', '<=', until), isAmong(db, 'letter', letters)]))
    .execute()
}

/** What it takes now it may take later: twice as much later each time, until it is given up and its owner told. */
export async function noteFailure(
  context: Context,
  channel: ChannelRow,
  held: readonly OutboxRow[],
  { is, says }: Extract<Outcome, { is: 'failed' | 'gone' }>,
): Promise<void> {
  const now = context.clock.now()
  const since = channel.failing_since ?? now
  if (is === 'gone' || now - since >= givenUpAfter) {
    await giveUp(context, channel, says)
    return
  }
  const until = now + Math.min(longestPause, firstPause * 2 ** Math.min(channel.tries, 20))
  await transaction(context.db, async trx => {
    await trx
      .updateTable('subscriptions')
      .set({ tries: channel.tries + 1, failing_since: since, problem: says })
      .where('id', '=', channel.id)
      .execute()
    await putOff({ db: trx }, channel.id, until, held)
  })
}

/** The letters themselves are in the app; and so is that this channel ended. */
async function giveUp(context: Context, { id, address, kind }: ChannelRow, says: string): Promise<void> {
  const { clock, config, db } = context
  const at = clock.now()
  const letter = copyFor(context, address, {
    id: createId('mail', at),
    from: config.platformWallet ?? zeroAddress,
    to: address,
    type: 'platform-update',
    subject: 'Notifications ended',
    body: `Nothing could be sent by ${words[kind]} any more, so it was given up. ${says}\n\nYou can switch it on again at ${config.publicUrl}/notifications`,
    at,
    official: true,
  })
  await transaction(db, async trx => {
    const ended = await trx
      .updateTable('subscriptions')
      .set({ state: 'failing', problem: says })
      .where('id', '=', id)
      .where('state', '=', 'on')
      .returning('id')
      .executeTakeFirst()
    await trx.deleteFrom('outbox').where('channel', '=', id).execute()
    if (ended !== undefined) await trx.insertInto('mail').values(letter).execute()
  })
}

const words: Readonly<Record<ChannelRow['kind'], string>> = {
  email: 'e-mail',
  push: 'web push',
  webhook: 'your webhook',
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
}
