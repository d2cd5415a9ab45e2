import type { MailType, Message, Topic } from '@furrow/sdk/contract'
import type { MailTable } from '@furrow/storage/tables.ts'
import type { Selectable } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { SaidLetter } from './notices/catalogue.ts'
import { openText, seal } from './seal.ts'

export type MailRow = Selectable<MailTable>

type Sent = {
  readonly id: string
  readonly from: Address
  readonly to: Address
  readonly type: MailType
  readonly at: number
}

type Own = {
  readonly subject: string
  readonly body: string
  readonly official: false
  readonly topic?: never
  readonly questId?: never
}

type Worded = SaidLetter & {
  /** Whether it is in the name of the service: nobody can say that of their own letter. */
  readonly official: boolean
  readonly topic?: Topic | 'follow' | undefined
  readonly questId?: string
}

export type Letter = Sent & (Own | Worded)

/** A copy for one mailbox, sealed by itself: no two copies share an initialisation vector. */
export function copyFor({ secrets }: Pick<Context, 'secrets'>, owner: Address, letter: Letter): MailRow {
  const key = secrets.sealing[0]
  return {
    owner,
    id: letter.id,
    sender: letter.from,
    recipient: letter.to,
    subject: seal(key, letter.subject),
    body: seal(key, letter.body),
    type: letter.type,
    sent_at: letter.at,
    read: 0,
    official: letter.official ? 1 : 0,
    topic: letter.topic ?? null,
    quest_id: letter.questId ?? null,
  }
}

export function openCopy({ secrets }: Pick<Context, 'secrets'>, row: MailRow): Message {
  return {
    id: row.id,
    from: checksum(row.sender),
    to: checksum(row.recipient),
    subject: openText(secrets.sealing, row.subject),
    body: openText(secrets.sealing, row.body),
    type: row.type,
    sentAt: instant(row.sent_at),
    read: row.read === 1,
    official: row.official === 1,
    questId: row.quest_id,
  }
}
