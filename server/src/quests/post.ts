import type { NewQuest, Quest } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import { post } from '../change/post.ts'
import type { Context } from '../context.ts'
import type { QuestRow } from '../db/tables.ts'
import { BadRequestError } from '../errors.ts'
import { createId } from '../ids.ts'
import { exactAmount } from '../ledger/amounts.ts'
import { railOf, railOfNew } from '../rails/rails.ts'
import { readIssueLink } from '../verify/links.ts'
import { wordsOf } from './search-words.ts'
import { showNewQuest } from './show.ts'

/**
 * Posts a quest, and with it the promise of its whole reward: `rewardAmount` for each of `maxFarmers` places.
 * @throws BadRequestError for an amount that cannot be kept exactly or paid, a reward text that says something else, a
 * link that is none, or a deadline in the past.
 */
export async function postQuest(context: Context, giver: Address, draft: NewQuest): Promise<Quest> {
  const planned = readDraft(context, giver, draft)
  const escrow = await railOf(planned).plan(context, planned)
  const row = await post(context, {
    row: planned,
    skills: [...new Set(draft.skills.map(skill => skill.toLowerCase()))],
    words: wordsOf(draft.title, draft.category, ...draft.skills, draft.description),
    escrow,
  })
  return showNewQuest(row, escrow)
}

function readDraft(context: Context, giver: Address, draft: NewQuest): QuestRow {
  const now = context.clock.now()
  const amount = exactAmount(draft.rewardAmount)
  requireSameReward(draft)
  const { repoKey, issueNumber } = readIssueLink(draft.codehostRepo, draft.codehostIssue)
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

/** What people read must be what is promised: `1,000 USDC` for 1000 and USDC. */
function requireSameReward({ reward, rewardAmount, rewardToken }: NewQuest): void {
  const [, amount = '', token = ''] = /^([\d,_ ]*\.?\d+)\s*([^\s\d].*)$/.exec(reward.trim()) ?? []
  const same = Number(amount.replace(/[,_ ]/g, '')) === rewardAmount && amount !== ''
  if (!same || token.toLowerCase() !== rewardToken.toLowerCase())
    throw new BadRequestError(`reward must say the amount and the token: "${rewardAmount} ${rewardToken}".`)
}
