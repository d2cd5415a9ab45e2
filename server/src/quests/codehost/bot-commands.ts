import type { WebhookAnswer } from '@furrow/sdk/contract'
import type { WrittenText } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { readCommand } from './bot-command.ts'

/** Once, however often the host tells of it. The author and their rights are looked up later. */
export async function takeCommand(
  { clock, config, db }: Context,
  { id, repo, issue, author, text }: WrittenText,
): Promise<WebhookAnswer> {
  if (!config.codehost?.bot)
    return { ignored: 'CODEHOST_BOT is not set: what is written in issues is not read' }
  const command = readCommand(text)
  if (command === null) return { ignored: 'there is no command in it that can be understood' }
  const now = clock.now()
  const taken = await db
    .insertInto('bot_commands')
    .values({
      id,
      repository: repo,
      issue_number: issue,
      author_id: author.id,
      login: author.login,
      ...command,
      at: now,
      next_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return taken === undefined ? { ignored: 'this was received before' } : { command: command.does }
}
