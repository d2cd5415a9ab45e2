import type { MailType, Topic } from '@furrow/sdk/contract'
import type { Writes } from '@furrow/storage/writes.ts'
import { type Address, zeroAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { createId } from '../../ground/ids.ts'
import { copyFor } from './letter.ts'
import { type SaidLetter, type Worded, wordLetter, wordPlain } from './notices/catalogue.ts'
import { catalogueFor, type Languages } from './notices/languages.ts'

export type Notice = Worded & {
  readonly to: readonly Address[]
  readonly type: Extract<MailType, 'quest' | 'dispute'>
  /** By which it goes out of the app. */
  readonly topic: Topic | 'follow'
  readonly quest: { readonly id: string; readonly title: string }
  readonly at: number
}

/**
 * Mail that the service itself writes, from the platform wallet: with what it tells of, so that the two happen together or
 * not at all. Each reader's letter is in their language. The platform's own mailbox keeps no copies. Gives each reader's letter.
 */
export function writeNotice(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  notice: Notice,
  languages: Languages,
): ReadonlyMap<Address, string> {
  const { to, type, topic, quest, at } = notice
  const letters = to.flatMap(reader => {
    const words = wordLetter(catalogueFor(languages, reader), notice, quest)
    const letter = { to: [reader], type, topic, ...words, questId: quest.id, at }
    return [...writeOfficial(writes, context, letter)]
  })
  return new Map(letters)
}

type Told = Worded & {
  readonly to: Address
  readonly topic?: Topic
  readonly at: number
  readonly title?: string
}

/** As `writeNotice`, of what no quest has yet. */
export function writeWorded(
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  { to, topic, at, title, ...worded }: Told,
  languages: Languages,
): void {
  const words = wordPlain(catalogueFor(languages, to), worded, title)
  writeOfficial(writes, context, { to: [to], type: 'platform-update', topic, ...words, at })
}

type Official = Pick<Notice, 'to' | 'at'> &
  SaidLetter & {
    readonly type: MailType
    readonly topic?: Notice['topic'] | undefined
    readonly questId?: string
  }

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
