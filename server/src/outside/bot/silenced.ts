import type { Context } from '../../ground/context.ts'

export async function isSilenced({ db }: Pick<Context, 'db'>, repoKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('bot_silences')
    .select('at')
    .where('repo_key', '=', repoKey)
    .executeTakeFirst()
  return row !== undefined
}
