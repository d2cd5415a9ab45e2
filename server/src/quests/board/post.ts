import type { NewQuest, Quest, QuestPost } from '@furrow/sdk/contract'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { readPayer } from '../../people/profile/payer-record.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'
import { post } from '../change/post.ts'
import { toTermColumns, toTerms } from '../change/rows.ts'
import { railOf, railOfNew } from '../rails/rails.ts'
import { foundBy } from './edit.ts'
import { findQuestRow } from './one-quest.ts'
import { withPayer } from './payer-of.ts'
import { readFirstTerms } from './revisions.ts'
import { showNewQuest } from './show.ts'
import { readTerms } from './terms.ts'

/**
 * Posts a quest, and with it the promise of its whole reward: `rewardAmount` for each of `maxFarmers` places.
 * @throws BadRequestError for a chain without a contract, an amount that cannot be kept exactly or paid, a reward text that
 *   says something else, an invalid link, or a deadline in the past.
 */
export async function postQuest(
  context: Context,
  giver: Address,
  draft: QuestPost,
  use: KeyUse | null = null,
  via: Via = null,
): Promise<Quest> {
  const planned = readDraft(context, giver, draft)
  const escrow = await railOf(planned).plan(context, planned, draft.chainId ?? null)
  const posting = { row: planned, ...foundBy(toTerms(planned)), escrow, use, via, draft: draft.draftId }
  const [row, payer] = await Promise.all([post(context, posting), readPayer(context.db, giver)])
  // Of what a post does, the record tells the time of the first.
  const known = payer.record.since === null ? undefined : payer
  return withPayer(context.db, row, showNewQuest(row, escrow), known)
}

/** A quest as it was posted, whatever became of it. */
export async function showPosted({ db }: Context, id: string): Promise<Quest> {
  const row = await findQuestRow(db, id)
  const { terms, deposit } = await readFirstTerms(db, row)
  const none = {
    released: 0,
    refunded: 0,
    waiting: 0,
    promised_off: null,
    released_off: null,
    refunded_off: null,
  }
  const before = {
    ...toTermColumns(terms),
    ...none,
    status: 'open',
    paused: 0,
    revision: 0,
    updated_at: row.created_at,
  } as const
  const plan = await railOf(row).readPlan(db, id)
  return withPayer(db, row, showNewQuest({ ...row, ...before }, plan && { ...plan, ...deposit }))
}

function readDraft(context: Context, giver: Address, draft: NewQuest): QuestRow {
  const now = context.clock.now()
  const terms = readTerms(context, draft)
  if (terms.deadline !== null && !(terms.deadline > now))
    throw new BadRequestError('deadline must be in the future.', { code: 'deadline-past' })
  return { ...blankQuest(createId('quest', now), giver, terms, now), rail: railOfNew(context) }
}

/** In the ledger, with nobody in it yet. */
export function blankQuest(id: string, giver: Address, terms: Terms, now: number): QuestRow {
  return {
    id,
    giver,
    ...toTermColumns(terms),
    taken: 0,
    accepted: 0,
    in_review: 0,
    disputed: 0,
    status: 'open',
    closed: null,
    paused: 0,
    revision: 0,
    edit_told_at: 0,
    released: 0,
    refunded: 0,
    returned: 0,
    promised_off: null,
    released_off: null,
    refunded_off: null,
    events: 0,
    created_at: now,
    updated_at: now,
    rail: 'ledger',
    waiting: 0,
    told_of_one_at: 0,
    erasures: 0,
    hidden_at: null,
    thanks: null,
  }
}
