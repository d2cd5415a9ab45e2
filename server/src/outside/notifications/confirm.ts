import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { ChannelRow } from './channels.ts'
import { readToken } from './links.ts'

const goodFor = day

/** The link's bearer reads the mail of that address. @throws BadRequestError for a link that is none of ours, too old, or not the newest. */
export async function confirmChannel(context: Context, token: string): Promise<void> {
  const { clock, db } = context
  const link = readToken(context, token)
  if (link?.what !== 'confirm')
    throw new BadRequestError('This link is not whole, or none of this service.', {
      code: 'mail-link-invalid',
    })
  const row = await db
    .selectFrom('subscriptions')
    .select(['state', 'asked_at'])
    .where('id', '=', link.channel)
    .executeTakeFirst()
  if (row?.asked_at === link.at && row.state === 'on') return
  if (row?.asked_at !== link.at || row.state !== 'asked' || clock.now() >= link.at + goodFor)
    throw new BadRequestError(
      'This link is not good any more: ask for another one where you added the address.',
      { code: 'mail-link-expired' },
    )
  await switchOn(context, { id: link.channel, asked_at: link.at })
}

export async function switchOn(
  { db }: Pick<Context, 'db'>,
  { id, asked_at }: Pick<ChannelRow, 'id' | 'asked_at'>,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ state: 'on' })
    .where('id', '=', id)
    .where('asked_at', '=', asked_at)
    .where('state', '=', 'asked')
    .execute()
}

/** By the link in a message, without a session: for good, unless its owner switches it on again. Gives the channel's id. */
export async function unsubscribe(context: Context, token: string): Promise<string> {
  const channel = requireUnsubscribe(context, token)
  await context.db
    .updateTable('subscriptions')
    .set({ state: 'off' })
    .where('id', '=', channel)
    .where('state', 'in', ['on', 'failing'])
    .execute()
  await context.db.deleteFrom('outbox').where('channel', '=', channel).execute()
  return channel
}

/** @throws BadRequestError */
export function requireUnsubscribe(context: Context, token: string): string {
  const link = readToken(context, token)
  if (link?.what !== 'unsubscribe')
    throw new BadRequestError(
      'This link is not whole, or none of this service: sign in, and remove the channel there.',
      { code: 'mail-link-invalid' },
    )
  return link.channel
}
