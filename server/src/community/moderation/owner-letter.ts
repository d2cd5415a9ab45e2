import { hasLeft } from '@furrow/sdk/contract'
import type { ModerationLogRow } from '@furrow/storage/moderation-tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import { checksum } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { writeOfficial } from '../../people/mail/notices.ts'

type Told = Exclude<
  ModerationLogRow['action'],
  'dismiss' | 'dismiss-reports' | 'name-moderator' | 'remove-moderator'
>

const words: Readonly<Record<Told, readonly [subject: string, body: string]>> = {
  hide: ['Hidden by a moderator', 'A moderator keeps this from others. Nothing of it was deleted.'],
  restore: ['Shown again', 'A moderator shows this to everybody again.'],
  freeze: [
    'Your wallet is frozen',
    'You may read, finish what is under way, be paid for it, and leave; you cannot begin anything new.',
  ],
  unfreeze: ['Your wallet is free again', 'You can do everything again.'],
}

/** Tells the owner of an act and its reason, with the act itself. A dismissed report is no news to the owner. */
export function writeLetter(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  { action, kind, thing, title, owner, reason, at }: ModerationLogRow,
): void {
  if (!(action in words) || hasLeft(owner)) return
  const [subject, body] = words[action as Told]
  const about =
    action === 'freeze' || action === 'unfreeze'
      ? `Wallet: ${checksum(owner)}`
      : `${title} (${kind} ${thing})`
  writeOfficial(writes, context, {
    to: [owner],
    type: 'platform-update',
    topic: 'moderation',
    subject: `${subject}: ${title}`.slice(0, 200),
    body: `${body}\n\n${about}\n\nThe reason: ${reason}\n\nYou can answer at /moderation.`,
    at,
  })
}
