import type { QuestTermsChange } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { ChangedError } from '../../ground/errors.ts'
import type { TermsAsRead } from '../../rules/lifecycle/commands/editing.ts'
import { findQuestRow } from './one-quest.ts'
import { showRevision } from './revisions.ts'

/**
 * Looks up which edits had been read by somebody who agrees to a quest's terms: others may have updated the quest since,
 * which changes no terms.
 * @throws ChangedError with the terms as they were read and as they are, where the giver has edited them since;
 *   NotFoundError.
 */
export async function readTermsAsRead(db: Db, questId: string, updatedAt: number): Promise<TermsAsRead> {
  const { revision } = await findQuestRow(db, questId)
  const change = await readChangeSince(db, questId, updatedAt)
  if (change !== null)
    throw new ChangedError(`This quest has changed since you read it: ${describe(change)}. Look again.`, {
      code: 'quest-changed',
      changed: change,
    })
  return { updatedAt, revision }
}

async function readChangeSince(db: Db, questId: string, moment: number): Promise<QuestTermsChange | null> {
  const rows = await db
    .selectFrom('quest_revisions')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('at', '>', moment)
    .orderBy('number')
    .execute()
  const revisions = rows.map(showRevision)
  const after: Record<string, unknown> = Object.assign({}, ...revisions.map(revision => revision.after))
  const before: Record<string, unknown> = Object.assign(
    {},
    ...revisions.map(revision => revision.before).toReversed(),
  )
  const names = Object.keys(after).filter(
    name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map(name => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

function describe({ before, after }: QuestTermsChange): string {
  const short = (['title', 'reward', 'maxFarmers', 'deadline', 'admission'] as const).filter(
    name => name in after,
  )
  const told = short.map(name => `${name} was ${before[name] ?? 'none'} and is ${after[name] ?? 'none'}`)
  const implied = ['rewardAmount', 'rewardToken', ...short]
  const others = Object.keys(after).filter(name => !implied.includes(name))
  return [...told, ...(others.length > 0 ? [`${others.join(', ')} changed`] : [])].join('; ')
}
