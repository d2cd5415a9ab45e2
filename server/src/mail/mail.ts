import { everyone, type Message, type MessageMark, type NewMessage } from '@furrow/sdk/contract'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import type { Context } from '../context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../errors.ts'
import { createId } from '../ids.ts'
import { deleteBroadcast, markBroadcast, sendBroadcast } from './broadcasts.ts'
import { deliver } from './deliver.ts'
import { copyFor, openCopy } from './letter.ts'

/**
 * Sends a message: two sealed copies, one in each party's mailbox, or neither; or a broadcast to `*`.
 * @throws ForbiddenError for a broadcast or a platform-update from anyone but the platform wallet, and where the recipient
 *   blocks the sender; TooManyRequestsError for one letter too many.
 */
export async function sendMail(context: Context, from: Address, draft: NewMessage): Promise<Message> {
  const { config, clock } = context
  const isPlatform = from === config.platformWallet
  if (draft.to === everyone) {
    if (!isPlatform) throw new ForbiddenError('Only the platform wallet may broadcast.')
    return sendBroadcast(context, from, draft)
  }

  const type = draft.type ?? 'direct'
  if (type === 'platform-update' && !isPlatform)
    throw new ForbiddenError('Only the platform wallet may send a platform-update.')
  const to = toAddress(draft.to)
  if (to === zeroAddress) throw new BadRequestError('Nobody reads the mail of the zero address.')

  const { subject, body } = draft
  const at = clock.now()
  const letter = { id: createId('mail', at), from, to, type, subject, body, at, official: false }
  const own = copyFor(context, from, letter)
  await deliver(context, to === from ? [own] : [own, copyFor(context, to, letter)])
  return openCopy(context, own)
}

/** Sets the flag of the caller's own copy, or of a broadcast for him alone. */
export async function markMail(context: Context, owner: Address, mark: MessageMark): Promise<Message> {
  const row = await context.db
    .updateTable('mail')
    .set({ read: mark.read ? 1 : 0 })
    .where('owner', '=', owner)
    .where('id', '=', mark.messageId)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) return openCopy(context, row)
  const broadcast = await markBroadcast(context, owner, mark)
  if (broadcast === null) throw new NotFoundError('You have no such message.')
  return broadcast
}

/** Deletes the caller's own copy; a broadcast is hidden from him alone. */
export async function deleteMail(context: Context, owner: Address, messageId: string): Promise<void> {
  const deleted = await context.db
    .deleteFrom('mail')
    .where('owner', '=', owner)
    .where('id', '=', messageId)
    .returning('id')
    .executeTakeFirst()
  if (deleted === undefined && !(await deleteBroadcast(context, owner, messageId)))
    throw new NotFoundError('You have no such message.')
}
