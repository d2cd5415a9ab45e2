import type { TypedQuest } from '@furrow/sdk/contract'
import type { BotCommandRow } from '@furrow/storage/bot-tables.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { ChangedError, NotFoundError } from '../../ground/errors.ts'
import { createDraft, listDrafts } from '../../quests/board/drafts.ts'
import { questOfIssue } from '../../quests/board/import.ts'
import { saveDraft } from '../../quests/board/save-draft.ts'

/**
 * Makes a draft of a quest for an issue, which its giver looks over and posts: a comment moves no money. Another offer before
 * that changes the draft.
 * @throws UnavailableError; TooManyRequestsError if the asker has too many drafts.
 */
export async function offerQuest(
  context: Context,
  codehost: CodeHost,
  asker: Address,
  command: BotCommandRow,
): Promise<void> {
  const { repository, issue_number: number, amount, token } = command
  const reward = { reward: `${amount} ${token}`, rewardAmount: Number(amount), rewardToken: token ?? '' }
  const kept = await findDraft(context, asker, command)
  if (kept !== null && (await changeDraft(context, asker, kept, reward))) {
    await showQuest(context, asker, command)
    return
  }
  const issue = await codehost.readIssueText(repository, number)
  const quest: TypedQuest = {
    // Copies nothing of a private repository: the giver writes what others may read.
    ...(issue === null
      ? { title: `${repository}#${number}`, codehostRepo: repository, codehostIssue: String(number) }
      : questOfIssue(issue, number)),
    ...reward,
  }
  await createDraft(context, asker, { quest }, null, (writes, draft) =>
    writeComment(writes, asker, command, draft),
  )
}

export async function showQuest({ db }: Context, asker: Address, command: BotCommandRow): Promise<void> {
  await writeTogether(db, writes => writeComment(writes, asker, command, null))
}

/** In one commit with the draft: a process killed in between would make another one. */
function writeComment(writes: Writes, asker: Address, command: BotCommandRow, draft: string | null): void {
  const { id, repository, issue_number, at } = command
  const row = {
    repo_key: repository.toLowerCase(),
    issue_number,
    repository,
    asker,
    since: at,
    draft,
    next_at: 0,
  }
  const changed = draft === null ? ([] as const) : (['asker', 'draft'] as const)
  writes.putOnly('bot_comments', ['repo_key', 'issue_number'], ['repository', 'next_at', ...changed], row)
  writes.set('bot_commands', ['id'], { id, next_at: never })
}

async function findDraft({ db }: Context, asker: Address, command: BotCommandRow): Promise<string | null> {
  const row = await db
    .selectFrom('bot_comments')
    .select('draft')
    .where('repo_key', '=', command.repository.toLowerCase())
    .where('issue_number', '=', command.issue_number)
    .where('asker', '=', asker)
    .executeTakeFirst()
  return row?.draft ?? null
}

/** @returns whether it is still there. Edits that its giver makes elsewhere at the same time stay. */
async function changeDraft(
  context: Context,
  asker: Address,
  draftId: string,
  reward: TypedQuest,
): Promise<boolean> {
  for (;;)
    try {
      const { drafts } = await listDrafts(context, asker, { id: draftId })
      const [draft] = drafts
      if (draft === undefined) return false
      const { version, quest } = draft
      await saveDraft(context, asker, { draftId, version, quest: { ...quest, ...reward } }, null)
      return true
    } catch (error) {
      if (error instanceof NotFoundError) return false
      if (!(error instanceof ChangedError)) throw error
    }
}
