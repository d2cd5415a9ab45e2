import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import type { Facts } from './facts.ts'
import type { LinkedQuest } from './linked.ts'
import { ProofRefusal, type Refused } from './proof-refusal.ts'

export type WorkOf = {
  readonly questId: string
  readonly farmer: Address
  readonly issueNumber: number | null
}

/** Authors may still link their account: the same hint can then succeed. */
export class UnknownAuthorError extends ProofRefusal {
  readonly authorId: string
  constructor(fault: Refused, message: string, authorId: string) {
    super(fault, message)
    this.authorId = authorId
  }
}

/** Hosts tell whole seconds, cut off. */
const truncated = 999

/** By the account that was proved, never by a name. @throws ProofRefusal */
export async function findWorkOf(
  db: Db,
  quests: readonly LinkedQuest[],
  { pull: { number }, author, mergedAt }: Facts,
): Promise<WorkOf> {
  const owner = await findOwner(db, author.id)
  const others = quests.filter(({ giver }) => giver !== owner)
  if (others.length === 0)
    throw new ProofRefusal(
      'own-quest',
      `Pull request ${number} is by the quest's giver, who cannot be paid for it.`,
    )

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
        isOfTeam(author.id),
      ]),
    )
    .where('status', 'in', liveStatuses)
    .orderBy('accepted_at')
    .execute()
  if (rows.length === 0) throw await explainUnknown(db, others, owner, { pull: { number }, author })
  const inTime = rows.filter(({ accepted_at }) => mergedAt + truncated >= accepted_at)
  if (inTime.length === 0)
    throw new ProofRefusal(
      'merged-before-place',
      `Pull request ${number} was merged at ${instant(mergedAt)}, before the quest was accepted.`,
    )
  const unproved = inTime.filter(({ pull_request }) => pull_request === null)
  if (unproved.length === 0)
    throw new ProofRefusal(
      'proved-other-work',
      `Pull request ${inTime[0]?.pull_request} proves this work already.`,
    )

  // Work of a quest with an issue comes before work of one with the repository alone.
  const work = unproved.map(({ quest_id, farmer }) => ({
    questId: quest_id,
    farmer,
    issueNumber: others.find(({ id }) => id === quest_id)?.issueNumber ?? null,
  }))
  return (work.find(({ issueNumber }) => issueNumber !== null) ?? work[0]) as WorkOf
}

/** A merge of any member proves the work of a team, once all of them have agreed. */
function isOfTeam(account: string): RawBuilder<SqlBool> {
  const of = sql`t.quest_id = assignments.quest_id and t.farmer = assignments.farmer`
  return sql`(exists (select 1 from team_members t where ${of} and t.codehost_id = ${account})
    and not exists (select 1 from team_members t where ${of} and t.agreed_at is null))`
}

export async function findOwner(db: Db, accountId: string): Promise<Address | null> {
  const profile = await db
    .selectFrom('profiles')
    .select('address')
    .where('codehost_id', '=', accountId)
    .executeTakeFirst()
  return profile?.address ?? null
}

async function explainUnknown(
  db: Db,
  quests: readonly LinkedQuest[],
  owner: Address | null,
  { pull: { number }, author }: { pull: { number: number }; author: Facts['author'] },
): Promise<UnknownAuthorError> {
  const places = await db
    .selectFrom('assignments')
    .select(['status', 'codehost_id'])
    .where(
      isAmong(
        db,
        'quest_id',
        quests.map(({ id }) => id),
      ),
    )
    .where(({ eb, or }) =>
      or([eb('codehost_id', '=', author.id), ...(owner === null ? [] : [eb('farmer', '=', owner)])]),
    )
    .orderBy('accepted_at', 'desc')
    .execute()
  const by = `The author of pull request ${number}, ${author.login},`
  const unknown = (fault: Refused, sentence: string) =>
    new UnknownAuthorError(fault, `${by} ${sentence}`, author.id)
  const isLive = ({ status }: { status: string }) => liveStatuses.some(live => live === status)
  const has = (status: string) => places.some(place => place.status === status)
  if (places.some(place => isLive(place) && place.codehost_id !== author.id))
    return unknown('other-account', 'has a place in this quest, which another account of theirs is to prove.')
  if (has('released') || has('refunded'))
    return unknown('work-over', 'had a place in this quest, and its work is over.')
  if (has('expired')) return unknown('place-expired', 'had a place in this quest, which has expired.')
  if (owner !== null)
    return unknown('no-place', 'has no place in this quest. Accept it, and this call can be made again.')
  return unknown(
    'account-unproved',
    'is not a farmer who accepted this quest and linked that account. Accept it, link the account, and this call can be made again.',
  )
}
