import type { Address } from '../../ground/address.ts'
import type { Ladder } from '../../ground/ladder.ts'
import type { Counted, Entry } from './contest.ts'
import type { PartBefore } from './plan.ts'
import type { Payees } from './split.ts'

export type Rules = {
  readonly now: number
  readonly acceptMs: number
  /** From taking a place until the giver may free it while there is no work. */
  readonly idleMs: number
  readonly reviewWindowMs: number
  readonly disputeMs: number
  /** The judge of disputes on the ledger rail; null for none. */
  readonly arbiter: Address | null
  /** Whether released work counts for points without a proof. */
  readonly pointsFor: 'proved' | 'recorded'
  /** At once, so that one address cannot sit on the places of every quest. */
  readonly mostHeld: number
  /** In a day; a farmer who gave back as many takes no more on that day. */
  readonly mostWithdrawn: number
  readonly mostApplied: number
  /** The places that finished work allows; empty for no such bound. */
  readonly ladder: Ladder
}

/** Further facts for a decision, read while the quest is locked. */
export type Known = {
  readonly applicant: Applicant | null
  readonly hadPart: boolean
  readonly isBlocked: boolean
  /** Places of this quest's giver that they have now; 0 where the quest has no conditions. */
  readonly heldHere: number
  /** Places of this quest that went to newcomers; 0 where the quest has no conditions. */
  readonly newcomersHere: number
  readonly trust: Trust
  /** The farmer of this quest whose place they have agreed to share in; null for none. */
  readonly teamHere: Address | null
  /** The part of the plan before this quest; null where it is in no plan, or the first part. */
  readonly before: PartBefore | null
  readonly reviewed: boolean
  readonly mirrored: boolean
  /** The entries of the contest, in the order in which they came in. */
  readonly entries: readonly Entry[]
  /** The payees of its prizes on chain, as the decision fixed them; nobody without one. */
  readonly payees: Payees
  readonly backers: readonly Address[]
  readonly ballots: Counted
}

export type Word = 'vouched' | 'denounced' | null

export type Trust = {
  readonly own: Word
  /** The word of the repository's list; `unread` where the host never told it. */
  readonly repository: Word | 'unread'
}

export type Applicant = {
  readonly account: string | null
  readonly held: number
  /** Places of the wallet or its account, with work or without; 0 where no ladder asks. */
  readonly atWork: number
  readonly withdrawn: number
  readonly completed: number
  /** Those of the wallet or its account that count; 0 where no ladder asks. */
  readonly finished: number
  /** When the code host made their account; null where nobody asked it. */
  readonly accountSince: number | null
  /** Whether they belong to the community DAO; false where no quest asks. */
  readonly isMember: boolean
  /** Whether any work of their account was released; false where no quest asks. */
  readonly accountFinished: boolean
  readonly applied: number
}

export const nothingKnown: Known = {
  applicant: null,
  hadPart: false,
  isBlocked: false,
  heldHere: 0,
  newcomersHere: 0,
  trust: { own: null, repository: null },
  teamHere: null,
  before: null,
  reviewed: false,
  mirrored: false,
  entries: [],
  payees: { payees: [], parts: [] },
  backers: [],
  ballots: { ballots: 0, cast: 0, total: 0, quorum: 0 },
}
