import type { NewPlan, NewQuest, PostedPlan, Quest, QuestPost } from '@furrow/sdk/contract'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { type Payer, readPayer } from '../../people/profile/payer-record.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { blankQuest } from '../change/blank-quest.ts'
import { post } from '../change/post.ts'
import { toTermColumns, toTerms } from '../change/rows.ts'
import { railOf, railOfNew } from '../rails/rails.ts'
import { readContest, requireDivisible, requireNoContestIn, requireVoters } from './contest-terms.ts'
import { foundBy } from './edit.ts'
import { findQuestRow } from './one-quest.ts'
import { withPayer } from './payer-of.ts'
import { readFirstTerms } from './revisions.ts'
import { showNewQuest } from './show.ts'
import { readTerms } from './terms.ts'

/**
 * Promises the whole reward: `rewardAmount` for each of `maxFarmers`. @throws BadRequestError for a chain without a
 * contract, an amount that cannot be kept exactly or paid, another reward text, an invalid link, or a past deadline;
 * NotFoundError, ForbiddenError or ChangedError where it cannot follow the quest that it names.
 */
export async function postQuest(
  context: Context,
  giver: Address,
  { after, draftId: draft, ...quest }: QuestPost,
  use: KeyUse | null = null,
  via: Via = null,
): Promise<Quest> {
  if (after !== undefined) requireNoContestIn(quest)
  const part = await planPart(context, giver, quest)
  const [rows, payer] = await Promise.all([
    post(context, { parts: [part], after, draft, use, via }),
    readPayer(context.db, giver),
  ])
  // Nothing but the time of the first post is in the record.
  const known = payer.record.since === null ? undefined : payer
  return showNew(context, rows[0] ?? part.row, part.escrow, { payer: known })
}

/** Posts several quests that follow each other: all of them or none. @throws like `postQuest`. */
export async function postPlan(
  context: Context,
  giver: Address,
  { after, parts: drafts }: NewPlan,
  use: KeyUse | null,
  via: Via,
): Promise<PostedPlan> {
  const [first, ...others] = await Promise.all(drafts.map(draft => planPart(context, giver, draft)))
  if (first === undefined) throw new BadRequestError('A plan has parts.')
  for (const draft of drafts) requireNoContestIn(draft)
  const parts = [first, ...others] as const
  const rows = await post(context, { parts, after, use, via })
  const last = rows.at(-1)?.plan_place ?? rows.length
  const quests = rows.map((row, index) => showNew(context, row, parts[index]?.escrow ?? null, { last }))
  return { quests: await Promise.all(quests) }
}

async function planPart(context: Context, giver: Address, draft: NewQuest) {
  const row = readDraft(context, giver, draft)
  await requireVoters(context, giver, draft)
  const escrow = await railOf(row).plan(context, row, draft.chainId ?? null)
  const found = { row, ...foundBy(toTerms(row)) }
  if (row.contest === null || escrow === null) return { ...found, escrow }
  return { ...found, escrow: { ...escrow, splitter: requireDivisible(context, escrow, draft) } }
}

type Shown = { readonly last?: number | null | undefined; readonly payer?: Payer | undefined }

/** At its post it was the last part of its plan, or one of those that were posted with it. */
function showNew(
  { db }: Pick<Context, 'db'>,
  row: QuestRow,
  escrow: EscrowRow | null,
  { last: of = row.plan_place, payer }: Shown = {},
): Promise<Quest> {
  const plan = row.plan_place !== null && of !== null && { plan: { place: row.plan_place, of } }
  return withPayer(db, row, { ...showNewQuest(row, escrow), ...plan }, payer)
}

export async function showPostedPlan(context: Context, id: string, count: number): Promise<PostedPlan> {
  const { plan, plan_place } = await findQuestRow(context.db, id)
  const from = plan_place ?? 1
  const rows = await context.db
    .selectFrom('quests')
    .select('id')
    .where('plan', '=', plan)
    .where('plan_place', '>=', from)
    .where('plan_place', '<', from + count)
    .orderBy('plan_place')
    .execute()
  return { quests: await Promise.all(rows.map(row => showPosted(context, row.id, from + count - 1))) }
}

export async function showPosted({ db }: Context, id: string, last?: number): Promise<Quest> {
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
    ...firstContest(row),
    updated_at: row.created_at,
  } as const
  const plan = await railOf(row).readPlan(db, id)
  // The first part of a plan to which others were added was posted by itself.
  const isAlone = row.plan === row.id && last === undefined
  const place = isAlone ? { plan_place: null } : {}
  return showNew({ db }, { ...row, ...before, ...place }, plan && { ...plan, ...deposit }, { last })
}

/** Before anybody entered: it had one place, too. */
function firstContest({ contest }: QuestRow): Partial<QuestRow> {
  if (contest === null) return {}
  const first = { ...JSON.parse(contest), ranking: null, counted: null, disputeEndsAt: null, decided: null }
  return { contest: JSON.stringify(first), contest_entries: 0, max_farmers: 1 }
}

function readDraft(context: Context, giver: Address, draft: NewQuest): QuestRow {
  const now = context.clock.now()
  const terms = readTerms(context, draft)
  if (terms.deadline !== null && !(terms.deadline > now))
    throw new BadRequestError('deadline must be in the future.', { code: 'deadline-past' })
  const rail = railOfNew(context)
  const contest = readContest(draft, terms, rail, now)
  return { ...blankQuest(createId('quest', now), giver, terms, now), rail, ...contest }
}
