import { decimalsOf, fromUnits, toUnits } from '@furrow/sdk/amount'
import type { contestOutcomes, contestRankers, contestStages } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'

/** A contest: everybody enters, and the best entries win. Entries are no places; the winners' places are there once it is decided. */
export type Contest = {
  /** Exact digits, the first prize first. Their sum is the quest's amount. */
  readonly prizes: readonly string[]
  readonly entriesUntil: number
  readonly decideUntil: number
  readonly maxEntries: number
  readonly sealed: boolean
  /** The giver ranks the entries, or the members of the community by their ballots. It never changes. */
  readonly rankBy: (typeof contestRankers)[number]
  readonly entries: number
  /** null while nobody has ranked the entries. */
  readonly ranking: RankingMade | null
  /** The ballots as they were counted, once their time is over; null before, and where the giver ranks. */
  readonly counted: Counted | null
  /** When a dispute against the ranking ends without a decision; null for none. */
  readonly disputeEndsAt: number | null
  /** The one payment by which the contract pays all prizes, from the decision on; null before, and where none is owed on chain. */
  readonly payout: Payout | null
  readonly decided: ContestDecided | null
}

/** The parts are fixed, and each is with its entry: nothing but the contract says from now on whether they are paid. */
export type Payout = {
  readonly because: Extract<ContestOutcome, 'ranked' | 'resolved' | 'silence'>
  /** Exact digits: the prizes that no entry deserves, which the account gives back to the one who paid in. */
  readonly returned: string
}

/** Power is what the community gives its members in votes; `quorum` is the percent of all of it that has to take part. */
export type Counted = {
  readonly ballots: number
  readonly cast: number
  readonly total: number
  readonly quorum: number
}

export type RankingMade = {
  readonly by: 'giver' | 'arbiter' | 'members'
  readonly at: number
  readonly endsAt: number
  readonly returned: readonly number[]
}

export type ContestDecided = { readonly because: ContestOutcome; readonly at: number; readonly paid: number }
export type ContestOutcome = (typeof contestOutcomes)[number]
export type ContestStage = (typeof contestStages)[number]

export type Ranking = {
  readonly winners: readonly {
    readonly farmer: Address
    /** From 1. */
    readonly prize: number
    readonly word: string | null
  }[]
  readonly returned: readonly { readonly prize: number; readonly reason: string }[]
}

/** An entry as a decision sees it, in the order in which they came in. */
export type Entry = {
  readonly farmer: Address
  readonly account: string | null
  readonly at: number
  readonly hidden: boolean
  readonly prize: number | null
  /** Its part of the prizes, as exact digits, once the contract is to pay it; null before, and where it has none. */
  readonly part: string | null
  /** The power of the members whose ballots name it; 0 where they are not counted. */
  readonly votes: number
}

export function stageOf(contest: Contest, now: number): ContestStage {
  if (contest.decided !== null) return 'decided'
  if (contest.payout !== null) return 'paying'
  if (contest.disputeEndsAt !== null) return 'disputed'
  if (contest.ranking !== null) return 'ranked'
  return now < contest.entriesUntil ? 'entries' : 'ranking'
}

/** When a silence decides it; null once it is decided, or its contract pays. */
export function contestDueAt({
  decided,
  disputeEndsAt,
  payout,
  ranking,
  decideUntil,
}: Contest): number | null {
  if (decided !== null || payout !== null) return null
  return disputeEndsAt ?? ranking?.endsAt ?? decideUntil
}

/** While it is not decided, nobody but its entries has a claim to the prizes: they are not given back, and no place is free. */
export function isUndecided({ contest }: { readonly contest: Contest | null }): boolean {
  return contest !== null && contest.decided === null
}

export type Prize = { readonly farmer: Address; readonly account: string | null; readonly paid: string }
export type Paying = {
  readonly prizes: readonly Prize[]
  readonly refunded: string
}

type Money = Pick<Contest, 'prizes'> & {
  readonly token: string
  /** The decimals of the token on chain; without a chain, as many as the token has, or the prizes are written with. */
  readonly decimals?: number | undefined
}

/**
 * The ranked entries are paid, those with the same prize in equal parts of it. A prize whose entries are not there any more
 * goes back, as one that was returned; so does that of an entry that moderators have hidden since. With `pools`, entries
 * with the same prize share as many prizes as they are, from that one on: no tie is worth less than a rank below it.
 */
export function payRanked(money: Money, entries: readonly Entry[], pools = false): Paying {
  const { prizes } = money
  const decimals = decimalsIn(money)
  const paid: Prize[] = []
  let refunded = 0n
  for (let place = 0, span = 1; place < prizes.length; place += span) {
    const tied = entries.filter(({ prize }) => prize === place + 1)
    span = pools ? Math.max(1, tied.length) : 1
    const units = sumUnits(prizes.slice(place, place + span), decimals)
    const winners = tied.filter(({ hidden }) => !hidden)
    const parts = divideEvenly(units, winners.length)
    if (winners.length === 0) refunded += units
    paid.push(...winners.flatMap((winner, index) => toPrize(winner, parts[index] ?? 0n, decimals)))
  }
  return { prizes: paid, refunded: fromUnits(refunded, decimals) }
}

/** Nobody ranked: all prizes together, in equal parts among the entries that moderators have not hidden. */
export function payEvenly(money: Money, entries: readonly Entry[]): Paying {
  const { prizes } = money
  const decimals = decimalsIn(money)
  const whole = sumUnits(prizes, decimals)
  const standing = entries.filter(({ hidden }) => !hidden)
  if (standing.length === 0) return { prizes: [], refunded: fromUnits(whole, decimals) }
  const parts = divideEvenly(whole, standing.length)
  return {
    prizes: standing.flatMap((entry, index) => toPrize(entry, parts[index] ?? 0n, decimals)),
    refunded: '0',
  }
}

export function othersThan(
  winners: readonly { readonly farmer: Address }[],
  entries: readonly Entry[],
): readonly Address[] {
  const paid = new Set(winners.map(({ farmer }) => farmer))
  return entries.map(({ farmer }) => farmer).filter(farmer => !paid.has(farmer))
}

export function votesOf(entries: readonly Entry[]) {
  return entries.map(({ farmer, votes }) => ({ farmer, votes }))
}

/** Equal to the unit; the units that cannot be divided go to the first ones, one each. */
function divideEvenly(whole: bigint, count: number): readonly bigint[] {
  if (count === 0) return []
  const [each, left] = [whole / BigInt(count), whole % BigInt(count)]
  return Array.from({ length: count }, (_, index) => (BigInt(index) < left ? each + 1n : each))
}

/** More entries than units: those that come last are paid nothing, and win nothing. */
function toPrize({ farmer, account }: Entry, units: bigint, decimals: number): Prize[] {
  return units === 0n ? [] : [{ farmer, account, paid: fromUnits(units, decimals) }]
}

function decimalsIn({ prizes, token, decimals }: Money): number {
  return decimals ?? Math.max(decimalsOf(token), ...prizes.map(prize => prize.split('.')[1]?.length ?? 0))
}

/** The sum of the prizes, as exact digits without trailing zeros. */
export function sumOf(money: Money): string {
  const decimals = decimalsIn(money)
  return fromUnits(sumUnits(money.prizes, decimals), decimals)
}

function sumUnits(prizes: readonly string[], decimals: number): bigint {
  return prizes.reduce((sum, prize) => sum + (toUnits(prize, decimals) ?? 0n), 0n)
}
