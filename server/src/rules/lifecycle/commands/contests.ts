import type { Address } from '../../../ground/address.ts'
import { checksum } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import {
  type Contest,
  type Counted,
  contestDueAt,
  type Entry,
  othersThan,
  type Paying,
  type Payout,
  payEvenly,
  payRanked,
  type Ranking,
  stageOf,
  votesOf,
} from '../contest.ts'
import { isQuorate, rankByVotes } from '../contest-votes.ts'
import { release } from '../endings.ts'
import type { QuestEvent } from '../events/all.ts'
import type { ContestDecided, Ranked } from '../events/contest-events.ts'
import { beginPayout } from '../payout.ts'
import type { Quest, ReleasedBecause } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Known, Rules } from '../rules.ts'
import { command } from './command.ts'
import { requireGiver } from './requirements.ts'

export type Rank = { readonly kind: 'rank'; readonly by: Address } & Ranking

/** The giver ranks the entries, once. Nothing is paid before the review window of the ranking ends. */
export const rank = command<Rank>({
  reads: 'none',
  needs: ['entries'],
  begins: false,
  scopes: ['give'],
  decide(quest, { by, ...ranking }, rules, { entries }) {
    const contest = requireContest(quest)
    requireGiver(quest, by)
    if (contest.rankBy === 'votes')
      throw new Refusal(
        'members-rank',
        'The members of the community rank the entries of this contest by their ballots: its giver does not.',
      )
    requireStage(contest, 'ranking', rules)
    if (rules.now >= contest.decideUntil)
      throw new Refusal('ranking-over', 'The time to rank these entries is over: all of them are paid alike.')
    requireWhole(contest, ranking, entries)
    const endsAt = rules.now + rules.reviewWindowMs
    return [ranked(ranking, entries, { rankedBy: 'giver', endsAt })]
  },
})

export type DisputeRanking = {
  readonly kind: 'dispute-ranking'
  readonly by: Address
  readonly reason: string
}

/** Anybody whose entry stands may dispute the ranking, until its window ends; one dispute is enough. */
export const disputeRanking = command<DisputeRanking>({
  reads: 'none',
  needs: ['entries'],
  begins: false,
  scopes: ['take'],
  decide(quest, { by, reason }, rules, { entries }) {
    const contest = requireContest(quest)
    const own = entries.find(({ farmer }) => farmer === by)
    if (own === undefined || own.hidden)
      throw new Refusal('no-entry', 'Only those whose entry stands in this contest may dispute its ranking.')
    requireStage(contest, 'ranked', rules)
    if (contest.ranking !== null && rules.now >= contest.ranking.endsAt)
      throw new Refusal('ranking-over', 'The time to dispute this ranking is over.')
    const entrants = entries.map(({ farmer }) => farmer)
    return [{ kind: 'ranking-disputed', reason, disputeEndsAt: rules.now + rules.disputeMs, entrants }]
  },
})

export type ResolveRanking = {
  readonly kind: 'resolve-ranking'
  readonly by: Address
  readonly reason: string
  /** null where the giver's ranking holds. */
  readonly ranking: Ranking | null
}

/** The arbiter upholds a disputed ranking, or ranks anew; either is final. */
export const resolveRanking = command<ResolveRanking>({
  reads: 'none',
  needs: ['entries'],
  begins: false,
  scopes: [],
  decide(quest, { by, reason, ranking }, rules, { entries }) {
    const contest = requireContest(quest)
    if (by !== rules.arbiter)
      throw new Refusal('arbiter-only', 'Only the platform wallet may resolve a dispute.')
    requireStage(contest, 'disputed', rules)
    if (ranking === null) return pay(quest, contest, entries, { because: 'resolved', reason }, rules)
    requireWhole(contest, ranking, entries)
    const placed = entries.map(entry => ({ ...entry, prize: prizeOf(ranking, entry) }))
    return [
      ranked(ranking, entries, { rankedBy: 'arbiter', endsAt: rules.now }),
      // Theirs says of each prize to whom it goes: nothing is pooled.
      ...pay(quest, { ...contest, ranking: null }, placed, { because: 'resolved', reason }, rules),
    ]
  },
})

type DecideContest = { readonly kind: 'decide-contest'; readonly by: null }

/**
 * Every silence has an end: without a ranking the prizes are paid in equal parts; a ranking that nobody disputes holds, and
 * so does one whose dispute nobody decides. Where members rank, their ballots are counted here, and the ranking can be
 * disputed as any other; too few of them are a silence.
 */
export const decideContest = command<DecideContest>({
  reads: 'none',
  needs: ['entries', 'ballots'],
  begins: false,
  scopes: [],
  decide(quest, _, rules, { entries, ballots }) {
    const { contest } = quest
    const due = contest && contestDueAt(contest)
    if (contest === null || due === null || due > rules.now) return []
    if (contest.ranking !== null) return pay(quest, contest, entries, { because: 'ranked' }, rules)
    const counted = contest.rankBy === 'votes' ? ballots : undefined
    if (counted === undefined || !isQuorate(counted))
      return pay(quest, contest, entries, { because: 'silence', counted }, rules)
    const endsAt = rules.now + rules.reviewWindowMs
    return [ranked(rankByVotes(contest, entries), entries, { rankedBy: 'members', endsAt, counted })]
  },
})

type Because = {
  readonly because: Payout['because']
  readonly reason?: string
  readonly counted?: Counted | undefined
}

/** Prizes in the order of the ranking, each paid once; the sum of all parts is what was promised. */
function pay(
  quest: Quest,
  contest: Contest,
  entries: readonly Entry[],
  { because, reason, counted }: Because,
  rules: Rules,
): QuestEvent[] {
  const money = { prizes: contest.prizes, token: quest.token, decimals: quest.deposit?.decimals }
  const pools = contest.ranking?.by === 'members'
  const paying: Paying = because === 'silence' ? payEvenly(money, entries) : payRanked(money, entries, pools)
  if (quest.deposit !== null && paying.prizes.length > 0)
    return beginPayout({ because, reason, counted }, paying, entries, rules)
  const decided: ContestDecided = {
    kind: 'contest-decided',
    decided: because === 'silence' && paying.prizes.length === 0 ? 'no-entries' : because,
    winners: paying.prizes.length,
    paidTo: paying.prizes.map(({ farmer }) => farmer),
    refunded: paying.refunded,
    others: othersThan(paying.prizes, entries),
    ...(reason !== undefined && { reason }),
    ...(counted !== undefined && { counted, votes: votesOf(entries) }),
  }
  return [decided, ...paying.prizes.flatMap(prize => take(quest, prize, because, rules.now))]
}

/** As a thanks is: the place is taken and released at once, and there is nothing to hand in. */
function take(
  quest: Quest,
  { farmer, account, paid }: Paying['prizes'][number],
  because: Because['because'],
  now: number,
): QuestEvent[] {
  return [
    { kind: 'accepted', farmer, account, expiresAt: now, idleAt: now },
    {
      ...release({ ...quest, amount: paid }, farmer, releasedBecause[because] ?? 'approved'),
      backing: 'idle',
    },
  ]
}

const releasedBecause: Readonly<Partial<Record<Because['because'], ReleasedBecause>>> = {
  silence: 'window-over',
  resolved: 'resolved',
}

function ranked(
  ranking: Ranking,
  entries: readonly Entry[],
  { rankedBy, endsAt, counted }: Pick<Ranked, 'rankedBy' | 'endsAt' | 'counted'>,
): Ranked {
  const { winners, returned } = ranking
  const unranked = entries.filter(entry => prizeOf(ranking, entry) === null)
  const others = unranked.map(({ farmer }) => farmer)
  const votes = counted && { counted, votes: votesOf(entries) }
  return { kind: 'ranked', rankedBy, endsAt, ranking: winners, returned, others, ...votes }
}

function prizeOf({ winners }: Ranking, { farmer }: Entry): number | null {
  return winners.find(winner => winner.farmer === farmer)?.prize ?? null
}

export function requireContest({ contest }: Quest): Contest {
  if (contest === null) throw new Refusal('no-contest', 'This quest is no contest.')
  return contest
}

const sentences = {
  ranking: 'The entries of a contest can be ranked once, after entriesUntil',
  ranked: 'A ranking can be disputed once, until its window ends',
  disputed: 'Only a disputed ranking can be resolved',
} as const

function requireStage(contest: Contest, stage: keyof typeof sentences, { now }: Rules): void {
  const current = stageOf(contest, now)
  if (current === stage) return
  const since = current === 'entries' ? `; it takes entries until ${instant(contest.entriesUntil)}` : ''
  throw new Refusal('contest-stage', `${sentences[stage]}: this contest is at the stage ${current}${since}.`)
}

/** Each prize goes to entries or back, and no entry has two. @throws Refusal */
function requireWhole({ prizes }: Contest, ranking: Ranking, entries: Known['entries']): void {
  const standing = new Map(entries.filter(({ hidden }) => !hidden).map(entry => [entry.farmer, entry]))
  const seen = new Set<Address>()
  for (const { farmer } of ranking.winners) {
    if (!standing.has(farmer))
      throw new Refusal('no-entry', `${checksum(farmer)} has no entry here that could win.`)
    if (seen.has(farmer))
      throw new Refusal('ranking-not-whole', `${checksum(farmer)} is ranked twice: an entry wins one prize.`)
    seen.add(farmer)
  }
  const numbers = [...ranking.winners, ...ranking.returned].map(({ prize }) => prize)
  if (numbers.some(prize => prize > prizes.length))
    throw new Refusal('ranking-not-whole', `There are ${prizes.length} prizes, numbered from 1.`)
  const back = ranking.returned.map(({ prize }) => prize)
  if (new Set(back).size < back.length) throw new Refusal('ranking-not-whole', 'A prize is returned once.')
  for (const [index] of prizes.entries()) {
    const prize = index + 1
    const isWon = ranking.winners.some(winner => winner.prize === prize)
    if (isWon === back.includes(prize))
      throw new Refusal(
        'ranking-not-whole',
        isWon
          ? `Prize ${prize} is won and returned: it is one of the two.`
          : `Prize ${prize} is missing: give it to an entry, or return it with a reason.`,
      )
  }
}

/** @throws Refusal where only a quest with places has that. */
export function requireNoContest({ contest }: Pick<Quest, 'contest'>, why: string): void {
  if (contest !== null) throw new Refusal('is-contest', why)
}

export const prizesAreFixed =
  'The prizes of this contest are fixed, and are one payment: the giver approves or disputes all of them together.'
