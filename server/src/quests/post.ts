import type { NewQuest, Quest } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import { post } from '../change/post.ts'
import type { Context } from '../context.ts'
import type { QuestRow } from '../db/tables.ts'
import { BadRequestError } from '../errors.ts'
import type { KeyUse } from '../idempotency/kept-keys.ts'
import { createId } from '../ids.ts'
import { exactAmount } from '../ledger/amounts.ts'
import { railOf, railOfNew } from '../rails/rails.ts'
import { readIssueLink } from '../verify/links.ts'
import { findQuestRow } from './one-quest.ts'
import { wordsOf } from './search-words.ts'
import { showNewQuest } from './show.ts'

/**
 * Posts a quest, and with it the promise of its whole reward: `rewardAmount` for each of `maxFarmers` places.
 * @throws BadRequestError for an amount that cannot be kept exactly or paid, a reward text that says something else, a
 * link that is none, or a deadline in the past.
 */
export async function postQuest(
  context: Context,
  giver: Address,
  draft: NewQuest,
  use: KeyUse | null = null,
): Promise<Quest> {
  const planned = readDraft(context, giver, draft)
  const escrow = await railOf(planned).plan(context, planned)
  const row = await post(context, {
    row: planned,
    skills: [...new Set(draft.skills.map(skill => skill.toLowerCase()))],
    words: wordsOf(draft.title, draft.category, ...draft.skills, draft.description),
    escrow,
    use,
  })
  return showNewQuest(row, escrow)
}

/** A quest as it was posted, whatever became of it. */
export async function showPosted({ db }: Context, id: string): Promise<Quest> {
  const row = await findQuestRow(db, id)
  const before = { status: 'open', released: 0, refunded: 0, updated_at: row.created_at } as const
  return showNewQuest({ ...row, ...before }, await railOf(row).readPlan(db, id))
}

function readDraft(context: Context, giver: Address, draft: NewQuest): QuestRow {
  const now = context.clock.now()
  const amount = exactAmount(draft.rewardAmount)
  requireSameReward(draft)
  const { repoKey, issueNumber } = readIssueLink(
    draft.codehostRepo,
    draft.codehostIssue,
    context.config.codehost?.url ?? null,
  )
  const deadline = draft.deadline === undefined ? null : Date.parse(draft.deadline)
  if (deadline !== null && !(deadline > now)) throw new BadRequestError('deadline must be in the future.')
  return {
    id: createId('quest', now),
    giver,
    title: draft.title,
    description: draft.description,
    reward: draft.reward,
    amount,
    token: draft.rewardToken,
    skills: JSON.stringify(draft.skills),
    max_farmers: draft.maxFarmers,
    taken: 0,
    accepted: 0,
    in_review: 0,
    disputed: 0,
    category: draft.category,
    status: 'open',
    closed: null,
    codehost_repo: draft.codehostRepo ?? null,
    codehost_issue: draft.codehostIssue ?? null,
    repo_key: repoKey,
    issue_number: issueNumber,
    deadline,
    released: 0,
    refunded: 0,
    returned: 0,
    events: 0,
    created_at: now,
    updated_at: now,
    rail: railOfNew(context),
  }
}

/** What people read must be what is promised, and may go on: `1,000 USDC each` for 1000 and USDC. */
function requireSameReward({ reward, rewardAmount, rewardToken }: NewQuest): void {
  if (!beginsWith(reward.trim(), rewardAmount, rewardToken))
    throw new BadRequestError(
      `reward must begin with the amount and the token that are promised: "${rewardAmount} ${rewardToken}".`,
    )
}

/** A token may begin with a digit, so the amount ends where the token begins, and not the other way around. */
function beginsWith(text: string, amount: number, token: string): boolean {
  const [lower, symbol] = [text.toLowerCase(), token.toLowerCase()]
  for (let at = lower.indexOf(symbol); at !== -1; at = lower.indexOf(symbol, at + 1)) {
    const digits = /^[\d,_ ]*\.?\d+$/.exec(text.slice(0, at).trim())?.[0]
    const goesOn = /^(?:[\p{L}\p{M}\p{N}$_]|[.-][\p{L}\p{N}])/u.test(text.slice(at + symbol.length))
    if (digits !== undefined && !goesOn && Number(digits.replace(/[,_ ]/g, '')) === amount) return true
  }
  return false
}
