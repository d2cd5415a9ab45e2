import { toLog } from '@furrow/storage/outage.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { noteAct } from '../../access/audit-trail/notes.ts'
import { type Ended, endSessionsIn, noteEnded } from '../../access/auth/generations.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { holdPoints } from '../../rules/points/guilds.ts'
import { eraseComments } from './erase-comments.ts'
import { eraseMail } from './erase-mail.ts'
import { eraseModeration } from './erase-moderation.ts'
import { eraseOwn } from './erase-own.ts'
import { eraseQuests } from './erase-quests.ts'
import { eraseVotes } from './erase-votes.ts'
import type { Leaver } from './leaver.ts'
import { createMark, departuresOf, keepMarks } from './marks.ts'
import { createPseudonym } from './pseudonym.ts'
import { renameRecord } from './rename-record.ts'
import { listRunning, requireNothingRunning } from './running.ts'
import { wipe } from './wipe.ts'

/**
 * Deletes an account for good, in one commit: what is theirs alone goes, and what others have a part in goes on under a
 * pseudonym. A later sign-in with the same wallet begins anew.
 * @throws ChangedError while something still runs.
 */
export async function leave(context: Context, address: Address): Promise<void> {
  noteEnded(context, await erase(context, address))
}

/** Like `leave`, without a service whose sessions would have to be told. */
export async function erase(context: Erasing, address: Address): Promise<Ended> {
  const { clock, config, db, log, secrets } = context
  const { ended, mark } = await transaction(db, async trx => {
    const at = clock.now()
    const leaver: Leaver = { trx, address, pseudonym: createPseudonym(), at }
    // Points are counted either before this lock, and seen here, or after it, for a new account.
    await holdPoints(trx, address)
    const ended = await endSessionsIn(trx, address, at)
    requireNothingRunning(await listRunning(trx, config, address))
    const { pseudonym } = leaver
    await trx.insertInto('departures').values({ pseudonym, at, erased_at: null }).execute()
    await eraseMail(leaver)
    await eraseComments(leaver)
    await eraseModeration(leaver, context)
    await eraseVotes(leaver)
    await eraseOwn(leaver, context)
    await renameRecord(leaver, context, await eraseQuests(leaver))
    await countChange(trx, 'quests', 'leaderboard', 'community_dao')
    await noteAct(trx, at, { kind: 'account-deleted', actor: pseudonym, details: {} })
    await trx.updateTable('departures').set({ erased_at: at }).where('pseudonym', '=', pseudonym).execute()
    const mark = createMark(secrets, address, at)
    await trx.insertInto('departure_marks').values(mark).execute()
    return { ended, mark }
  })
  await keepMarks(departuresOf(config), [mark]).catch(error =>
    log.error(toLog(error), 'who left is not noted beside the backups yet'),
  )
  // Done at once where nobody reads just then; otherwise a duty retries.
  await wipe(db).catch(error => log.error(toLog(error), 'what was erased is not wiped yet'))
  return ended
}

export type Erasing = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'secrets'>
