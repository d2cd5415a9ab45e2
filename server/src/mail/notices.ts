import type { MailType } from '@furrow/sdk/contract'
import { type Address, zeroAddress } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { createId } from '../ids.ts'
import { copyFor } from './mail.ts'

export type Notice = {
  readonly to: readonly Address[]
  readonly type: Extract<MailType, 'quest' | 'dispute'>
  readonly subject: string
  readonly body: string
}

/**
 * Mail that the service itself writes, from the platform wallet: in the transaction of what it tells of, so that the
 * two happen together or not at all. The platform's own mailbox keeps no copies.
 */
export async function sendNotice(trx: Db, context: Context, notice: Notice): Promise<void> {
  const { clock, config } = context
  const at = clock.now()
  const copies = notice.to.map(to => {
    const id = createId('mail', at)
    return copyFor(context, to, { ...notice, id, from: config.platformWallet ?? zeroAddress, to, at })
  })
  await trx.insertInto('mail').values(copies).execute()
}
