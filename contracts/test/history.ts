import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { expect } from 'vitest'
import { type ActionArgs, native, type World } from './escrow.ts'
import { type Model, play, type Step, type Work } from './model.ts'
import { type Action, day } from './terms.ts'

/** Three deposits, and people's attempts with them. */
export type History = { deposits: Terms[]; attempts: Attempt[] }
type Terms = { inToken: boolean; amountEach: bigint; slots: number }
type Attempt = {
  /** Null for an action that fits the state of the work. */
  action: Action | null
  pick: number
  /** One of the people, or null for a permitted caller. */
  caller: number | null
  deposit: number
  farmer: number
  flag: boolean
  days: number
}
type Quest = Terms & { giver: Address; quest: Hex; escrow: Hex; token: Address }

const actions = [
  'fund',
  'propose',
  'approve',
  'dispute',
  'resolve',
  'settle',
  'release',
  'close',
  'refund',
] as const
/** Actions that may lead on from a state, so that most histories get somewhere. */
const fitting = {
  Proposed: ['dispute', 'dispute', 'dispute', 'release', 'approve', 'propose'],
  Disputed: ['resolve', 'resolve', 'settle', 'settle', 'approve', 'propose', 'release'],
  Released: actions,
  Refunded: actions,
} as const satisfies Record<Work['state'], readonly Action[]>

const terms = fc.record({
  inToken: fc.boolean(),
  amountEach: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  slots: fc.integer({ min: 1, max: 3 }),
})
const attempt: fc.Arbitrary<Attempt> = fc.record({
  action: fc.option(fc.constantFrom(...actions), { freq: 2 }),
  pick: fc.nat(100),
  caller: fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: fc.nat(6), weight: 1 }),
  deposit: fc.nat(2),
  farmer: fc.nat(2),
  flag: fc.boolean(),
  days: fc.oneof(
    { arbitrary: fc.constant(0), weight: 6 },
    { arbitrary: fc.constantFrom(1, 2, 14, 14, 30), weight: 4 },
  ),
})
export const history: fc.Arbitrary<History> = fc.record({
  deposits: fc.array(terms, { minLength: 3, maxLength: 3 }),
  attempts: fc.array(attempt, { minLength: 20, maxLength: 50, size: 'max' }),
})

export type Told = Awaited<ReturnType<typeof tell>>

/** Plays a history on the chain and in the model; each answer must be the same. */
export async function tell(world: World, { deposits, attempts }: History) {
  const { act, arbiter, operator, people } = world
  const model: Model = { operator, arbiter, deposits: new Map(), works: new Map(), moved: new Map() }
  const events: Awaited<ReturnType<World['act']>>['events'] = []
  const quests = await Promise.all(deposits.map((terms, i) => newQuest(world, terms, i)))

  for (const quest of quests) {
    const outcome = await fund(world, quest)
    expect(outcome.error).toBeNull()
    events.push(...outcome.events)
    open(model, quest, world.now())
  }
  for (const { deposit, farmer, flag, days, ...tried } of attempts) {
    const quest = quests[deposit]
    const to = [world.farmer, world.otherFarmer, world.otherGiver][farmer]
    if (!quest || !to) throw new Error('This history has an unknown quest or farmer.')
    const action = tried.action ?? fittingAction(model.works.get(`${quest.escrow} ${to}`), tried.pick)
    world.wait(BigInt(days) * day)
    const from = (tried.caller !== null && people[tried.caller]) || whoMay(action, world, quest)
    const step: Step = { action, caller: from, escrow: quest.escrow, farmer: to, flag, at: world.now() + 1n }
    const answer = action === 'fund' ? 'AlreadyFunded' : play(model, step)
    const outcome = await (action === 'fund' ? fund(world, quest) : act(from, action, argsOf(step)))
    expect(outcome.error, `${action} by ${from}`).toBe(answer)
    events.push(...outcome.events)
  }
  return { model, quests, events }
}

function fittingAction(work: Work | undefined, pick: number): Action {
  const choice: readonly Action[] = work ? fitting[work.state] : ['propose']
  return choice[pick % choice.length] ?? 'propose'
}

/** The third quest belongs to another giver, who is one of the farmers too. */
async function newQuest(world: World, terms: Terms, index: number): Promise<Quest> {
  const giver = index === 2 ? world.otherGiver : world.giver
  const quest = world.newQuest()
  const escrow = await world.escrowOf(giver, quest)
  return { ...terms, giver, quest, escrow, token: terms.inToken ? world.token : native }
}

function fund(world: World, { giver, quest, token, amountEach, slots }: Quest) {
  const value = token === native ? amountEach * BigInt(slots) : 0n
  return world.act(giver, 'fund', [quest, token, amountEach, slots], value)
}

function open({ deposits, moved }: Model, { giver, escrow, token, amountEach, slots }: Quest, at: bigint) {
  deposits.set(escrow, { giver, token, amountEach, fundedAt: at, free: slots, held: slots, closed: false })
  const key = `${token} ${giver}` as const
  moved.set(key, (moved.get(key) ?? 0n) - amountEach * BigInt(slots))
}

function whoMay(action: Action, { arbiter, operator, stranger }: World, { giver }: Quest): Address {
  if (action === 'propose' || action === 'close') return operator
  if (action === 'resolve') return arbiter
  return action === 'settle' || action === 'release' ? stranger : giver
}

function argsOf({ action, escrow, farmer, flag }: Step): ActionArgs<Exclude<Action, 'fund'>> {
  if (action === 'close' || action === 'refund') return [escrow]
  return action === 'propose' || action === 'resolve' ? [escrow, farmer, flag] : [escrow, farmer]
}
