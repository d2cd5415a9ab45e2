import type { BotCommandRow } from '@furrow/storage/bot-tables.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import { day, never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { HttpError, UnavailableError } from '../../ground/errors.ts'
import { actForFarmer, isFarmers } from './act-for-farmer.ts'
import { findAccount } from './find-account.ts'
import { setGate } from './keep-gate.ts'
import { offerQuest, showQuest } from './offer-quest.ts'
import { pauseAfter } from './pause-after.ts'
import { isSilenced } from './silenced.ts'

const atOnce = 10
const triedFor = day

export const answerCommands: Duty = {
  name: 'answer commands in issues',
  soonest: ({ config }, until) =>
    config.codehost?.bot ? sql`(select min(next_at) from bot_commands where next_at <= ${until})` : null,
  async round(context) {
    if (!context.config.codehost?.bot) return 0
    const due = await context.db
      .selectFrom('bot_commands')
      .selectAll()
      .where('next_at', '<=', context.clock.now())
      .orderBy('next_at')
      .limit(atOnce)
      .execute()
    const done = await Promise.all(due.map(command => answer(context, command)))
    return done.filter(Boolean).length
  },
}

/** @returns whether the command is done with. */
async function answer(context: Context, command: BotCommandRow): Promise<boolean> {
  const { clock, db, log } = context
  const { id, at, tries, next_at } = command
  const now = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('bot_commands')
    .set({ tries: tries + 1, next_at: now + pauseAfter(tries) })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  try {
    await carryOut(context, command)
  } catch (error) {
    if (!(error instanceof HttpError)) {
      log.error({ ...toLog(error), command: id }, 'a command in an issue failed and will be tried again')
      return false
    }
    if (error instanceof UnavailableError && now - at < triedFor) return false
    log.info({ command: id, reason: error.message }, 'a command in an issue was given up')
  }
  await db.updateTable('bot_commands').set({ next_at: never }).where('id', '=', id).execute()
  return true
}

/** Looks up only people with a proved account here, so that strangers cost the host nothing. */
async function carryOut(context: Context, command: BotCommandRow): Promise<void> {
  if (isFarmers(command)) return actForFarmer(context, command)
  const { clock, codehost, db } = context
  const { author_id, login, does, repository } = command
  const account = await findAccount(context, author_id)
  if (codehost === null || account === null) return
  const { address: asker } = account
  const repo_key = repository.toLowerCase()
  if ((await isSilenced(context, repo_key)) !== (does === 'on') && does !== 'off') return
  if (!(await codehost.mayWrite(repository, { id: author_id, login }))) return
  await db
    .insertInto('bot_writers')
    .values({ repo_key, address: asker, at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  if (does === 'off')
    await db
      .insertInto('bot_silences')
      .values({ repo_key, at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else if (does === 'on') await db.deleteFrom('bot_silences').where('repo_key', '=', repo_key).execute()
  else if (does === 'gate') await setGate(context, repo_key, command.note)
  else if (does === 'show') await showQuest(context, asker, command)
  else await offerQuest(context, codehost, asker, command)
}
