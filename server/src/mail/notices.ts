import type { MailType } from '@furrow/sdk/contract'
import { type Address, zeroAddress } from '../address.ts'
import type { Context } from '../context.ts'
import type { Writes } from '../db/writes.ts'
import { createId } from '../ids.ts'
import { copyFor } from './letter.ts'

export type Notice = {
  readonly to: readonly Address[]
  readonly type: Extract<MailType, 'quest' | 'dispute'>
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
  { to, type, what, quest, body, at }: Notice,
): ReadonlyMap<Address, string> {
  const from = context.config.platformWallet ?? zeroAddress
  const letters = new Map<Address, string>()
  for (const reader of to) {
    const letter = {
      id: createId('mail', at),
      from,
      to: reader,
      type,
      subject: `${what}: ${quest.title}`,
      body: `${body}\n\nQuest: ${quest.id}`,
      at,
      official: true,
      questId: quest.id,
    }
    writes.insert('mail', copyFor(context, reader, letter))
    letters.set(reader, letter.id)
  }
  return letters
}
