import type { MailType } from '@furrow/sdk/contract'
import { type Address, zeroAddress } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { QuestRow } from '../db/tables.ts'
import { createId } from '../ids.ts'
import { copyFor } from './mail.ts'

export type Notice = {
  readonly to: readonly Address[]
  readonly type: Extract<MailType, 'quest' | 'dispute'>
  /** What happened, in two words; the quest's title follows. */
  readonly what: string
  readonly quest: Pick<QuestRow, 'id' | 'title'>
  readonly body: string
}

/**
 * Mail that the service itself writes, from the platform wallet: in the transaction of what it tells of, so that the
 * two happen together or not at all. The platform's own mailbox keeps no copies.
 */
export async function sendNotice(trx: Db, context: Context, notice: Notice): Promise<void> {
  const { clock, config } = context
  const { type, what, quest } = notice
  const at = clock.now()
  const from = config.platformWallet ?? zeroAddress
  const subject = `${what}: ${quest.title}`
  const body = `${notice.body}\n\nQuest: ${quest.id}`
  const copies = notice.to.map(to => {
    const id = createId('mail', at)
    return copyFor(context, to, { id, from, to, type, subject, body, at })
  })
  await trx.insertInto('mail').values(copies).execute()
}
