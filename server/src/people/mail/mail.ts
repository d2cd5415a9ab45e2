import { everyone, hasLeft, type Message, type MessageMark, type NewMessage } from '@furrow/sdk/contract'
import { type Done, type KeyUse, withKey } from '../../access/idempotency/kept-keys.ts'
import { type Address, checksum, toAddress, zeroAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { deleteBroadcast, findBroadcast, markBroadcast, sendBroadcast } from './broadcasts.ts'
import { deliver } from './deliver.ts'
import { copyFor, openCopy } from './letter.ts'

/**
 * Seals a copy for each party, or none; or a broadcast to `*`. @throws ForbiddenError for service mail from anyone but
 * the platform wallet, and where the recipient blocks the sender; TooManyRequestsError.
 */
export async function sendMail(
  context: Context,
  from: Address,
  draft: NewMessage,
  use: KeyUse | null = null,
): Promise<Message> {
  const { config, clock } = context
  const isPlatform = from === config.platformWallet
  if (draft.to === everyone) {
    if (!isPlatform)
      throw new ForbiddenError('Only the platform wallet may broadcast.', { code: 'platform-only' })
    return sendBroadcast(context, from, draft, use)
  }

  const type = draft.type ?? 'direct'
  if (type === 'platform-update' && !isPlatform)
    throw new ForbiddenError('Only the platform wallet may send a platform-update.', {
      code: 'platform-only',
    })
  const to = toAddress(draft.to)
  if (to === zeroAddress) throw new BadRequestError('Nobody reads the mail of the zero address.')
  if (hasLeft(to))
    throw new BadRequestError('Whoever this was has left, and reads no letters here.', {
      code: 'person-left',
    })

  const { subject, body } = draft
  const at = clock.now()
  const letter = { id: createId('mail', at), from, to, type, subject, body, at, official: false } as const
  const own = copyFor(context, from, letter)
  await deliver(context, to === from ? [own] : [own, copyFor(context, to, letter)], use)
  return openCopy(context, own)
}

/** A sent message for a repeat of its request: only the copies keep its text, and their owners may have deleted them. */
export function showSent(from: Address, draft: NewMessage, { made, at }: Done): Message {
  const isBroadcast = draft.to === everyone
  return {
    id: made,
    from: checksum(from),
    to: isBroadcast ? everyone : checksum(toAddress(draft.to)),
    subject: draft.subject,
    body: draft.body,
    type: draft.type ?? (isBroadcast ? 'platform-update' : 'direct'),
    sentAt: instant(at),
    read: false,
    official: isBroadcast,
    questId: null,
  }
}

export async function markMail(
  context: Context,
  owner: Address,
  mark: MessageMark,
  use: KeyUse | null = null,
): Promise<Message> {
  const done = { made: mark.messageId, at: context.clock.now() }
  const message = await withKey(context.db, use, done, async db => {
    const own = await markOwn({ ...context, db }, owner, mark)
    return own ?? markBroadcast({ ...context, db }, owner, mark)
  })
  if (message === null) throw new NotFoundError('You have no such message.', { code: 'message-not-found' })
  return message
}

async function markOwn(context: Context, owner: Address, mark: MessageMark): Promise<Message | null> {
  const row = await context.db
    .updateTable('mail')
    .set({ read: mark.read ? 1 : 0 })
    .where('owner', '=', owner)
    .where('id', '=', mark.messageId)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : openCopy(context, row)
}

/** A message as it was marked. @throws NotFoundError where its owner has deleted it since. */
export async function showMarked(context: Context, owner: Address, mark: MessageMark): Promise<Message> {
  const row = await context.db
    .selectFrom('mail')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', mark.messageId)
    .executeTakeFirst()
  const message =
    row === undefined ? await findBroadcast(context, owner, mark.messageId) : openCopy(context, row)
  if (message === null) throw new NotFoundError('You have no such message.', { code: 'message-not-found' })
  return { ...message, read: mark.read }
}

export async function deleteMail(context: Context, owner: Address, messageId: string): Promise<void> {
  const deleted = await context.db
    .deleteFrom('mail')
    .where('owner', '=', owner)
    .where('id', '=', messageId)
    .returning('id')
    .executeTakeFirst()
  if (deleted === undefined && !(await deleteBroadcast(context, owner, messageId)))
    throw new NotFoundError('You have no such message.', { code: 'message-not-found' })
}
