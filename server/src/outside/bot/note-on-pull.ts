import type { BotPullRow } from '@furrow/storage/bot-tables.ts'
import type { Context } from '../../ground/context.ts'

export async function noteOnPull(
  { db }: Pick<Context, 'db'>,
  { repo_key, pull_request }: BotPullRow,
  what: Partial<Pick<BotPullRow, 'gated' | 'open' | 'shown'>>,
): Promise<void> {
  await db
    .updateTable('bot_pulls')
    .set(what)
    .where('repo_key', '=', repo_key)
    .where('pull_request', '=', pull_request)
    .execute()
}
