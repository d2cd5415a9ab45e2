import type { Address } from '../../../ground/address.ts'
import { type Otherwise, otherwiseOf } from '../default-outcome.ts'
import type { MergeFault } from '../fault.ts'
import { loud, quiet, type Said } from '../notice.ts'
import type { Dispute, DisputedBy, Evidence, Handed, Live, Quest, ReportedAt, Work } from '../quest.ts'
import type { Rules } from '../rules.ts'
import { partsBy } from '../ruling-parts.ts'
import type { Team } from '../team.ts'
import type { TenThousandths } from '../ten-thousandths.ts'
import { event } from './event.ts'
import { approvalsOf, type OfPlace, ofLive, ofReviewed, withCheck } from './place.ts'

export type DisputeEvent = Disputed | Objected | Answered | EvidenceAdded | Ruled | RulingUndone

type Disputed = {
  readonly kind: 'disputed'
  readonly farmer: Address
  readonly by: DisputedBy
  readonly reason: string
  /** The cause of a dispute that no person opened; events of before it was kept have its sentence alone. */
  readonly fault?: MergeFault | null
  readonly disputeEndsAt: number
}

export const disputed = event<Disputed>({
  evolve: ofReviewed((work, { by, reason, fault = null, disputeEndsAt: endsAt }, at) => {
    const dispute = {
      ...{ by, reason, fault, at, endsAt },
      ...{ answer: null, evidence: { giver: 0, farmer: 0 }, ruling: null },
    }
    const doubted = by === 'code-host' ? withCheck(work, 'broken') : work
    return { ...doubted, status: 'disputed', dispute, approvalEndsAt: null }
  }),
  public: ['by', 'reason', 'fault', 'disputeEndsAt'],
  words: ['reason'],
  movesMoney: true,
  topic: 'dispute',
  isGiversOnChain: ({ by }) => by === 'giver',
  drops: (quest, { farmer }) => approvalsOf(quest, farmer),
  notices: (quest, event, rules) => [
    ...tellParties(quest, event, undecidedOf(quest, event.farmer, rules)),
    ...judgesOf(quest, event.farmer, rules).map(judge => tellArbiter(quest, event, judge)),
  ],
})

/** A backer objects to paying their part: the companion's place is disputed from its first moment on. */
type Objected = {
  readonly kind: 'objected'
  readonly farmer: Address
  readonly reason: string
  readonly disputeEndsAt: number
  readonly evidence: Evidence
  readonly startedAt: number
  readonly reviewEndsAt: number
  readonly team: Team
}

export const objected = event<Objected>({
  evolve: ofLive((work, event, at) => {
    const { farmer, acceptedAt, account, asked, returned, round } = work
    const { disputeEndsAt, evidence, reason, reviewEndsAt, startedAt, team } = event
    const part = { farmer, acceptedAt, account, asked, returned, round, team }
    const times = { startedAt, endsAt: reviewEndsAt, approvalEndsAt: null }
    const review = { ...times, proposed: false, attested: false, offer: null }
    // The main quest looks the merge up again, and refunds both where it does not stand.
    const merge = evidence.merge && { ...evidence.merge, check: null, source: null, elsewhere: true as const }
    return {
      ...part,
      ...review,
      status: 'disputed',
      evidence: { ...evidence, merge },
      dispute: {
        ...{ by: 'giver', reason, fault: null, at, endsAt: disputeEndsAt },
        ...{ answer: null, evidence: { giver: 0, farmer: 0 }, ruling: null },
      },
    }
  }),
  public: ['reason', 'disputeEndsAt'],
  words: ['reason'],
  movesMoney: true,
  topic: 'dispute',
  notices: (quest, event, rules) => [
    ...tellParties(
      quest,
      event,
      otherwiseOf({ ...event, attested: false }, { arbiter: rules.arbiter, contract: null }),
    ),
    ...judgesOf(quest, event.farmer, rules).map(judge => tellArbiter(quest, event, judge)),
  ],
})

type Answered = {
  readonly kind: 'answered'
  readonly farmer: Address
  readonly url: string | null
  readonly note: string | null
}

export const answered = event<Answered>({
  evolve: ofLive((work, event) => withDispute(work, event, () => ({ answer: handedOf(event) }))),
  public: ['url', 'note'],
  words: ['url', 'note'],
  movesMoney: false,
  topic: 'dispute',
  notices(quest, event, rules) {
    const { farmer, url, note } = event
    return [quiet([quest.giver, ...judgesOf(quest, farmer, rules)], 'answered', { farmer, url, note })]
  },
})

/** A party showed evidence to the judge. The log is public, and does not tell its content. */
type EvidenceAdded = {
  readonly kind: 'evidence-added'
  readonly farmer: Address
  readonly role: 'giver' | 'farmer'
  readonly number: number
  readonly url: string | null
  readonly note: string | null
}

export const evidenceAdded = event<EvidenceAdded>({
  evolve: ofLive((work, event) =>
    withDispute(work, event, ({ evidence }) => ({
      evidence: { ...evidence, [event.role]: evidence[event.role] + 1 },
    })),
  ),
  public: ['role'],
  words: ['url', 'note'],
  movesMoney: false,
  topic: 'dispute',
  notices({ giver, work }, { farmer, role }) {
    const part = work.get(farmer)
    // A recipient of the first notice knows where further evidence is.
    if (part?.status !== 'disputed' || part.dispute.evidence[role] > 0) return []
    const [by, other] = role === 'giver' ? [giver, farmer] : [farmer, giver]
    return [quiet([other], 'evidence-added', { by, farmer })]
  },
})

/** The arbiter ruled in the contract, which carries it out at `payableAt`; or its owner paused the ruling, until then. */
type Ruled = {
  readonly kind: 'ruled'
  readonly farmer: Address
  readonly share: TenThousandths
  readonly payableAt: number
  readonly paused: boolean
  readonly reported?: ReportedAt
}

export const ruled = event<Ruled>({
  evolve: ofLive((work, event) =>
    withDispute(work, event, () => ({
      ruling: {
        share: event.share,
        paused: event.paused,
        ...(event.reported && { reported: event.reported }),
      },
      endsAt: event.payableAt,
    })),
  ),
  public: ['share', 'payableAt', 'paused'],
  words: [],
  movesMoney: true,
  topic: 'dispute',
  notices: ({ deposit, giver, token }, { farmer, payableAt, paused, share }) =>
    deposit === null
      ? []
      : [loud([giver, farmer], 'ruled', { farmer, token, payableAt, paused, ...partsBy(deposit, share) })],
})

type RulingUndone = {
  readonly kind: 'ruling-undone'
  readonly farmer: Address
  readonly disputeEndsAt: number
}

export const rulingUndone = event<RulingUndone>({
  evolve: ofLive((work, event) =>
    withDispute(work, event, () => ({ ruling: null, endsAt: event.disputeEndsAt })),
  ),
  public: ['disputeEndsAt'],
  words: [],
  movesMoney: true,
  topic: 'dispute',
  notices: ({ giver }, { farmer, disputeEndsAt }) => [
    loud([giver, farmer], 'ruling-undone', { farmer, disputeEndsAt }),
  ],
})

function withDispute(
  work: Live,
  { kind, farmer }: OfPlace,
  change: (dispute: Dispute) => Partial<Dispute>,
): Work {
  if (work.status !== 'disputed')
    throw new Error(`${kind} cannot happen to the work of ${farmer}, which is not disputed`)
  return { ...work, dispute: { ...work.dispute, ...change(work.dispute) } }
}

type OfDispute = Pick<Disputed, 'farmer' | 'reason' | 'fault' | 'disputeEndsAt'>

function tellParties(
  { amount, giver, token }: Quest,
  { farmer, reason, fault = null, disputeEndsAt }: OfDispute,
  otherwise: Otherwise,
): Said[] {
  const values = { farmer, amount, token, disputeEndsAt, otherwise, reason, fault }
  return [loud([giver], 'disputed-to-giver', values), loud([farmer], 'disputed-to-farmer', values)]
}

function tellArbiter(
  { amount, giver, token }: Quest,
  { farmer, reason, fault = null, disputeEndsAt }: OfDispute,
  judge: Address,
): Said {
  const values = { farmer, giver, amount, token, disputeEndsAt, reason, fault }
  return loud([judge], 'disputed-to-arbiter', values)
}

/** The arbiter, unless there is none, they are unknown, or they are a party. */
function judgesOf({ deposit, giver }: Quest, farmer: Address, { arbiter }: Rules): Address[] {
  const judge = deposit?.arbiter ?? arbiter
  return judge === null || judge === giver || judge === farmer ? [] : [judge]
}

function undecidedOf(quest: Quest, farmer: Address, { arbiter }: Rules): Otherwise {
  const work = quest.work.get(farmer)
  return work?.status === 'in-review'
    ? otherwiseOf(work, { arbiter, contract: quest.deposit?.version ?? null })
    : 'refund'
}

function handedOf({ url, note }: Handed): Handed {
  return { url, note }
}
