import type { Address } from '../../../ground/address.ts'
import { toLedger } from '../../ledger/amounts.ts'
import {
  type Contest,
  type ContestOutcome,
  type Counted,
  type Payout,
  payRanked,
  type Ranking,
} from '../contest.ts'
import { loud, quiet, type Said } from '../notice.ts'
import { move } from '../postings.ts'
import type { InReview, Quest } from '../quest.ts'
import { moveSums } from '../sums.ts'
import { noTeam } from '../team.ts'
import { event } from './event.ts'
import { ask, ofPlace } from './place.ts'

export type ContestEvent = Ranked | RankingDisputed | ContestDecided
export type PayoutEvent = PayoutBegun

export type Ranked = {
  readonly kind: 'ranked'
  readonly rankedBy: 'giver' | 'arbiter' | 'members'
  readonly ranking: Ranking['winners']
  readonly returned: Ranking['returned']
  readonly endsAt: number
  readonly others: readonly Address[]
} & Votes

/** Where members rank: how their ballots were counted, and the power of each entry. */
type Votes = {
  readonly counted?: Counted | undefined
  readonly votes?: readonly { readonly farmer: Address; readonly votes: number }[] | undefined
}

export const ranked = event<Ranked>({
  evolve: (quest, { rankedBy: by, endsAt, returned, counted }, at) =>
    withContest(quest, {
      ...(counted && { counted }),
      ranking: { by, at, endsAt, returned: returned.map(({ prize }) => prize) },
    }),
  // The entries have the prizes and the words; both go with their people.
  public: ['rankedBy', 'endsAt'],
  told: { winners: ({ ranking }) => ranking.length, prizesReturned: ({ returned }) => returned.length },
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices({ giver, token, contest }, { rankedBy, ranking, others, endsAt }): Said[] {
    // The decision follows at once, and tells everybody.
    if (rankedBy === 'arbiter') return []
    const prizes = contest?.prizes ?? []
    const by = rankedBy
    const partOf = rankedBy === 'members' ? partsOf({ prizes, token }, ranking) : null
    const winners = ranking.map(({ farmer, prize }) => {
      const amount = (partOf === null ? prizes[prize - 1] : partOf.get(farmer)) ?? '0'
      return quiet([farmer], 'contest-placed', { by, giver, prize, amount, token, endsAt })
    })
    return [...winners, quiet(others, 'contest-unplaced', { endsAt })]
  },
})

/** The part of each winner where ties share prizes. */
function partsOf(
  money: Parameters<typeof payRanked>[0],
  ranking: Ranking['winners'],
): ReadonlyMap<Address, string> {
  const entries = ranking.map(({ farmer, prize }) => ({
    ...{ farmer, prize, account: null, at: 0, hidden: false, part: null, votes: 0 },
  }))
  return new Map(payRanked(money, entries, true).prizes.map(({ farmer, paid }) => [farmer, paid]))
}

export type RankingDisputed = {
  readonly kind: 'ranking-disputed'
  readonly reason: string
  readonly disputeEndsAt: number
  readonly entrants: readonly Address[]
}

export const rankingDisputed = event<RankingDisputed>({
  evolve: (quest, { disputeEndsAt }) => withContest(quest, { disputeEndsAt }),
  public: ['reason', 'disputeEndsAt'],
  words: ['reason'],
  movesMoney: true,
  topic: 'dispute',
  notices({ giver }, { reason, disputeEndsAt, entrants }, { arbiter }) {
    const judge = arbiter === null ? [] : [arbiter]
    const to = [...new Set([giver, ...entrants, ...judge])]
    return [loud(to, 'ranking-disputed', { reason, disputeEndsAt, judged: arbiter !== null })]
  },
})

/** Each winner's part is fixed, and the contract is asked to pay all of them by one payment, which this farmer's place stands for. */
export type PayoutBegun = {
  readonly kind: 'payout-begun'
  readonly farmer: Address
  readonly decided: Payout['because']
  readonly parts: readonly { readonly farmer: Address; readonly part: string }[]
  readonly prizesBack: string
  readonly reviewEndsAt: number
  readonly others: readonly Address[]
  readonly reason?: string
} & Votes

export const payoutBegun = event<PayoutBegun>({
  evolve(quest, event, at) {
    const { decided: because, prizesBack: returned, counted } = event
    const payout = { because, returned }
    const paying = withContest(quest, { ...(counted && { counted }), payout, disputeEndsAt: null })
    return inReview(paying, event, at)
  },
  public: ['decided', 'prizesBack', 'reviewEndsAt', 'reason'],
  told: { winners: ({ parts }) => parts.length },
  words: ['reason'],
  movesMoney: true,
  topic: 'quest',
  notices({ giver, token }, { decided, parts, prizesBack, others, reviewEndsAt, reason = null }) {
    const values = { decided, winners: parts.length, prizesBack, token, reviewEndsAt, reason }
    const rest = [...new Set([giver, ...others])]
    return [
      ...parts.map(({ farmer, part }) => quiet([farmer], 'payout-begun', { ...values, part })),
      quiet(rest, 'payout-begun', { ...values, part: null }),
    ]
  },
  deeds: (quest, { farmer }) => [
    { kind: 'accepted', farmer, again: quest.work.has(farmer) },
    { kind: 'unheld', farmer },
  ],
  owes: (_, { farmer }) => [{ call: 'propose', farmer, round: 0 }],
})

const inReview = ofPlace<PayoutBegun>((_, { farmer, reviewEndsAt }, at, quest) => {
  const work: InReview = {
    ...{ status: 'in-review', farmer, acceptedAt: at, account: null, asked: new Set() },
    ...{ returned: null, round: 0, team: noTeam, evidence: { submission: null, merge: null } },
    ...{ startedAt: at, endsAt: reviewEndsAt, proposed: false, attested: false },
    ...{ approvalEndsAt: null, offer: null },
  }
  return ask(quest, work, 'propose')
})

export type ContestDecided = {
  readonly kind: 'contest-decided'
  readonly decided: ContestOutcome
  readonly winners: number
  /** The places that are given back, where the contract has refunded the winners' parts. */
  readonly places?: number
  readonly paidTo: readonly Address[]
  readonly refunded: string
  readonly others: readonly Address[]
  readonly reason?: string
} & Votes

/** The quest has a place for each winner from now on, which the next events take and release. Without any it gives all back. */
export const contestDecided = event<ContestDecided>({
  evolve(quest, { decided: because, winners: paid, places = paid, refunded, counted }, at) {
    const decided = { because, at, paid }
    const after = withContest(quest, { ...(counted && { counted }), decided, disputeEndsAt: null })
    const closed = paid === 0 ? 'cancelled' : 'completed'
    if (places === 0) return { ...after, closed }
    const sums = moveSums(quest.sums, { refunded: toLedger(refunded) })
    return { ...after, closed, places, sums }
  },
  public: ['decided', 'winners', 'refunded', 'reason'],
  words: ['reason'],
  movesMoney: true,
  topic: 'quest',
  notices({ giver, token }, { decided, winners, refunded, others, reason = null }) {
    const values = { decided, winners, refunded, token, reason }
    return [quiet([...new Set([giver, ...others])], 'contest-decided', values)]
  },
  postings(quest, { winners, places = winners, refunded }) {
    const units = toLedger(refunded)
    if (places === 0 || units === 0n) return []
    return [move(quest, `refund:${quest.id}:prizes`, units, 'held', 'refunded', quest.giver)]
  },
})

function withContest(quest: Quest, change: Partial<Contest>): Quest {
  return quest.contest === null ? quest : { ...quest, contest: { ...quest.contest, ...change } }
}
