import { hasLeft } from '@furrow/sdk/contract'
import type { ModerationLogRow } from '@furrow/storage/moderation-tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Context } from '../../ground/context.ts'
import type { Worded } from '../../people/mail/notices/catalogue.ts'
import type { Languages } from '../../people/mail/notices/languages.ts'
import { writeWorded } from '../../people/mail/notices.ts'

/** Tells the owner of an act and its reason, with the act itself. A dismissed report is no news to the owner. */
export function writeLetter(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  entry: ModerationLogRow,
  languages: Languages,
): void {
  const { title, owner: to, at } = entry
  const worded = wordsOf(entry)
  if (worded === null || hasLeft(to)) return
  writeWorded(writes, context, { ...worded, to, topic: 'moderation', title, at }, languages)
}

function wordsOf({ action, kind, thing, title, owner, reason }: ModerationLogRow): Worded | null {
  switch (action) {
    case 'hide':
      return { key: 'hidden-by-moderator', values: { kind, thing, title, reason } }
    case 'restore':
      return { key: 'shown-again', values: { kind, thing, title, reason } }
    case 'freeze':
      return { key: 'wallet-frozen', values: { owner, reason } }
    case 'unfreeze':
      return { key: 'wallet-unfrozen', values: { owner, reason } }
    default:
      return null
  }
}
