import type { ModerationAction } from '@furrow/sdk/contract'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { ModeratorRole } from '../../access/restraints/moderators.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

export type Matter = {
  readonly kind: ModerationAction['kind']
  readonly thing: string
  readonly owner: Address
  readonly quest: { readonly id: string; readonly giver: Address } | null
}

export type Judge = { readonly address: Address; readonly role: ModeratorRole }

/** Why somebody cannot decide on each of these, in order; null where they can. Nobody decides on what is their own. */
export async function refusalsOf(
  context: Pick<Context, 'config' | 'db'>,
  judge: Judge,
  matters: readonly Matter[],
): Promise<(string | null)[]> {
  const [moderators, quests, reported] = await Promise.all([
    findModerators(context, matters),
    findOwnQuests(context, judge, matters),
    findOwnReports(context, judge, matters),
  ])
  return matters.map(({ kind, thing, owner, quest }) => {
    if (owner === judge.address) return 'This is your own: somebody else decides.'
    if (owner === context.config.platformWallet)
      return 'The platform wallet runs this service, and is not moderated.'
    if (judge.role === 'platform') {
      // The platform wallet decides where nobody else is left, but not where it is paid, or pays.
      return quest !== null && quests.has(quest.id) ? ownPart : null
    }
    if (moderators.has(owner)) return 'Only the platform wallet decides about a moderator.'
    if (quest !== null && (quest.giver === judge.address || quests.has(quest.id))) return ownPart
    return reported.has(`${kind} ${thing}`) ? 'You have reported this yourself: somebody else decides.' : null
  })
}

const ownPart = 'You have a part in this quest: somebody else decides.'

async function findModerators(
  { db }: Pick<Context, 'db'>,
  matters: readonly Matter[],
): Promise<Set<Address>> {
  const owners = matters.map(({ owner }) => owner)
  const rows = await db
    .selectFrom('moderators')
    .select('address')
    .where(isAmong(db, 'address', owners))
    .execute()
  return new Set(rows.map(({ address }) => address))
}

async function findOwnQuests(
  { db }: Pick<Context, 'db'>,
  { address }: Judge,
  matters: readonly Matter[],
): Promise<Set<string>> {
  const ids = matters.flatMap(({ quest }) => quest?.id ?? [])
  if (ids.length === 0) return new Set()
  const [given, taken] = await Promise.all([
    db
      .selectFrom('quests')
      .select('id')
      .where(isAmong(db, 'id', ids))
      .where('giver', '=', address)
      .execute(),
    db
      .selectFrom('assignments')
      .select('quest_id as id')
      .where(isAmong(db, 'quest_id', ids))
      .where('farmer', '=', address)
      .execute(),
  ])
  return new Set([...given, ...taken].map(({ id }) => id))
}

async function findOwnReports(
  { db }: Pick<Context, 'db'>,
  { address }: Judge,
  matters: readonly Matter[],
): Promise<Set<string>> {
  const things = matters.map(({ thing }) => thing)
  const kinds = [...new Set(matters.map(({ kind }) => kind))]
  const rows = await db
    .selectFrom('reports')
    .select(['kind', 'thing'])
    .where(isAmong(db, 'kind', kinds))
    .where(isAmong(db, 'thing', things))
    .where('reporter', '=', address)
    .execute()
  return new Set(rows.map(({ kind, thing }) => `${kind} ${thing}`))
}
