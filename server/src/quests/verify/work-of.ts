import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import type { Facts } from './facts.ts'
import type { LinkedQuest } from './linked.ts'

export type WorkOf = {
  readonly questId: string
  readonly farmer: Address
  readonly issueNumber: number | null
}

/** Authors may still link their account: the same hint can then succeed. */
export class UnknownAuthorError extends ForbiddenError {
  readonly authorId: string
  constructor(message: string, authorId: string) {
    super(message, { code: 'author-without-place' })
    this.authorId = authorId
  }
}

/** Hosts tell whole seconds, cut off. */
const truncated = 999

/** By the account that was proved, never by a name. @throws UnknownAuthorError, ForbiddenError or BadRequestError */
export async function findWorkOf(
  db: Db,
  quests: readonly LinkedQuest[],
  { pull: { number }, author, mergedAt }: Facts,
): Promise<WorkOf> {
  const profile = await db
    .selectFrom('profiles')
    .select('address')
    .where('codehost_id', '=', author.id)
    .executeTakeFirst()
  const owner = profile?.address ?? null
  const others = quests.filter(({ giver }) => giver !== owner)
  if (others.length === 0)
    throw new ForbiddenError(`Pull request ${number} is by the quest's giver, who cannot be paid for it.`, {
      code: 'author-is-giver',
    })

  const rows = await db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'accepted_at', 'pull_request'])
    .where(
      'quest_id',
      'in',
      others.map(({ id }) => id),
    )
    // Work accepted before any account was proven is proved by the one that its farmer has now.
    .where(({ eb, or, and }) =>
      or([
        eb('codehost_id', '=', author.id),
        ...(owner === null ? [] : [and([eb('codehost_id', 'is', null), eb('farmer', '=', owner)])]),
      ]),
    )
    .where('status', 'in', liveStatuses)
    .orderBy('accepted_at')
    .execute()
  if (rows.length === 0)
    throw new UnknownAuthorError(
      `The author of pull request ${number}, ${author.login}, is not a farmer who accepted this quest and linked that account. Accept it, link the account, and this call can be made again.`,
      author.id,
    )
  const inTime = rows.filter(({ accepted_at }) => mergedAt + truncated >= accepted_at)
  if (inTime.length === 0)
    throw new BadRequestError(
      `Pull request ${number} was merged at ${instant(mergedAt)}, before the quest was accepted.`,
      { code: 'merged-too-early' },
    )
  const unproved = inTime.filter(({ pull_request }) => pull_request === null)
  if (unproved.length === 0)
    throw new BadRequestError(`Pull request ${inTime[0]?.pull_request} proves this work already.`, {
      code: 'proved-already',
    })

  // Work of a quest with an issue comes before work of one with the repository alone.
  const work = unproved.map(({ quest_id, farmer }) => ({
    questId: quest_id,
    farmer,
    issueNumber: others.find(({ id }) => id === quest_id)?.issueNumber ?? null,
  }))
  return (work.find(({ issueNumber }) => issueNumber !== null) ?? work[0]) as WorkOf
}
