import type { Address } from '../../../ground/address.ts'
import { toLedger } from '../../ledger/amounts.ts'
import { type Contest, type ContestOutcome, type Counted, payRanked, type Ranking } from '../contest.ts'
import { loud, quiet, type Said } from '../notice.ts'
import { move } from '../postings.ts'
import type { Quest } from '../quest.ts'
import { moveSums } from '../sums.ts'
import { event } from './event.ts'

export type ContestEvent = Ranked | RankingDisputed | ContestDecided

export type Ranked = {
  readonly kind: 'ranked'
  readonly rankedBy: 'giver' | 'arbiter' | 'members'
  readonly ranking: Ranking['winners']
  readonly returned: Ranking['returned']
  readonly endsAt: number
  /** The entrants to whom the ranking gives nothing. */
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
    ...{ farmer, prize, account: null, at: 0, hidden: false, votes: 0 },
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

export type ContestDecided = {
  readonly kind: 'contest-decided'
  readonly decided: ContestOutcome
  readonly winners: number
  readonly paidTo: readonly Address[]
  /** The part that goes back to the giver. */
  readonly refunded: string
  readonly others: readonly Address[]
  /** The arbiter's. */
  readonly reason?: string
} & Votes

/** The quest has a place for each winner from now on, which the next events take and release. Without any it gives all back. */
export const contestDecided = event<ContestDecided>({
  evolve(quest, { decided: because, winners: paid, refunded, counted }, at) {
    const decided = { because, at, paid }
    const after = withContest(quest, { ...(counted && { counted }), decided, disputeEndsAt: null })
    if (paid === 0) return { ...after, closed: 'cancelled' }
    const sums = moveSums(quest.sums, { refunded: toLedger(refunded) })
    return { ...after, closed: 'completed', places: paid, sums }
  },
  public: ['decided', 'winners', 'refunded', 'reason'],
  words: ['reason'],
  movesMoney: true,
  topic: 'quest',
  notices({ giver, token }, { decided, winners, refunded, others, reason = null }) {
    const values = { decided, winners, refunded, token, reason }
    return [quiet([...new Set([giver, ...others])], 'contest-decided', values)]
  },
  postings(quest, { winners, refunded }) {
    const units = toLedger(refunded)
    if (winners === 0 || units === 0n) return []
    return [move(quest, `refund:${quest.id}:prizes`, units, 'held', 'refunded', quest.giver)]
  },
})

function withContest(quest: Quest, change: Partial<Contest>): Quest {
  return quest.contest === null ? quest : { ...quest, contest: { ...quest.contest, ...change } }
}
