import { day } from '../../ground/clock.ts'
import type { Via } from './commands/sent.ts'
import type { Quest } from './quest.ts'
import { Refusal } from './refusal.ts'
import type { Applicant, Known } from './rules.ts'
import { countFree } from './status.ts'
import type { Terms } from './terms.ts'

export type Conditions = {
  readonly accountAgeDays?: number
  /** Places of this giver that one farmer may have at once. */
  readonly maxHeldHere?: number
  readonly members?: true
  /** API keys that say that they are an agent's: marked, refused, or the only ones. */
  readonly agents?: 'disclosed' | 'none' | 'only'
  /** Places kept for farmers who have finished nothing yet. */
  readonly newcomers?: number
  readonly vouched?: true
}

const none: Conditions = {}

export function conditionsOf({ conditions }: Pick<Terms, 'conditions'>): Conditions {
  return conditions === null ? none : (JSON.parse(conditions) as Conditions)
}

type Given = {
  readonly accountAgeDays?: number | undefined
  readonly maxHeldHere?: number | undefined
  readonly members?: boolean | undefined
  readonly agents?: 'any' | 'disclosed' | 'none' | 'only' | undefined
  readonly newcomers?: number | undefined
  readonly vouched?: boolean | undefined
}

/** For a change: what is not asked any more is said too. */
export function showConditions(conditions: string | null): { [K in keyof Given]-?: NonNullable<Given[K]> } {
  return {
    ...{ accountAgeDays: 0, maxHeldHere: 0, members: false, agents: 'any', newcomers: 0, vouched: false },
    ...conditionsOf({ conditions }),
  }
}

/** As the terms keep them, after a change: always in the same order, so that equal ones are the same text. */
export function writeConditions(before: string | null, given: Given): string | null {
  const { accountAgeDays, agents, maxHeldHere, members, newcomers, vouched } = {
    ...conditionsOf({ conditions: before }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  } as Given
  const after = {
    ...(accountAgeDays && { accountAgeDays }),
    ...(maxHeldHere && { maxHeldHere }),
    ...(members && { members }),
    ...(agents && agents !== 'any' && { agents }),
    ...(newcomers && { newcomers }),
    ...(vouched && { vouched }),
  }
  return Object.keys(after).length === 0 ? null : JSON.stringify(after)
}

/** Farmers who have finished nothing yet, with this wallet and with their account. */
export function isNewcomer({ completed, accountFinished }: Applicant): boolean {
  return completed === 0 && !accountFinished
}

export type Asking = {
  readonly quest: Quest
  readonly farmer: Applicant
  readonly known: Known
  readonly via: Via
  readonly now: number
}

/** One by one, in the order in which a farmer is told of them. @throws Refusal */
export const conditionChecks: readonly ((conditions: Conditions, asking: Asking) => void)[] = [
  ({ agents }, { via }) => {
    if (agents === 'none' && via === 'agent')
      throw new Refusal('agents-refused', 'This quest is not for agents: its giver wants people to do it.')
    if (agents === 'only' && via !== 'agent')
      throw new Refusal(
        'agents-only',
        'This quest is for agents alone: take it with an API key that says that it is an agent’s.',
      )
  },
  ({ members }, { farmer }) => {
    if (members && !farmer.isMember)
      throw new Refusal('members-only', 'This quest is for members of the community DAO.')
  },
  ({ vouched }, { farmer, known: { trust } }) => {
    // A giver's own word about somebody counts before that of the repository.
    const word = trust.own ?? (vouched ? trust.repository : null)
    if (word === 'denounced')
      throw new Refusal('denounced', 'The giver of this quest takes no work from your code-host account.')
    if (!vouched || word === 'vouched') return
    if (farmer.account === null)
      throw new Refusal(
        'account-needed',
        'This quest is for farmers whose account at the code host is vouched for; link yours to your profile first.',
      )
    if (word === 'unread')
      throw new Refusal(
        'trust-list-unread',
        'This quest is for accounts that its repository vouches for, and the code host has not told yet which they are; try again in a minute.',
      )
    throw new Refusal(
      'not-vouched',
      'This quest is for accounts that its giver or its repository vouches for, and yours is not among them.',
    )
  },
  ({ accountAgeDays = 0 }, { farmer, now }) => {
    if (accountAgeDays === 0) return
    const days = `${accountAgeDays} ${accountAgeDays === 1 ? 'day' : 'days'}`
    if (farmer.account === null)
      throw new Refusal(
        'account-needed',
        `This quest is for farmers whose account at the code host is at least ${days} old; link yours to your profile first.`,
      )
    if (farmer.accountSince === null)
      throw new Refusal(
        'account-age-unknown',
        `This quest is for accounts that are at least ${days} old, and nothing says how old yours is: prove it once more on your profile.`,
      )
    if (farmer.accountSince > now - accountAgeDays * day)
      throw new Refusal(
        'account-too-new',
        `This quest is for farmers whose account at the code host is at least ${days} old; yours is newer.`,
      )
  },
  ({ maxHeldHere = 0 }, { known }) => {
    if (maxHeldHere > 0 && known.heldHere >= maxHeldHere)
      throw new Refusal(
        'holds-too-many-here',
        `You have ${known.heldHere} of this giver's places, who gives a farmer ${maxHeldHere} at once; finish one first.`,
      )
  },
  ({ newcomers = 0 }, { quest, farmer, known }) => {
    const kept = Math.max(0, newcomers - known.newcomersHere)
    const free = countFree(quest)
    if (kept > 0 && free > 0 && free <= kept && !isNewcomer(farmer))
      throw new Refusal(
        'kept-for-newcomers',
        'The places left in this quest are kept for farmers who have finished nothing yet.',
      )
  },
]
