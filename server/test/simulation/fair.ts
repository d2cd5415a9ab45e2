import { decimalsOf, fromUnits } from '@furrow/sdk/amount'
import { expect } from 'vitest'
import { type Address, toAddress } from '../../src/ground/address.ts'
import { day, hour } from '../../src/ground/clock.ts'
import { toLedger } from '../../src/rules/ledger/amounts.ts'
import type { ChainHappening } from '../../src/rules/lifecycle/chain-event.ts'
import type { Command } from '../../src/rules/lifecycle/commands/all.ts'
import {
  type Counted,
  contestDueAt,
  type Entry,
  type Ranking,
  stageOf,
  sumOf,
} from '../../src/rules/lifecycle/contest.ts'
import { decide } from '../../src/rules/lifecycle/decide.ts'
import { effectsOf } from '../../src/rules/lifecycle/effects.ts'
import { requireMayEnter } from '../../src/rules/lifecycle/entering.ts'
import type { QuestEvent } from '../../src/rules/lifecycle/events/all.ts'
import { newcomer } from '../../src/rules/lifecycle/ladder.ts'
import { prizePayeesOf } from '../../src/rules/lifecycle/payout.ts'
import { isEnded, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { Refusal } from '../../src/rules/lifecycle/refusal.ts'
import { nothingKnown, type Rules } from '../../src/rules/lifecycle/rules.ts'
import type { Payees } from '../../src/rules/lifecycle/split.ts'
import { statusOf } from '../../src/rules/lifecycle/status.ts'
import { posted } from '../told-quest.ts'
import { type Books, createBooks, enter } from './books.ts'
import { callsFor, depositOf, type FairContract, onceSilent } from './fair-contract.ts'
import { createRandom, type Random } from './random.ts'
import { isRefused } from './refused.ts'

/** One contest with its entrants, moderators, arbiter and time; decisions may be lost, and are asked for again. */
export type Fair = {
  readonly random: Random
  readonly books: Books
  readonly wallets: readonly Address[]
  readonly arbiter: Address | null
  /** Every entry that anybody made, with its end; null while it waits. */
  readonly entries: Map<Address, Entry & { outcome: 'won' | 'not-won' | null }>
  /** The members' ballots, each with the entries that it names; nobody else has any power. */
  readonly ballots: Map<Address, readonly Address[]>
  readonly quorum: number
  readonly seen: Set<string>
  quest: Quest
  now: number
  /** The contract's own state of the one payment, where the funds are on chain; null in the ledger. */
  readonly contract: FairContract | null
  /** The payees of the prizes, once they are fixed. */
  payees: Payees
}

const person = (index: number) => toAddress(`0x${String(index).padStart(40, '0')}`)
/** As many as an attacker likes: wallets cost nothing. */
const wallets = Array.from({ length: 300 }, (_, index) => person(100 + index))
/** Members of the community, each with some power. */
const members = Array.from({ length: 9 }, (_, index) => ({
  ...{ address: person(50 + index), power: index % 4 },
}))
/** Also a prize with fewer units than there are entries. */
const prizeLists = [['500', '200', '50'], ['0.000007', '0.000003'], ['33.333333'], ['1', '1', '1', '1']]

export function createFair(seed: number): Fair {
  const random = createRandom(seed)
  const now = posted.updatedAt + 1_000 * day
  const token = random.pick(['USDC', 'ETH'])
  const prizes = random.pick(prizeLists)
  const amount = sumOf({ prizes, token })
  const entriesUntil = now + (1 + random.int(10)) * day
  const isOnChain = random.chance(0.5)
  const quest: Quest = {
    ...posted,
    ...{ token, amount, places: 1, reward: `${amount} ${token}`, deadline: entriesUntil },
    sums: { promised: toLedger(amount), released: 0n, refunded: 0n },
    deposit: isOnChain ? depositOf(amount, decimalsOf(token), random.chance(0.3) ? person(2) : null) : null,
    contest: {
      prizes,
      entriesUntil,
      decideUntil: entriesUntil + (1 + random.int(10)) * day,
      maxEntries: random.pick([3, 40, 300]),
      sealed: random.chance(0.5),
      rankBy: random.chance(0.4) ? 'votes' : 'giver',
      ...{ entries: 0, ranking: null, counted: null, disputeEndsAt: null, payout: null, decided: null },
    },
  }
  const fair: Fair = {
    random,
    ...{
      quest,
      now,
      wallets,
      contract: isOnChain ? { state: 'free', round: 0 } : null,
      payees: nothingKnown.payees,
    },
    books: createBooks(),
    arbiter: random.chance(0.8) ? person(1) : null,
    entries: new Map(),
    ballots: new Map(),
    quorum: random.pick([0, 20, 60]),
    seen: new Set(),
  }
  happen(fair, quest, { kind: isOnChain ? 'funded' : 'posted' }, quest.giver)
  return fair
}

function rulesOf({ arbiter, now, random }: Fair): Rules {
  return {
    now,
    ...{ acceptMs: 30 * day, idleMs: 3 * day, reviewWindowMs: 2 * day, disputeMs: 14 * day, arbiter },
    pointsFor: random.chance(0.5) ? 'recorded' : 'proved',
    ...{ mostHeld: 100, mostWithdrawn: 100, mostApplied: 100, ladder: [] },
  }
}

export function visit(fair: Fair): void {
  const { random, quest } = fair
  const roll = random.int(100)
  if (roll < 12) fair.now += random.pick([hour, hour, day, 2 * day])
  else if (roll < 50) enterOrLeave(fair)
  else if (roll < 58) hideOrErase(fair)
  else if (roll < 63) vote(fair)
  else if (roll < 72) ask(fair, rankingBy(fair, random.chance(0.9) ? quest.giver : random.pick(fair.wallets)))
  else if (roll < 80)
    ask(fair, {
      kind: 'dispute-ranking',
      by: random.pick(fair.wallets.slice(0, 40)),
      reason: 'Mine opens it.',
    })
  else if (roll < 84) ask(fair, judgement(fair))
  else if (roll < 92) runClock(fair)
  else if (roll < 97) useContract(fair)
  else meddle(fair)
}

function enterOrLeave(fair: Fair): void {
  const { entries, random, now } = fair
  const by = random.pick(random.chance(0.8) ? fair.wallets.slice(0, 40) : fair.wallets)
  const contest = fair.quest.contest
  if (contest === null) return
  const isOpen = contest.decided === null && now < contest.entriesUntil
  const isCalledBack = fair.quest.deposit?.noticeEndsAt != null
  if (entries.has(by) && random.chance(0.2)) {
    if (isOpen) drop(fair, by)
    return
  }
  const again = entries.has(by)
  const entering = { by, via: null, again, accountEntered: false }
  const known = { ...nothingKnown, applicant: newcomer }
  const isTaken = !isRefused(() => requireMayEnter(fair.quest, entering, rulesOf(fair), known))
  expect(isTaken).toBe(isOpen && (again || (contest.entries < contest.maxEntries && !isCalledBack)))
  if (!isTaken || again) return
  entries.set(by, {
    farmer: by,
    account: null,
    at: now,
    hidden: false,
    prize: null,
    part: null,
    outcome: null,
    votes: 0,
  })
  count(fair, 1)
}

/** While members may; an attacker's wallets have no power, whatever they say. */
function vote({ ballots, entries, now, quest, random }: Fair): void {
  const { contest } = quest
  if (contest?.rankBy !== 'votes' || stageOf(contest, now) !== 'ranking' || now >= contest.decideUntil) return
  const named = Array.from({ length: random.int(contest.prizes.length + 1) }, () =>
    random.pick([...entries.keys()]),
  )
  ballots.set(
    random.pick(members).address,
    named.filter(farmer => farmer !== undefined),
  )
}

function countedIn({ ballots, quorum }: Pick<Fair, 'ballots' | 'quorum'>): Counted {
  const powerOf = (some: typeof members) => some.reduce((sum, { power }) => sum + power, 0)
  const voting = members.filter(({ address }) => ballots.has(address))
  return { ballots: ballots.size, cast: powerOf(voting), total: powerOf(members), quorum }
}

function knownIn({ ballots, entries, payees, quorum }: Fair) {
  const powerFor = (farmer: Address) =>
    members.reduce((sum, { address, power }) => sum + (ballots.get(address)?.includes(farmer) ? power : 0), 0)
  const counted = [...entries.values()].map(entry => ({ ...entry, votes: powerFor(entry.farmer) }))
  return {
    ...nothingKnown,
    entries: counted.sort((a, b) => a.at - b.at),
    ballots: countedIn({ ballots, quorum }),
    payees,
  }
}

function hideOrErase(fair: Fair): void {
  const entry = fair.random.pick([...fair.entries.values()])
  if (entry === undefined) return
  if (fair.random.chance(0.5)) fair.entries.set(entry.farmer, { ...entry, hidden: !entry.hidden })
  // Somebody with a ranked entry cannot leave before it is decided.
  else if (entry.outcome === null && entry.prize === null && entry.part === null) drop(fair, entry.farmer)
}

function drop(fair: Fair, farmer: Address): void {
  fair.entries.delete(farmer)
  count(fair, -1)
}

function count(fair: Fair, more: number): void {
  const { contest } = fair.quest
  if (contest !== null)
    fair.quest = { ...fair.quest, contest: { ...contest, entries: contest.entries + more } }
}

/** Some rankings are wrong: those have to be refused. */
function rankingOf({ entries, quest, random }: Fair): Ranking {
  const there = [...entries.values()].filter(({ hidden }) => !hidden || random.chance(0.05))
  const winners: Ranking['winners'][number][] = []
  const returned: Ranking['returned'][number][] = []
  for (const [index] of (quest.contest?.prizes ?? []).entries()) {
    const prize = index + 1
    if (random.chance(0.02)) continue
    const left = there.filter(({ farmer }) => !winners.some(winner => winner.farmer === farmer))
    const shared = left.slice(0, random.pick([0, 1, 1, 1, 2, 7]))
    winners.push(...shared.map(({ farmer }) => ({ farmer, prize, word: null })))
    if (shared.length === 0) returned.push({ prize, reason: 'None opens the gate.' })
  }
  return { winners, returned }
}

const rankingBy = (fair: Fair, by: Address): Command => ({ kind: 'rank', by, ...rankingOf(fair) })

function judgement(fair: Fair): Command {
  const { arbiter, random, quest } = fair
  const by = arbiter !== null && random.chance(0.9) ? arbiter : quest.giver
  return {
    ...{ kind: 'resolve-ranking', by, reason: 'I have opened them all.' },
    ranking: random.chance(0.5) ? null : rankingOf(fair),
  }
}

function runClock(fair: Fair): void {
  ask(fair, { kind: 'decide-contest', by: null })
  const { deadline } = fair.quest
  if (deadline !== null && deadline <= fair.now && !fair.seen.has('deadline-passed'))
    ask(fair, { kind: 'deadline', by: null })
}

/** Deeds of the contract are told once, twice, or later; its state goes on without the service. */
function useContract(fair: Fair): void {
  const { contract, quest, random } = fair
  if (contract !== null) for (const event of callsFor(contract, quest, random, fair.now)) learn(fair, event)
}

function endByContract(fair: Fair): void {
  const { contract, quest } = fair
  if (contract !== null) for (const event of onceSilent(contract, quest, fair.now)) learn(fair, event)
}

/** An event that is lost is found in the contract's state: it is asked for until it is written. */
function learn(fair: Fair, event: ChainHappening): void {
  const before = fair.quest
  for (let tries = 0; tries < 20 && fair.quest === before; tries++)
    ask(fair, { kind: 'reconcile', by: null, event })
}

/** Actions of quests with places, and of people without a part. */
function meddle(fair: Fair): void {
  const { entries, quest, random } = fair
  const by = random.pick(fair.wallets)
  const isOver = quest.contest?.decided !== null
  const command = random.pick<Command>([
    { kind: 'accept', by, note: null },
    { kind: 'complete', by: quest.giver },
    { kind: 'cancel', by: quest.giver },
    { kind: 'set-status', by: quest.giver, status: 'in-progress' },
    { kind: 'approve', by: quest.giver, farmer: by },
  ])
  const before = fair.quest
  ask(fair, command)
  const mayCancel = command.kind === 'cancel' && entries.size === 0
  if (!isOver && !mayCancel) expect(fair.quest).toBe(before)
}

/** As the service does: all that follows is written at once, or nothing; a second process may ask the same. */
function ask(fair: Fair, command: Command): void {
  const { quest, random } = fair
  const rules = rulesOf(fair)
  const known = knownIn(fair)
  try {
    const steps = decide(quest, command, rules, known)
    // The process ends before it is written.
    if (random.chance(0.1)) return
    for (const { before, event } of steps) happen(fair, before, event, command.by)
    fair.quest = steps.at(-1)?.after ?? quest
    requireSound(fair)
    // The job that passes deadlines finds open quests alone, and locks them.
    if (!isToldOnce(command) && random.chance(0.3)) expect(isRefusedOrNothing(fair, command)).toBe(true)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** The log of the chain tells each return once; what is compared with the contract's state is its number. */
function isToldOnce(command: Command): boolean {
  return command.kind === 'deadline' || (command.kind === 'reconcile' && command.event.kind === 'return')
}

/** The same once more, by a second process or a second click. */
function isRefusedOrNothing(fair: Fair, command: Command): boolean {
  const known = knownIn(fair)
  let events = 0
  const refused = isRefused(() => {
    events = decide(fair.quest, command, rulesOf(fair), known).length
  })
  return refused || events === 0
}

function happen(fair: Fair, before: Quest, event: QuestEvent, actor: Address | null): void {
  fair.seen.add(seenAs(event))
  if (event.kind === 'released') requireTimely(fair, before)
  enter(fair.books, effectsOf(before, event, rulesOf(fair), actor))
  if (event.kind === 'ranked') {
    requireRanker(fair, event.rankedBy)
    for (const [farmer, entry] of fair.entries) {
      const prize = event.ranking.find(winner => winner.farmer === farmer)?.prize ?? null
      fair.entries.set(farmer, { ...entry, prize })
    }
  }
  if (event.kind === 'payout-begun') {
    fair.payees = prizePayeesOf(before, event.prizesBack, event.parts)
    for (const { farmer, part } of event.parts) {
      const entry = fair.entries.get(farmer)
      if (entry === undefined || entry.hidden) throw new Error(`a part for ${farmer}, who has no entry`)
      fair.entries.set(farmer, { ...entry, part })
    }
  }
  if (event.kind !== 'contest-decided') return
  for (const [farmer, entry] of fair.entries) {
    const isPaid = event.paidTo.includes(farmer)
    // Parts that are fixed on chain stay, whatever is hidden later.
    if (isPaid && entry.hidden && entry.part === null)
      throw new Error(`the entry of ${farmer} is hidden, and paid`)
    if (!isPaid && !event.others.includes(farmer)) throw new Error(`the entry of ${farmer} has no end`)
    fair.entries.set(farmer, { ...entry, outcome: isPaid ? 'won' : 'not-won' })
  }
}

function seenAs(event: QuestEvent): string {
  if (event.kind === 'contest-decided') return `${event.kind} ${event.decided}`
  if (event.kind === 'payout-begun') return `${event.kind} ${event.decided}`
  return event.kind === 'ranked' ? `${event.kind} by ${event.rankedBy}` : event.kind
}

/** The giver where they said so, and members at the end of their time alone, with a quorum. */
function requireRanker(fair: Fair, by: 'giver' | 'arbiter' | 'members'): void {
  const { contest } = fair.quest
  const { cast, total, quorum } = countedIn(fair)
  const isTheirs = contest?.rankBy === 'votes' && fair.now >= contest.decideUntil
  if (by === 'giver' && contest?.rankBy !== 'giver') throw new Error('the giver ranks instead of the members')
  if (by === 'members' && !(isTheirs && cast > 0 && cast * 100 >= quorum * total))
    throw new Error('members rank too early, or too few of them')
}

/** Nobody is paid before the ranking could be disputed, or before the giver's time is over, unless the arbiter decides. */
function requireTimely({ now }: Fair, { contest }: Quest): void {
  const because = contest?.decided?.because
  if (because === 'resolved') return
  const { ranking, decideUntil = Number.POSITIVE_INFINITY } = contest ?? {}
  const soonest = because === 'silence' ? decideUntil : (ranking?.endsAt ?? Number.POSITIVE_INFINITY)
  if (now < soonest) throw new Error(`paid at ${now}, before ${soonest}`)
}

/** To the unit: what is paid, refunded and held is what was promised; and a prize is paid once, and counts for nothing. */
function requireSound({ books, quest }: Fair): void {
  const { promised, released, refunded } = quest.sums
  expect(promised).toBe(toLedger(quest.amount))
  expect(books.held.get(quest.id)).toBe(promised - released - refunded)
  const ended = [...quest.work.values()].filter(isEnded)
  expect(ended.reduce((sum, { paid }) => sum + toLedger(paid ?? '0'), 0n)).toBe(released)
  for (const { because, paid, worth } of ended.map(place => ({ ...place, because: place.ending?.because }))) {
    if (paid === null) continue
    expect(worth?.counts).toBe(false)
    const decimals = decimalsOf(quest.token)
    const unit = toLedger(fromUnits(1n, decimals))
    const isNothing = toLedger(paid) === 0n && because !== 'split'
    if (toLedger(paid) % unit !== 0n || isNothing) throw new Error(`${paid} ${quest.token} cannot be paid`)
  }
  // Without a winner the contract is closed, and its giver takes the prizes back with a wallet.
  const isLeft = quest.deposit !== null && quest.work.size === 0 && released + refunded === 0n
  if (quest.contest?.decided !== null && !isLeft && promised !== released + refunded)
    throw new Error('a decided contest holds money')
}

/** Everybody goes silent: it is decided by itself, and every entry has an end. */
export function requireDecided(fair: Fair): void {
  for (let passed = 0; passed < 60 && fair.quest.contest?.decided === null; passed++) {
    for (let round = 0; round < 10; round++) {
      runClock(fair)
      endByContract(fair)
    }
    fair.now += day
  }
  for (let round = 0; round < 10; round++) endByContract(fair)
  const { contest, sums } = fair.quest
  if (sums.promised !== sums.released + sums.refunded) throw new Error('money is left when all is over')
  if (contest === null || contest.decided === null || contestDueAt(contest) !== null)
    throw new Error('the contest never ends')
  expect(['completed', 'cancelled']).toContain(statusOf(fair.quest, fair.now))
  for (const { farmer, outcome } of fair.entries.values())
    if (outcome === null) throw new Error(`the entry of ${farmer} never ends`)
  expect([...fair.books.counting.values()].filter(count => count !== 0)).toEqual([])
  requireSound(fair)
}
