import { type Address, toAddress } from '../../src/ground/address.ts'
import { day } from '../../src/ground/clock.ts'
import type { Ladder } from '../../src/ground/ladder.ts'
import type { Command } from '../../src/rules/lifecycle/commands/all.ts'
import { conditionsOf, isNewcomer } from '../../src/rules/lifecycle/conditions.ts'
import { decide } from '../../src/rules/lifecycle/decide.ts'
import { newcomer } from '../../src/rules/lifecycle/ladder.ts'
import { isLive, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { Refusal } from '../../src/rules/lifecycle/refusal.ts'
import { type Applicant, type Known, nothingKnown, type Rules } from '../../src/rules/lifecycle/rules.ts'
import { countFree } from '../../src/rules/lifecycle/status.ts'
import { posted, rulesAt } from '../told-quest.ts'
import { createRandom, type Random } from './random.ts'

const ladder: Ladder = [
  { finished: 0, places: 1 },
  { finished: 1, places: 3 },
  { finished: 5, places: 10 },
]
const giver = posted.giver

type Kind = 'sybil' | 'honest' | 'veteran'
/** A person at the code host: sybils prove one account with one wallet after the other, and never finish anything. */
type Person = { readonly account: string; readonly kind: Kind; wallet: Address; finished: number }
type Place = { readonly quest: string; readonly wallet: Address; readonly account: string; newcomer: boolean }

/** 300 proved accounts of one attacker, honest people who begin with nothing, others who have finished much, and quests that keep
 * places for beginners. */
export type Crowd = {
  readonly random: Random
  readonly people: readonly Person[]
  readonly quests: Map<string, Quest>
  /** Those that are not over, and those whose quest paid them. */
  readonly places: Place[]
  readonly done: Place[]
  wallets: number
  now: number
  /** How often each of these was met: a crowd that nobody refuses proves nothing. */
  readonly met: { full: number; kept: number; firstKept: number; moved: number }
}

export const sybils = 300

export function createCrowd(seed: number): Crowd {
  const random = createRandom(seed)
  const crowd: Crowd = {
    random,
    people: [],
    quests: new Map(),
    places: [],
    done: [],
    wallets: 0,
    now: day,
    met: { full: 0, kept: 0, firstKept: 0, moved: 0 },
  }
  const person = (kind: Kind, index: number): Person => ({
    ...{ account: `${kind} ${index}`, kind, wallet: nextWallet(crowd), finished: kind === 'veteran' ? 5 : 0 },
  })
  const people = [
    ...Array.from({ length: sybils }, (_, index) => person('sybil', index)),
    ...Array.from({ length: 40 }, (_, index) => person('honest', index)),
    ...Array.from({ length: 20 }, (_, index) => person('veteran', index)),
  ]
  Object.assign(crowd, { people })
  for (let index = 0; index < 60; index++) {
    const conditions = random.chance(0.6) ? JSON.stringify({ newcomers: 1 + random.int(3) }) : null
    const id = `quest-${index}`
    crowd.quests.set(id, { ...posted, id, places: 4 + random.int(12), conditions })
  }
  return crowd
}

function nextWallet(crowd: Crowd): Address {
  crowd.wallets++
  return toAddress(`0x${(crowd.wallets + 1_000).toString(16).padStart(40, '0')}`)
}

/** One thing that somebody does. @throws Error where a law is broken. */
export function act(crowd: Crowd): void {
  const { random, people } = crowd
  crowd.now += 1_000
  const kind = random.pick(['sybil', 'honest', 'veteran'] as const)
  const person = random.pick(people.filter(one => one.kind === kind))
  const quest = random.pick([...crowd.quests.values()])
  const roll = random.int(100)
  if (roll < 70) take(crowd, person, quest)
  else if (roll < 80) leave(crowd, person)
  else if (roll < 90) finish(crowd, person)
  else if (person.kind === 'sybil') {
    person.wallet = nextWallet(crowd)
    crowd.met.moved++
  }
  requireLaws(crowd, person, crowd.quests.get(quest.id) ?? quest)
}

function take(crowd: Crowd, person: Person, quest: Quest): void {
  const known = knownOf(crowd, person, quest)
  const applicant = known.applicant as Applicant
  const kept = keptIn(quest, known)
  const isFirst = person.kind === 'honest' && applicant.atWork === 0 && isNewcomer(applicant)
  const has = crowd.places.some(place => place.quest === quest.id && place.wallet === person.wallet)
  const mustTake = isFirst && kept > 0 && countFree(quest) > 0 && !has
  try {
    give(crowd, quest, { kind: 'accept', by: person.wallet }, known)
    const { id } = quest
    const isNew = conditionsOf(quest).newcomers !== undefined && isNewcomer(applicant)
    crowd.places.push({ quest: id, wallet: person.wallet, account: person.account, newcomer: isNew })
    if (mustTake) crowd.met.firstKept++
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (mustTake) throw new Error(`a newcomer was refused a kept place: ${error.message}`)
    if (error.code === 'places-used-up') crowd.met.full++
    if (error.code === 'kept-for-newcomers') crowd.met.kept++
  }
}

function leave(crowd: Crowd, { account }: Person): void {
  const place = crowd.places.find(place => place.account === account)
  const quest = place && crowd.quests.get(place.quest)
  if (place === undefined || quest === undefined) return
  give(crowd, quest, { kind: 'withdraw', by: place.wallet }, nothingKnown)
  crowd.places.splice(crowd.places.indexOf(place), 1)
}

/** Honest work is handed in and approved; a sybil's never is. */
function finish(crowd: Crowd, person: Person): void {
  const place = crowd.places.find(({ account }) => account === person.account)
  const quest = place && crowd.quests.get(place.quest)
  if (person.kind === 'sybil' || place === undefined || quest === undefined) return
  const submitted = give(
    crowd,
    quest,
    { kind: 'submit', by: place.wallet, url: null, note: 'done' },
    nothingKnown,
  )
  give(crowd, submitted, { kind: 'approve', by: giver, farmer: place.wallet }, nothingKnown)
  crowd.places.splice(crowd.places.indexOf(place), 1)
  crowd.done.push(place)
  person.finished++
}

function rulesOf({ now }: Crowd): Rules {
  return { ...rulesAt(0), now, ladder, mostHeld: 1_000, mostWithdrawn: 1_000 }
}

function give(crowd: Crowd, quest: Quest, command: Command, known: Known): Quest {
  const after = decide(quest, command, rulesOf(crowd), known).at(-1)?.after ?? quest
  crowd.quests.set(quest.id, after)
  return after
}

/** As the service counts it: of the account with any wallet, and of the wallet with any account. */
function knownOf({ places, done }: Crowd, { account, wallet, finished }: Person, { id }: Quest): Known {
  const atWork = places.filter(place => place.account === account || place.wallet === wallet).length
  const newcomersHere = [...places, ...done].filter(place => place.quest === id && place.newcomer).length
  const applicant: Applicant = {
    ...newcomer,
    ...{ account, atWork, finished, completed: finished, accountFinished: finished > 0 },
  }
  return { ...nothingKnown, applicant, newcomersHere }
}

function keptIn(quest: Quest, { newcomersHere }: Known): number {
  return Math.max(0, (conditionsOf(quest).newcomers ?? 0) - newcomersHere)
}

function requireLaws({ places, done }: Crowd, { account, finished }: Person, quest: Quest): void {
  const held = places.filter(place => place.account.startsWith('sybil')).length
  if (held > sybils) throw new Error(`${sybils} sybils hold ${held} places`)
  const allowed = ladder.findLast(rung => rung.finished <= finished)?.places ?? 0
  const own = places.filter(place => place.account === account).length
  if (own > allowed) throw new Error(`${account} holds ${own} places, and may hold ${allowed}`)
  const here = [...places, ...done].filter(place => place.quest === quest.id)
  const others = here.filter(place => !place.newcomer).length
  const kept = conditionsOf(quest).newcomers ?? 0
  if (kept > 0 && others > Math.max(0, quest.places - kept))
    throw new Error(`${others} of ${quest.places} places went to others, and ${kept} are for newcomers`)
  if ([...quest.work.values()].filter(isLive).length > quest.places) throw new Error('too many places')
}
