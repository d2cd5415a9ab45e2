import { createHash } from 'node:crypto'
import type { BotCommentRow } from '@furrow/storage/bot-tables.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { day, hour, minute, never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { keepAssigned } from './keep-assigned.ts'
import { pauseAfter } from './pause-after.ts'
import { isSilenced } from './silenced.ts'
import { readStanding } from './standing.ts'
import { markOf, tellStanding } from './words.ts'

const atOnce = 10
/** Longer than a host may take to answer all questions of one comment. */
const lease = minute

/** Tells each issue the state of its quests: in one comment, which is edited in place. */
export const keepComments: Duty = {
  name: 'keep comments in issues',
  soonest: ({ codehost, config }, until) =>
    codehost === null || !config.codehost?.bot
      ? null
      : sql`(select min(next_at) from bot_comments where next_at <= ${until})`,
  async round(context) {
    const { clock, codehost, config, db } = context
    if (codehost === null || !config.codehost?.bot) return 0
    const due = await db
      .selectFrom('bot_comments')
      .selectAll()
      .where('next_at', '<=', clock.now())
      .orderBy('next_at')
      .limit(atOnce)
      .execute()
    const done = await Promise.all(due.map(row => keep(context, codehost, row)))
    return done.filter(Boolean).length
  },
}

/** @returns whether the comment is up to date. */
async function keep(context: Context, codehost: CodeHost, row: BotCommentRow): Promise<boolean> {
  const { clock, log } = context
  const { repo_key, issue_number, tries } = row
  const until = clock.now() + Math.max(lease, pauseAfter(tries))
  if (!(await change(context, row, row.next_at, { tries: tries + 1, next_at: until }))) return false
  try {
    const next_at = await write(context, codehost, row)
    // A change in the meantime made it due at once, and this leaves it so.
    await change(context, row, until, { next_at })
    return true
  } catch (error) {
    if (!(error instanceof UnavailableError))
      log.error(
        { ...toLog(error), repo_key, issue_number },
        'a comment in an issue failed and will be tried again',
      )
    return false
  }
}

/** @returns the time of its next turn. */
async function write(context: Context, codehost: CodeHost, row: BotCommentRow): Promise<number> {
  const { clock, config, db } = context
  const { repo_key, repository, issue_number: issue } = row
  if (await isSilenced(context, repo_key)) return never
  const unassignable = await keepAssigned(context, codehost, row)
  const standing = { ...(await readStanding(db, row, clock.now())), unassignable, refused: row.refused }
  const text = `${tellStanding(standing, config)}\n\n${markOf(repo_key, issue)}`
  const shown = createHash('sha256').update(text).digest('hex')
  if (row.comment === null) {
    // A process that was killed after writing, or got no answer, wrote it all the same.
    const found = row.tries === 0 ? null : await findOwn(codehost, row)
    const comment = found ?? (await codehost.addComment(repository, issue, text))
    if (comment === null) return never
    await note(context, row, { comment, shown: found === null ? shown : '' })
    if (found !== null) await edit(context, codehost, { ...row, comment: found }, text, shown)
  } else if (row.shown !== shown) await edit(context, codehost, { ...row, comment: row.comment }, text, shown)
  await label(
    context,
    codehost,
    row,
    standing.quests.some(({ isLive }) => isLive),
  )
  await note(context, row, { tries: 0 })
  return standing.draft === null ? never : clock.now() + day
}

function findOwn(codehost: CodeHost, { repository, repo_key, issue_number, since }: BotCommentRow) {
  return codehost.findComment(repository, issue_number, markOf(repo_key, issue_number), since - hour)
}

/** If somebody deleted the comment, it is not written again. */
async function edit(
  context: Context,
  codehost: CodeHost,
  row: BotCommentRow & { comment: string },
  text: string,
  shown: string,
): Promise<void> {
  await codehost.editComment(row.repository, row.issue_number, row.comment, text)
  await note(context, row, { shown })
}

async function label(context: Context, codehost: CodeHost, row: BotCommentRow, on: boolean): Promise<void> {
  const name = context.config.codehost?.bot?.label ?? null
  if (name === null || (row.labelled === 1) === on) return
  await codehost.setLabel(row.repository, row.issue_number, name, on)
  await note(context, row, { labelled: on ? 1 : 0 })
}

type Change = Partial<Pick<BotCommentRow, 'comment' | 'shown' | 'labelled' | 'tries'>>

async function note({ db }: Context, { repo_key, issue_number }: BotCommentRow, what: Change): Promise<void> {
  await db
    .updateTable('bot_comments')
    .set(what)
    .where('repo_key', '=', repo_key)
    .where('issue_number', '=', issue_number)
    .execute()
}

async function change(
  { db }: Context,
  { repo_key, issue_number }: BotCommentRow,
  from: number,
  to: { tries?: number; next_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bot_comments')
    .set(to)
    .where('repo_key', '=', repo_key)
    .where('issue_number', '=', issue_number)
    .where('next_at', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
