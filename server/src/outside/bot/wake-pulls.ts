import { sql } from 'kysely'
import { never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'

const atOnce = 20

/** A quest changed: each open pull request of its repository is judged anew, of what is known of it already. */
export const wakePulls: Duty = {
  name: 'wake pull requests whose quest changed',
  soonest: ({ config }, until) =>
    config.codehost?.bot ? sql`(select min(next_at) from bot_repositories where next_at <= ${until})` : null,
  async round(context) {
    const { clock, config, db } = context
    if (!config.codehost?.bot) return 0
    const due = await db
      .selectFrom('bot_repositories')
      .selectAll()
      .where('next_at', '<=', clock.now())
      .orderBy('next_at')
      .limit(atOnce)
      .execute()
    for (const { repo_key } of due) await wake(context, repo_key)
    return due.length
  },
}

/** Its pull requests come first: a process that is killed in between does it again. */
async function wake({ clock, db }: Context, repoKey: string): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('bot_repositories')
    .set({ next_at: now })
    .where('repo_key', '=', repoKey)
    .where('next_at', '<=', now)
    .execute()
  await db
    .updateTable('bot_pulls')
    .set({ next_at: 0 })
    .where('repo_key', '=', repoKey)
    .where(({ eb, or }) => or([eb('open', '=', 1), eb('gated', 'in', ['closing', 'closed'])]))
    .execute()
  // A change in the meantime made it due at 0 again, and this leaves it so.
  await db
    .updateTable('bot_repositories')
    .set({ next_at: never })
    .where('repo_key', '=', repoKey)
    .where('next_at', '=', now)
    .execute()
}
