import type { Address } from '../../../ground/address.ts'
import type { Deed } from '../deeds.ts'
import type { MergeFault } from '../fault.ts'
import { loud, quiet } from '../notice.ts'
import {
  type Accepted,
  type Asked,
  type Evidence,
  type InReview,
  type Live,
  liveWork,
  type Quest,
  type Side,
} from '../quest.ts'
import type { Member, Team } from '../team.ts'
import { event } from './event.ts'
import {
  approvalsOf,
  ask,
  callFor,
  ofLive,
  ofReviewed,
  proposalsOf,
  requireReviewed,
  withCheck,
} from './place.ts'

export type ReviewEvent =
  | Submitted
  | WorkReturned
  | Merged
  | Proposed
  | Attested
  | ProposedAgain
  | ApprovalSigned
  | MergeCleared
  | MergeUnreachable
  | MergeDoubted
  | PartProposed

type Submitted = {
  readonly kind: 'submitted'
  readonly farmer: Address
  readonly url: string | null
  readonly note: string | null
  readonly reviewEndsAt: number
}

export const submitted = event<Submitted>({
  evolve: ofLive((work, { url, note, reviewEndsAt }, at, quest) =>
    startReview(quest, work, { submission: { url, note }, merge: null }, at, reviewEndsAt),
  ),
  public: ['url', 'note', 'reviewEndsAt'],
  words: ['url', 'note'],
  movesMoney: true,
  topic: 'quest',
  notices: (quest, { farmer, reviewEndsAt }) => {
    const { amount, token } = quest
    return [quiet(readersOf(quest, farmer), 'submitted', { farmer, amount, token, reviewEndsAt })]
  },
  deeds: (_, { farmer }) => [{ kind: 'unheld', farmer }],
  owes: (quest, { farmer }) => [callFor(quest, farmer, 'propose')],
})

export type WorkReturned = {
  readonly kind: 'returned'
  readonly farmer: Address
  readonly note: string
  readonly expiresAt: number
}

export const returned = event<WorkReturned>({
  evolve: ofLive((work, event, at, quest) => giveBack(quest, work, event, at)),
  public: ['note', 'expiresAt'],
  words: ['note'],
  movesMoney: true,
  topic: 'quest',
  isGiversOnChain: () => true,
  notices: (_, { farmer, note, expiresAt }) => [quiet([farmer], 'returned', { farmer, note, expiresAt })],
  deeds: (_, { farmer }) => [{ kind: 'held', farmer }],
  drops: (quest, { farmer }) => [...proposalsOf(quest, farmer), ...approvalsOf(quest, farmer)],
})

/** The place gets all the time of a new one; and it is not idle, however long it takes. */
function giveBack(quest: Quest, work: Live, { note, expiresAt }: WorkReturned, at: number): Accepted {
  const { farmer, acceptedAt, account, team } = work
  // The contract has given its call back, and is asked anew.
  const asked = new Set<Asked>()
  const round = quest.deposit === null ? 0 : work.round + 1
  const returned = { times: (work.returned?.times ?? 0) + 1, at, note }
  const part = { farmer, acceptedAt, account, asked, returned, round, team }
  const idle = { idleAt: expiresAt, idleWarned: true, keptAt: null, extensions: 0 }
  return { ...part, status: 'accepted', expiresAt, warned: false, ...idle, toldAt: at, untold: false }
}

/** `reviewEndsAt` is null where the window runs already. */
export type Merged = {
  readonly kind: 'merged'
  readonly farmer: Address
  readonly repoKey: string
  readonly pullRequest: number
  /** The code host's answer, to be compared before the payment; null without a code host. */
  readonly facts: MergeFacts | null
  readonly reviewEndsAt: number | null
  /** It proves the work in the quest that this one adds to. */
  readonly elsewhere?: true
}

export type MergeFacts = {
  readonly repositoryId: string
  readonly repository: string
  readonly pullRequestId: string
  readonly authorId: string
  readonly mergedById: string | null
  readonly mergedAt: number
  readonly mergeSha: string | null
  readonly baseBranch: string
  /** SHA-256 of title and body. */
  readonly textHash: string
  readonly issueNumber: number | null
  readonly issueClosed: boolean
  /** The repository's owner; null where the host does not say. */
  readonly ownerId: string | null
  /** Whether the owner is the author, or the author merged it themselves. */
  readonly own: boolean
  /** Whether the service can read it with its own means. */
  readonly readable: boolean
  /** Named in its commits; shown, and never asked when something is decided. */
  readonly coAuthors?: readonly CoAuthor[]
}

export type CoAuthor = { readonly name: string; readonly login: string | null; readonly id: string | null }

export const merged = event<Merged>({
  evolve: ofLive((work, event, at, quest) => {
    const { repoKey, pullRequest, facts, reviewEndsAt, elsewhere } = event
    const check = facts === null ? null : ('pending' as const)
    const own = { repoKey, pullRequest, check, source: sourceOf(facts) }
    const merge = elsewhere ? { ...own, elsewhere } : own
    const place = { ...work, team: withOwnMerges(work.team, facts) }
    if (reviewEndsAt !== null) return startReview(quest, place, { submission: null, merge }, at, reviewEndsAt)
    const reviewed = requireReviewed(place, event)
    return ask(quest, { ...reviewed, evidence: { ...reviewed.evidence, merge } }, 'verify')
  }),
  public: ['pullRequest', 'reviewEndsAt'],
  told: { repository: ({ repoKey }) => repoKey },
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices(quest, { farmer, pullRequest, reviewEndsAt }) {
    const { amount, token } = quest
    if (reviewEndsAt === null) return []
    return [quiet(readersOf(quest, farmer), 'merged', { farmer, amount, token, reviewEndsAt, pullRequest })]
  },
  deeds: ({ work }, { farmer }): Deed[] =>
    work.get(farmer)?.status === 'accepted' ? [{ kind: 'unheld', farmer }] : [],
  owes: (quest, { farmer }) => [callFor(quest, farmer, 'verify')],
})

/** The farmer handed it in once, however many add to its reward; each backer learns of their own window. */
function readersOf({ companionOf, giver }: Quest, farmer: Address): Address[] {
  return companionOf === null ? [giver, farmer] : [giver]
}

function withOwnMerges(team: Team, facts: MergeFacts | null): Team {
  const own = [facts?.mergedById, facts?.ownerId]
  const isOwn = ({ account }: Member) => account !== null && own.includes(account)
  if (!team.members.some(isOwn)) return team
  const members = team.members.map(member =>
    isOwn(member) ? { ...member, ownMerge: true as const } : member,
  )
  return { ...team, members }
}

/** Author and owner, so that one account and one owner make no more points with many wallets than with one. */
function sourceOf(facts: MergeFacts | null): string | null {
  if (facts === null || facts.own) return facts && 'own'
  const owner = facts.ownerId ?? facts.repository.toLowerCase().split('/')[0]
  return `${facts.authorId} for ${owner}`
}

type Proposed = { readonly kind: 'proposed'; readonly farmer: Address; readonly reviewEndsAt: number }

export const proposed = event<Proposed>({
  evolve: ofReviewed((work, { reviewEndsAt }) => ({ ...work, proposed: true, endsAt: reviewEndsAt })),
  public: ['reviewEndsAt'],
  words: [],
  movesMoney: true,
  topic: 'quest',
})

type Attested = { readonly kind: 'attested'; readonly farmer: Address }

export const attested = event<Attested>({
  evolve: ofReviewed(work => ({ ...work, attested: true })),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'quest',
})

/** The contract returned work that a merge proves: it is proposed once more, as proved, and the window starts anew. */
type ProposedAgain = {
  readonly kind: 'proposed-again'
  readonly farmer: Address
  readonly reviewEndsAt: number
}

/** The giver's word where they returned work with their wallet and the service was not told. */
export const returnedOnChain =
  'The giver returned it on chain, and says in the comments or in a letter what is missing.'

export const proposedAgain = event<ProposedAgain>({
  evolve: ofReviewed((work, { reviewEndsAt }, at, quest) => {
    const returned = { times: (work.returned?.times ?? 0) + 1, at, note: returnedOnChain }
    const reviewed = { ...work, proposed: false, attested: false, approvalEndsAt: null, endsAt: reviewEndsAt }
    const again = { ...reviewed, returned, round: work.round + 1, asked: new Set<Asked>() }
    return ask(quest, again, proposalOf(quest))
  }),
  public: ['reviewEndsAt'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: ({ contest, giver }, { farmer, reviewEndsAt }) => [
    loud([giver, farmer], 'proposed-again', { farmer, reviewEndsAt, merged: contest === null }),
  ],
  owes: (quest, { farmer }) => [callFor(quest, farmer, proposalOf(quest), 1)],
  drops: (quest, { farmer }) => [...proposalsOf(quest, farmer), ...approvalsOf(quest, farmer)],
})

/** The prizes of a contest are proposed again too, and no merge proves them. */
function proposalOf({ contest }: Quest): 'propose' | 'verify' {
  return contest === null ? 'verify' : 'propose'
}

type ApprovalSigned = {
  readonly kind: 'approval-signed'
  readonly farmer: Address
  readonly approvalEndsAt: number
  readonly signature: string
}

export const approvalSigned = event<ApprovalSigned>({
  evolve: ofReviewed((work, { approvalEndsAt }) => ({ ...work, approvalEndsAt })),
  public: ['approvalEndsAt'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  owes(quest, { farmer, approvalEndsAt: until, signature }) {
    const work = liveWork(quest, farmer)
    const verified = work !== null && work.status !== 'accepted' && work.evidence.merge !== null
    return [{ call: 'approve', farmer, until, signed: { signature, verified } }]
  },
  drops: (quest, { farmer }) => approvalsOf(quest, farmer),
})

type PartProposed = {
  readonly kind: 'part-proposed'
  readonly farmer: Address
  readonly by: Side
  /** The farmer's part, in ten-thousandths, and what it is of the reward as it was then. */
  readonly share: number
  readonly paid: string
  readonly refunded: string
  readonly note: string | null
  readonly proposals: number
}

export const partProposed = event<PartProposed>({
  evolve: ofReviewed((work, { by, share, note, proposals }, at) => ({
    ...work,
    offer: { by, share, note, at, proposals },
  })),
  public: ['by', 'share', 'paid', 'refunded', 'note'],
  words: ['note'],
  movesMoney: true,
  topic: 'quest',
  notices({ giver, token }, { farmer, by, paid, refunded, note }) {
    const [proposer, other] = by === 'giver' ? [giver, farmer] : [farmer, giver]
    return [loud([other], 'part-proposed', { by: proposer, farmer, paid, refunded, token, note })]
  },
})

type MergeCleared = { readonly kind: 'merge-cleared'; readonly farmer: Address }

export const mergeCleared = event<MergeCleared>({
  evolve: ofReviewed(work => withCheck(work, 'clear')),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type MergeUnreachable = { readonly kind: 'merge-unreachable'; readonly farmer: Address }

export const mergeUnreachable = event<MergeUnreachable>({
  evolve: ofReviewed(work => withCheck(work, 'unreachable')),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type MergeDoubted = {
  readonly kind: 'merge-doubted'
  readonly farmer: Address
  readonly reason: string
  /** Events of before it was kept have its sentence alone. */
  readonly fault?: MergeFault
}

export const mergeDoubted = event<MergeDoubted>({
  evolve: ofReviewed(work => withCheck(work, 'broken')),
  public: ['reason', 'fault'],
  words: ['reason'],
  movesMoney: true,
  topic: 'quest',
  notices: ({ giver }, { farmer, reason, fault = null }) => [
    loud([giver, farmer], 'merge-doubted', { farmer, reason, fault }),
  ],
})

function startReview(
  quest: Quest,
  work: Live,
  evidence: Evidence,
  startedAt: number,
  endsAt: number,
): InReview {
  const { farmer, acceptedAt, account, asked, returned, round, team } = work
  const part = { farmer, acceptedAt, account, asked, returned, round, team }
  const fresh = { proposed: false, attested: false, approvalEndsAt: null, offer: null } as const
  const review = { evidence, startedAt, endsAt, ...fresh }
  return ask(
    quest,
    { ...part, ...review, status: 'in-review' },
    evidence.merge === null ? 'propose' : 'verify',
  )
}
