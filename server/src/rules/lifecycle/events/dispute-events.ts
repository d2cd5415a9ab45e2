import type { Address } from '../../../ground/address.ts'
import { type Otherwise, otherwiseOf } from '../default-outcome.ts'
import { loud, quiet, type Said } from '../notice.ts'
import type { Dispute, DisputedBy, Handed, Live, Quest, Work } from '../quest.ts'
import type { Rules } from '../rules.ts'
import { event } from './event.ts'
import { approvalsOf, type OfPlace, ofLive, ofReviewed, withCheck } from './place.ts'

export type DisputeEvent = Disputed | Answered | EvidenceAdded

type Disputed = {
  readonly kind: 'disputed'
  readonly farmer: Address
  readonly by: DisputedBy
  readonly reason: string
  readonly disputeEndsAt: number
}

export const disputed = event<Disputed>({
  evolve: ofReviewed((work, { by, reason, disputeEndsAt: endsAt }, at) => {
    const dispute = { by, reason, at, endsAt, answer: null, evidence: { giver: 0, farmer: 0 } }
    const doubted = by === 'code-host' ? withCheck(work, 'broken') : work
    return { ...doubted, status: 'disputed', dispute, approvalEndsAt: null }
  }),
  public: ['by', 'reason', 'disputeEndsAt'],
  words: ['reason'],
  movesMoney: true,
  topic: 'dispute',
  isGiversOnChain: ({ by }) => by === 'giver',
  drops: (quest, { farmer }) => approvalsOf(quest, farmer),
  notices: (quest, event, rules) => [
    ...tellParties(quest, event, rules),
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

function withDispute(
  work: Live,
  { kind, farmer }: OfPlace,
  change: (dispute: Dispute) => Partial<Dispute>,
): Work {
  if (work.status !== 'disputed')
    throw new Error(`${kind} cannot happen to the work of ${farmer}, which is not disputed`)
  return { ...work, dispute: { ...work.dispute, ...change(work.dispute) } }
}

function tellParties(quest: Quest, { farmer, reason, disputeEndsAt }: Disputed, rules: Rules): Said[] {
  const { amount, giver, token } = quest
  const otherwise = undecidedOf(quest, farmer, rules)
  const values = { farmer, amount, token, disputeEndsAt, otherwise, reason }
  return [loud([giver], 'disputed-to-giver', values), loud([farmer], 'disputed-to-farmer', values)]
}

function tellArbiter(
  { amount, giver, token }: Quest,
  { farmer, reason, disputeEndsAt }: Disputed,
  judge: Address,
): Said {
  return loud([judge], 'disputed-to-arbiter', { farmer, giver, amount, token, disputeEndsAt, reason })
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
