import { sql } from 'kysely'
import type { Context } from '../../ground/context.ts'
import { seal } from '../../people/mail/seal.ts'
import type { Leaver } from './leaver.ts'

/**
 * Deletes their words to moderators, and keeps what moderators noted about them under the pseudonym: the act and its
 * reason are the moderators' own. A letter that its recipient disclosed stays in that report, as it does in the
 * recipient's mailbox. A freeze stays with the wallet, or leaving and coming back would be the way around it.
 */
export async function eraseModeration(
  { trx, address, pseudonym }: Leaver,
  { secrets }: Pick<Context, 'secrets'>,
): Promise<void> {
  const [note, letter] = [seal(secrets.sealing[0], ''), seal(secrets.sealing[0], '')]
  const ofHis = sql`kind in ('profile', 'wallet') and thing = ${address}`
  for (const statement of [
    sql`update reports set reporter = ${pseudonym}, network = null, note = ${note}, letter = ${letter} where reporter = ${address}`,
    sql`update reports set thing = ${pseudonym} where ${ofHis}`,
    sql`update reported_things set place = null, reports = 0, thing = ${pseudonym} where ${ofHis}`,
    sql`update reported_things set owner = ${pseudonym} where owner = ${address}`,
    sql`delete from moderation_answers where owner = ${address}`,
    sql`update moderation_log set thing = ${pseudonym} where ${ofHis}`,
    sql`update moderation_log set title = '', owner = ${pseudonym} where owner = ${address}`,
    sql`update moderation_log set actor = ${pseudonym} where actor = ${address}`,
  ])
    await statement.execute(trx)
}
