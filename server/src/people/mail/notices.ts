import type { MailType, Topic } from '@furrow/sdk/contract'
import { type Address, zeroAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { Writes } from '../../ground/db/writes.ts'
import { createId } from '../../ground/ids.ts'
import { copyFor, type Letter } from './letter.ts'

export type Notice = {
  readonly to: readonly Address[]
  readonly type: Extract<MailType, 'quest' | 'dispute'>
  /** By which it goes out of the app. */
  readonly topic: Topic
  /** What happened, in two words. */
  readonly what: string
  readonly quest: { readonly id: string; readonly title: string }
  readonly body: string
  readonly at: number
}

/**
 * Mail that the service itself writes, from the platform wallet: with what it tells of, so that the two happen together or
 * not at all. The platform's own mailbox keeps no copies. Gives each reader's letter.
 */
export function writeNotice(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  { to, type, topic, what, quest, body, at }: Notice,
): ReadonlyMap<Address, string> {
  const subject = `${what}: ${quest.title}`
  const said = { to, type, topic, subject, body: `${body}\n\nQuest: ${quest.id}`, questId: quest.id, at }
  return writeOfficial(writes, context, said)
}

type Official = Pick<Notice, 'to' | 'topic' | 'body' | 'at'> &
  Pick<Letter, 'questId'> & { readonly type: MailType; readonly subject: string }

/** As `writeNotice`, of what is about no quest. */
export function writeOfficial(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  { to, at, ...said }: Official,
): ReadonlyMap<Address, string> {
  const from = context.config.platformWallet ?? zeroAddress
  const letters = new Map<Address, string>()
  for (const reader of to) {
    const letter = { id: createId('mail', at), from, to: reader, ...said, at, official: true }
    writes.insert('mail', copyFor(context, reader, letter))
    letters.set(reader, letter.id)
  }
  return letters
}
