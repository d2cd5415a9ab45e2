import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import type { Thread } from './thread.ts'

/** People whom the giver blocks may comment where they have work under way: the two have to talk. @throws ForbiddenError */
export async function requireWelcome(
  { config, db }: Context,
  { giver, quest_id }: Thread,
  author: Address,
): Promise<void> {
  if (author === giver || author === config.platformWallet) return
  const block = await db
    .selectFrom('mail_blocks')
    .select('at')
    .where('owner', '=', giver)
    .where('sender', '=', author)
    .executeTakeFirst()
  if (block === undefined) return
  const work = await db
    .selectFrom('assignments')
    .select('status')
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', author)
    .where('status', 'in', [...liveStatuses])
    .executeTakeFirst()
  if (work === undefined)
    throw new ForbiddenError('The giver of this quest takes no comments from you.', {
      code: 'blocked-by-giver',
    })
}
