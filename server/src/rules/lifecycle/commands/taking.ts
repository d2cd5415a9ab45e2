import type { Address } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import { conditionsOf, isNewcomer } from '../conditions.ts'
import { custodyOf } from '../custody.ts'
import type { WorkEvent } from '../events/all.ts'
import { newcomer } from '../ladder.ts'
import { turnOf } from '../plan.ts'
import type { Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Applicant, Known, Rules } from '../rules.ts'
import { countFree, takesFarmers } from '../status.ts'
import type { Via } from './sent.ts'

/** @throws Refusal where nobody can have a place now. */
export function requireRoom(quest: Quest, { now }: Rules): void {
  if (quest.hidden)
    throw new Refusal('quest-hidden', 'A moderator has hidden this quest: it takes nobody new.')
  if (!takesFarmers(quest, now)) throw new Refusal('quest-closed', 'This quest is closed to new farmers.')
  if (countFree(quest) <= 0) throw new Refusal('quest-full', 'This quest has no place left.')
  custodyOf(quest).requireFunds()
}

/** The giver's requirements, one by one. @throws Refusal for farmers who do not meet them. */
export const fits: readonly ((quest: Quest, farmer: Applicant) => void)[] = [
  ({ verifiedCodehost }, { account }) => {
    if (verifiedCodehost && account === null)
      throw new Refusal(
        'account-needed',
        'This quest is for farmers with a proved account at the code host; link yours to your profile first.',
      )
  },
  ({ minCompleted }, { completed }) => {
    if (completed < minCompleted)
      throw new Refusal(
        'experience-needed',
        `This quest is for farmers with at least ${minCompleted} finished quests; you have ${completed}.`,
      )
  },
]

/** @throws Refusal where the part of the plan before has to be paid first, or others have the first right. */
export function requireTurn({ before }: Known, { now }: Rules): void {
  if (before === null) return
  const turn = turnOf(before, now)
  if (turn.kind === 'waiting')
    throw new Refusal(
      'part-before-unpaid',
      'This is the next part of a plan: it opens once the work of the part before is released, or that part is over without.',
    )
  if (turn.kind === 'first' && !before.hasRight)
    throw new Refusal(
      'part-kept',
      `Until ${instant(turn.until)} this part of a plan is for the farmers alone who were paid for the part before; then it is open to everybody.`,
    )
}

/** Pins the farmer's proved account to the place. */
export function takePlace(
  quest: Quest,
  farmer: Address,
  applicant: Applicant | null,
  { acceptMs, idleMs, now }: Rules,
  via: Via = null,
): WorkEvent {
  const expiresAt = now + acceptMs
  const idleAt = Math.min(now + idleMs, expiresAt)
  const { newcomers } = conditionsOf(quest)
  return {
    kind: 'accepted',
    farmer,
    account: applicant?.account ?? null,
    expiresAt,
    idleAt,
    ...(newcomers !== undefined && isNewcomer(applicant ?? newcomer) && { newcomer: true }),
    ...(via === 'agent' && { agent: true }),
  }
}
