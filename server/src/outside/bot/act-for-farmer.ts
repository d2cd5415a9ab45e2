import type { QuestChange } from '@furrow/sdk/contract'
import type { BotCommandRow } from '@furrow/storage/bot-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError, UnavailableError } from '../../ground/errors.ts'
import { actOnQuest } from '../../quests/board/act.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { announcedQuests } from './announced.ts'
import { findAccount } from './find-account.ts'
import { showQuest } from './offer-quest.ts'
import { isSilenced } from './silenced.ts'

const mostTried = 5

/** Said where the command was carried out already, by a process that was killed before it noted that. */
const doneAlready: readonly string[] = ['accepted-already', 'applied-already', 'no-place']

export const isFarmers = ({ does }: Pick<BotCommandRow, 'does'>) =>
  does === 'take' || does === 'drop' || does === 'status'

/**
 * Takes or gives back a place as the wallet that proved the account and turned commands on, under the rules that hold for it
 * everywhere. For everybody else a command is nothing, and costs nothing.
 */
export async function actForFarmer(context: Context, command: BotCommandRow): Promise<void> {
  const { author_id, does, repository } = command
  const account = await findAccount(context, author_id)
  if (account?.commands !== true || (await isSilenced(context, repository.toLowerCase()))) return
  const { address: farmer } = account
  const questIds = await findAnnounced(context, command, does === 'drop' ? farmer : null)
  if (questIds.length === 0) return
  const refused = does === 'status' ? null : await act(context, farmer, command, questIds)
  await showQuest(context, farmer, command)
  await context.db
    .updateTable('bot_comments')
    .set({ next_at: 0, refused: refused && `\`${plain(command.login)}\`: ${tell(context, refused)}` })
    .where('repo_key', '=', repository.toLowerCase())
    .where('issue_number', '=', command.issue_number)
    .execute()
}

async function findAnnounced(
  { db }: Context,
  { repository, issue_number }: BotCommandRow,
  farmer: Address | null,
): Promise<string[]> {
  const rows = await announcedQuests(db, repository.toLowerCase())
    .select('id')
    .where('issue_number', '=', issue_number)
    .where('status', 'not in', ['completed', 'cancelled'])
    .$if(farmer !== null, query =>
      query.where(({ eb, or }) =>
        or([
          eb('id', 'in', placesOf(db, farmer as Address)),
          eb('id', 'in', applicationsOf(db, farmer as Address)),
        ]),
      ),
    )
    .orderBy('id')
    .limit(mostTried)
    .execute()
  return rows.map(({ id }) => id)
}

const placesOf = (db: Db, farmer: Address) =>
  db
    .selectFrom('assignments')
    .select('quest_id')
    .where('farmer', '=', farmer)
    .where('status', 'in', liveStatuses)

const applicationsOf = (db: Db, farmer: Address) =>
  db
    .selectFrom('applications')
    .select('quest_id')
    .where('farmer', '=', farmer)
    .where('status', '=', 'pending')

type Refused = { readonly questId: string; readonly code: string; readonly text: string }

/** With the way to the questions of a giver: an issue has no place for answers. */
function tell({ config }: Context, { code, questId, text }: Refused): string {
  if (code !== 'answer-needed') return plain(text)
  return `${plain(text)} [Answer it on the quest’s page](${config.publicUrl}/quests/${questId}), and apply there.`
}

/** @returns the first reason why none of them could be taken or given back; null where one was. */
async function act(
  context: Context,
  farmer: Address,
  { does, note }: BotCommandRow,
  questIds: readonly string[],
): Promise<Refused | null> {
  let first: Refused | null = null
  for (const questId of questIds) {
    const asked: QuestChange =
      does === 'take'
        ? { questId, action: 'accept', ...(note !== null && { note }) }
        : { questId, action: 'withdraw' }
    try {
      await actOnQuest(context, farmer, asked)
      return null
    } catch (error) {
      if (!(error instanceof HttpError) || error instanceof UnavailableError) throw error
      if (doneAlready.includes(error.code)) return null
      first ??= { questId, code: error.code, text: error.message }
    }
  }
  return first
}

/** One line that calls nobody and marks nothing up. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P} ]|[`@<>[\]*_#|~]/gu, '').slice(0, 300)
}
