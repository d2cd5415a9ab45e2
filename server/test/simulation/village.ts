import { type Address, toAddress } from '../../src/ground/address.ts'
import { day } from '../../src/ground/clock.ts'
import type { Command } from '../../src/rules/lifecycle/commands/all.ts'
import { decide, type Step } from '../../src/rules/lifecycle/decide.ts'
import { effectsOf } from '../../src/rules/lifecycle/effects.ts'
import type { QuestEvent } from '../../src/rules/lifecycle/events/all.ts'
import { evolve, stamp } from '../../src/rules/lifecycle/evolve.ts'
import type { Quest } from '../../src/rules/lifecycle/quest.ts'
import { Refusal } from '../../src/rules/lifecycle/refusal.ts'
import { type Known, nothingKnown, type Rules } from '../../src/rules/lifecycle/rules.ts'
import type { Companion } from './backers.ts'
import { type Books, createBooks, enter } from './books.ts'
import { type Chain, createChain } from './chain.ts'
import { requireFairNotices, requireLawful, requireSoundQuest } from './laws.ts'
import { createRandom, type Random } from './random.ts'

/** A whole village in memory: its people, its code host, its chain, and time. One seed decides all that happens in it. */
export type Village = {
  readonly random: Random
  readonly givers: readonly Address[]
  readonly farmers: readonly Address[]
  readonly arbiter: Address | null
  readonly quests: Map<string, Quest>
  /** The part of a plan before each quest that has one. */
  readonly plans: Map<string, string>
  /** The quest that each companion adds to. */
  readonly companions: Map<string, Companion>
  /** Work that was handed in, by quest and farmer. */
  readonly handedIn: Set<string>
  /** Parts of companions that were disputed, by companion and farmer. */
  readonly objected: Set<string>
  readonly books: Books
  /** null where promises are kept in the ledger. */
  readonly chain: Chain | null
  /** The merges of each farmer, by the quest; whether they stand; and the code host's answer when it can be asked. */
  readonly merges: Map<string, 'stands' | 'broken'>
  readonly reviewed: Set<string>
  readonly accounts: Map<Address, string>
  now: number
  isHostUp: boolean
  /** Decisions are lost before they are written, as if the process had ended there. */
  crashes: boolean
  steps: number
  /** The kinds of events so far: stories in which little happens prove little. */
  readonly seen: Set<string>
}

const person = (index: number) => toAddress(`0x${String(index).padStart(40, '0')}`)

export function createVillage(seed: number): Village {
  const random = createRandom(seed)
  return {
    random,
    givers: [11, 12].map(person),
    farmers: [21, 22, 23, 24].map(person),
    arbiter: random.chance(0.8) ? person(1) : null,
    quests: new Map(),
    plans: new Map(),
    companions: new Map(),
    handedIn: new Set(),
    objected: new Set(),
    books: createBooks(),
    chain: random.chance(0.5) ? createChain(random.pick([1, 2, 2, 3, 3] as const)) : null,
    merges: new Map(),
    reviewed: new Set(),
    accounts: new Map(),
    now: 1_000 * day,
    isHostUp: true,
    crashes: false,
    steps: 0,
    seen: new Set(),
  }
}

export function rulesOf({ now, arbiter }: Village): Rules {
  const pointsFor = arbiter === null ? 'recorded' : 'proved'
  const most = { mostHeld: 100, mostWithdrawn: 100, mostApplied: 100, ladder: [] }
  return {
    now,
    acceptMs: 30 * day,
    idleMs: 3 * day,
    reviewWindowMs: 2 * day,
    disputeMs: 14 * day,
    arbiter,
    pointsFor,
    ...most,
  }
}

/** The outcome of a command: `refused` by the rules, `lost` in a crash, or done, with so many events. */
export type Answer = 'refused' | 'lost' | number

/** Gives a command to a quest, as the service does: decides, and writes all that follows at once, or nothing. */
export function ask(
  village: Village,
  questId: string,
  command: Command,
  known: Known = nothingKnown,
): Answer {
  village.steps++
  const quest = village.quests.get(questId)
  if (quest === undefined) return 'refused'
  const rules = rulesOf(village)
  let steps: readonly Step[]
  try {
    steps = decide(quest, command, rules, known)
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    throw error
  }
  if (village.crashes && village.random.chance(0.3)) return 'lost'
  for (const { before, event } of steps) happen(village, before, event, rules, command.by)
  const after = steps.length === 0 ? quest : stamp(steps.at(-1)?.after ?? quest, rules.now)
  village.quests.set(questId, after)
  requireSoundQuest(village, after)
  return steps.length
}

/** Posts a quest, whose promise is booked at once where there is no chain. */
export function post(village: Village, quest: Quest): void {
  village.steps++
  village.quests.set(quest.id, happen(village, quest, { kind: 'posted' }, rulesOf(village), quest.giver))
}

function happen(
  village: Village,
  before: Quest,
  event: QuestEvent,
  rules: Rules,
  actor: Address | null,
): Quest {
  requireLawful(before, event, rules)
  const why = 'because' in event ? event.because : 'by' in event ? event.by : ''
  village.seen.add(`${village.chain === null ? 'ledger' : 'chain'}: ${event.kind} ${why}`.trim())
  noteHandIn(village, before, event)
  const effects = effectsOf(before, event, rules, actor)
  requireFairNotices(event, effects.notices, actor)
  enter(village.books, effects)
  for (const call of effects.owed) village.chain?.owe(before, call)
  for (const call of effects.dropped) village.chain?.drop(before, call)
  return evolve(before, event, rules.now)
}

function noteHandIn({ handedIn, objected }: Village, { id }: Quest, event: QuestEvent): void {
  if (!('farmer' in event)) return
  const key = `${id} ${event.farmer}`
  if (event.kind === 'submitted' || event.kind === 'merged') handedIn.add(key)
  if (event.kind === 'objected') objected.add(key)
  if (event.kind === 'place-cancelled') objected.delete(key)
  if (event.kind === 'returned' || event.kind === 'accepted') handedIn.delete(key)
}
