import type { QuestEdits } from '@furrow/sdk/contract'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { changesFunds, requireUnchanged } from '../../rules/lifecycle/commands/editing.ts'
import { requireGiver } from '../../rules/lifecycle/commands/requirements.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import type { DepositPlan } from '../../rules/lifecycle/events/quest-events.ts'
import { differing, type Terms } from '../../rules/lifecycle/terms.ts'
import { changeTerms } from '../change/change.ts'
import type { FoundBy } from '../change/found-by.ts'
import { skillsOf } from '../change/found-by.ts'
import type { FoundRow } from '../change/lock.ts'
import { askRule } from '../change/refused.ts'
import { toTerms } from '../change/rows.ts'
import { railOf } from '../rails/rails.ts'
import { findQuestRow } from './one-quest.ts'
import { wordsOf } from './search-words.ts'
import { editTerms } from './terms.ts'

export type EditRequest = {
  readonly questId: string
  readonly changes: QuestEdits
  readonly expectedUpdatedAt: string
}

/**
 * Edits a quest for its giver. The new terms are made from the quest that the giver saw: if it is not that any more, the
 * rules refuse them, since no two states have the same time.
 * @throws NotFoundError; ForbiddenError; ChangedError; BadRequestError with a sentence where the rules refuse it.
 */
export async function editQuest(
  context: Context,
  by: Address,
  { questId, changes, expectedUpdatedAt }: EditRequest,
  { use, via }: { readonly use: KeyUse | null; readonly via: Via },
): Promise<FoundRow> {
  const row = await findQuestRow(context.db, questId)
  askRule(context.clock.now(), () => requireGiver(row, by))
  const expected = Date.parse(expectedUpdatedAt)
  askRule(context.clock.now(), () => requireUnchanged({ updatedAt: row.updated_at }, expected))
  const terms = editTerms(context, toTerms(row), changes)
  const deposit = await planFunds(context, row, terms)
  const command = { kind: 'edit', by, expected, terms, deposit, via } as const
  return changeTerms(context, questId, { command, found: foundBy(terms), use })
}

async function planFunds(context: Context, row: QuestRow, terms: Terms): Promise<DepositPlan | null> {
  if (!changesFunds(differing(terms, toTerms(row)))) return null
  const planned = { ...row, amount: terms.amount, token: terms.token, max_farmers: terms.places }
  return railOf(row).planAgain(context, planned)
}

/** The first three hundred words of its texts, the title before all. */
export function foundBy(terms: Pick<Terms, 'title' | 'category' | 'skills' | 'description'>): FoundBy {
  const skills = JSON.parse(terms.skills) as string[]
  return {
    skills: skillsOf(skills),
    words: wordsOf(terms.title, terms.category, ...skills, terms.description),
  }
}
