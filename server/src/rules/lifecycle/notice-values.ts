import type { Address } from '../../ground/address.ts'
import type { Contest, ContestOutcome } from './contest.ts'
import type { Otherwise } from './default-outcome.ts'
import type { MergeFault, PaymentFault } from './fault.ts'
import type { RefundedBecause, ReleasedBecause, Side } from './quest.ts'
import type { TenThousandths } from './ten-thousandths.ts'

/**
 * Each notice by its key, and the values that its words are made from: addresses, times in milliseconds, amounts as exact
 * digits, and texts that people or a chain wrote. `people/mail/notices/` has the words, in every language.
 */
export type NoticeValues = { readonly [K in keyof Values]: Readonly<Values[K]> }

export type NoticeKey = keyof Values

type Values = ApplicationValues &
  PlaceValues &
  ReviewValues &
  DisputeValues &
  EndingValues &
  PaymentValues &
  QuestValues

type None = Record<string, never>
type Amount = { amount: string; token: string }
type Transaction = { chainId: number; txHash: string }

type ApplicationValues = {
  applied: { farmer: Address }
  declined: { reason: string | null }
  'application-expired': None
  /** `withQuest` where the giver closed the quest; else no place is left, or it takes nobody any more. */
  'application-closed': { withQuest: boolean }
}

type PlaceValues = {
  admitted: { expiresAt: number; idleAt: number }
  'place-taken': { farmer: Address; expiresAt: number }
  withdrawn: { farmer: Address }
  'place-expired': { returned: boolean }
  'expiry-warned': { returned: boolean; expiresAt: number }
  'idle-warned': { idleAt: number }
  kept: { farmer: Address; idleAt: number }
  'place-extended': { expiresAt: number }
  'place-freed': { reason: string | null }
  'place-cancelled': None
}

type ReviewValues = {
  submitted: Amount & { farmer: Address; reviewEndsAt: number }
  merged: Amount & { farmer: Address; reviewEndsAt: number; pullRequest: number }
  returned: { farmer: Address; note: string; expiresAt: number }
  'part-proposed': {
    by: Address
    farmer: Address
    paid: string
    refunded: string
    token: string
    note: string | null
  }
  'place-shared': { farmer: Address; share: TenThousandths }
  /** `all` where nobody's agreement is missing any more. */
  'share-agreed': { farmer: Address; member: Address; all: boolean }
  'share-ended': { farmer: Address; ended: 'changed' | 'refused' | 'not-agreed' | 'place-over' }
  'proposed-again': { farmer: Address; reviewEndsAt: number; merged: boolean }
  'merge-doubted': Doubted & { farmer: Address }
}

/** Why, in a person's words, or as a code where the service or the code host found it: then `reason` says it in English. */
type Doubted = { reason: string; fault: MergeFault | null }
type Disputed = Amount & Doubted & { farmer: Address; disputeEndsAt: number; otherwise: Otherwise }

type DisputeValues = {
  'disputed-to-giver': Disputed
  'disputed-to-farmer': Disputed
  'disputed-to-arbiter': Amount & Doubted & { farmer: Address; giver: Address; disputeEndsAt: number }
  answered: { farmer: Address; url: string | null; note: string | null }
  'evidence-added': { by: Address; farmer: Address }
  ruled: {
    farmer: Address
    paid: string
    refunded: string
    token: string
    payableAt: number
    paused: boolean
  }
  'ruling-undone': { farmer: Address; disputeEndsAt: number }
}

export type CreditDecision = 'split' | 'conceded' | 'for-farmer' | 'for-giver' | 'unknown'

type EndingValues = {
  /** `booked` where the release is a promise in the ledger, and nothing is paid yet. */
  released: {
    farmer: Address
    paid: string
    refunded: string
    token: string
    because: ReleasedBecause
    booked: boolean
    reason: string | null
  }
  'share-released': Amount & { farmer: Address }
  refunded: {
    farmer: Address
    refunded: string
    token: string
    because: RefundedBecause
    reason: string | null
  }
  'credit-kept': Amount & { farmer: Address; side: Side; decision: CreditDecision }
  'credit-taken': { farmer: Address; side: Side; by: Side }
}

type PaymentValues = {
  /** `payer` is null where it is the giver's wallet. */
  'payment-found': Transaction & Amount & { farmer: Address; payer: Address | null }
  'payment-settled': Transaction & Amount & { farmer: Address }
  'payment-denied': Transaction & { farmer: Address }
  'payment-reorganised': Transaction & Amount & { farmer: Address }
  'payment-refused': Transaction & Amount & { farmer: Address; problem: string; fault: PaymentFault | null }
  'payment-said': Amount & { farmer: Address; transaction: string | null }
  'payment-received': Amount & { farmer: Address }
  'payment-missed': Amount & { farmer: Address }
  'payment-owed': Amount & { farmer: Address; since: number }
}

export type DepositFacts = { readonly token: Address; readonly each: string; readonly places: number }

/** Terms that a backer is told of by name alone, as the API has it. */
export const changedTerms = [
  'title',
  'description',
  'skills',
  'category',
  'codehostRepo',
  'codehostIssue',
  'admission',
  'requires',
] as const
export type ChangedTerm = (typeof changedTerms)[number]

type QuestValues = {
  funded: None
  /** `until` is null for a farmer who was paid after another one, since when the hours count. */
  'next-part': { title: string; until: number | null }
  backed: Amount & { backer: Address }
  'backing-stopped': Amount & { backer: Address }
  /** So much of what they added goes back to them, since no work will be paid with it. */
  'backing-returned': Amount
  /** Nobody can earn what they paid into the contract any more, and it is closed for it. */
  'backing-closing': None
  /** So many others owe the farmer more for this work, in sum at most the amount. */
  'backers-follow': Amount & { count: number }
  /** The work that they object to was given back to its farmer. */
  'objection-dropped': { farmer: Address }
  /** For the pull request of this address, or work in the quest of this id. */
  thanked: Amount & { giver: Address; thanks: string }
  /** Units of a token for each of so many places: as paid, and as the quest needs it. */
  misfunded: { paid: DepositFacts; needed: DepositFacts }
  /** null where that stays as it was. */
  edited: {
    amount: { before: string; after: string; token: string } | null
    places: number | null
    deadline: { after: number | null } | null
    description: boolean
  }
  /** null where that stays as it was; the other terms that changed by their names. */
  'edited-for-backers': {
    amount: { before: string; after: string; token: string } | null
    deadline: { after: number | null } | null
    terms: readonly ChangedTerm[]
  }
  'notice-given': { endsAt: number }
  'prizes-called-back': { endsAt: number }
  'contest-closed': { entries: number; decideUntil: number; rankBy: Contest['rankBy'] }
  'contest-placed': Amount & { by: 'giver' | 'members'; giver: Address; prize: number; endsAt: number }
  'contest-unplaced': { endsAt: number }
  'ranking-disputed': { reason: string; disputeEndsAt: number; judged: boolean }
  /** `booked` where its giver owes it; else the contract has paid it to the account that divides it. */
  'contest-won': Amount & { giver: Address; decided: ContestOutcome; booked: boolean }
  /** The contract is to pay the prizes: to each winner with their part, and to all others without. */
  'payout-begun': {
    decided: ContestOutcome
    part: string | null
    winners: number
    prizesBack: string
    token: string
    reviewEndsAt: number
    reason: string | null
  }
  'contest-decided': {
    decided: ContestOutcome
    winners: number
    refunded: string
    token: string
    reason: string | null
  }
}
