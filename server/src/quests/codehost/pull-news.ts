import type { WebhookAnswer } from '@furrow/sdk/contract'
import type { Context } from '../../ground/context.ts'

type PullNews = { readonly repo: string; readonly pr: number; readonly open: boolean }

/** A pull request changed. It is looked up later, once for all that the host tells of it meanwhile. */
export async function notePull(context: Context, { repo, pr, open }: PullNews): Promise<WebhookAnswer> {
  const { clock, config, db } = context
  if (!config.codehost?.bot) return { ignored: 'CODEHOST_BOT is not set: only merges matter here' }
  const repo_key = repo.toLowerCase()
  if (!open) {
    await noteClosed(context, repo, pr)
    return { ignored: 'this pull request was not merged' }
  }
  const linked = await db
    .selectFrom('quests')
    .select('id')
    .where('repo_key', '=', repo_key)
    .where('status', 'not in', ['completed', 'cancelled'])
    .limit(1)
    .executeTakeFirst()
  if (linked === undefined) return { ignored: 'No open quest is linked to this repository.' }
  const now = clock.now()
  await db
    .insertInto('bot_repositories')
    .values({ repo_key, next_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const news = { repository: repo, at: now, open: 1, facts: null, looks: 0, tries: 0, next_at: now }
  await db
    .insertInto('bot_pulls')
    .values({ repo_key, pull_request: pr, author_id: null, ...news })
    .onConflict(conflict => conflict.columns(['repo_key', 'pull_request']).doUpdateSet(news))
    .execute()
  return { pullRequest: pr }
}

export async function noteClosed({ clock, db }: Context, repo: string, pr: number): Promise<void> {
  await db
    .updateTable('bot_pulls')
    .set({ open: 0, at: clock.now() })
    .where('repo_key', '=', repo.toLowerCase())
    .where('pull_request', '=', pr)
    .execute()
}
