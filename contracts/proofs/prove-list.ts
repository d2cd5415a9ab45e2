import { Bytes } from './bytes.ts'
import { canFail } from './claims.ts'
import type { Input } from './inputs.ts'
import { same } from './logic.ts'
import { another, copy, type Ending, type Machine, type State } from './machine.ts'
import { make } from './make.ts'
import type { Solver } from './solver.ts'
import type { Sums } from './sums.ts'
import { any, isKnown, known, type Word, zero } from './words.ts'

/** A list's function, as it is begun anew for each part of its proof. */
export type ListCall = {
  readonly machine: () => Machine
  readonly input: Input
  readonly sums: Sums
  readonly solver: Solver
  readonly conditions: readonly Word[]
  readonly value: Word
  /** The token of what is paid in for the whole list; null where nothing is. */
  readonly token: Word | null
}

/** Memory that one turn may take, in words. What is in it before is anything. */
const room = 128

/**
 * A list of any length, by induction: nothing happens before its loop; one turn, from any state of the contract, of any element
 * and with any memory, keeps the claims; and after the loop no deposit changes, and what the turns counted comes in.
 */
export async function proveList(call: ListCall): Promise<string[]> {
  const { entered, now } = await findLoop(call)
  const changing = new Set(
    [...entered.stack.keys()].filter(place => entered.stack[place] !== now.stack[place]),
  )
  for (;;) {
    const size = changing.size
    const broken = [
      ...(await checkBefore(call, entered, changing)),
      ...(await checkTurns(call, entered, changing)),
    ]
    if (changing.size === size) return [...new Set(broken)]
  }
}

/** The place to which each turn comes back, with the state at the first turn, and at the second. */
async function findLoop({ conditions, input, machine }: ListCall): Promise<{ entered: State; now: State }> {
  const first = machine()
  first.watched = input.length
  let found: { entered: State; now: State } | null = null
  await first.run(conditions, async ending => {
    if (ending.loop && ending.entered) found = { entered: ending.loop, now: ending.entered }
    return found !== null
  })
  if (found === null) throw new Error('no loop was found')
  return found
}

/** All ways to the loop are as the one that was found, and have done nothing. */
async function checkBefore(
  { conditions, machine, solver, token, value }: ListCall,
  entered: State,
  changing: Set<number>,
): Promise<string[]> {
  const broken = new Set<string>()
  const toLoop = machine()
  toLoop.stopsAt = entered.at
  await toLoop.run(conditions, async ending => {
    const { at, path, sent, store } = ending
    const isIdle = sent.length === 0 && store.changed().length === 0
    if (at !== entered.at || !isIdle) broken.add('something happens before the list, or without it')
    compare(ending, entered, changing)
    const isBegun = [...changing].every(place => isBeginning(ending.stack[place]))
    if (!isBegun) broken.add('the list does not begin with its first element and nothing counted')
    if (token === null && (await canFail(same(value, zero), path, solver)))
      broken.add('coins come with a call that takes none')
    return false
  })
  if (toLoop.endings === 0) broken.add('no way comes to the list')
  return [...broken]
}

const isBeginning = (word: Word | undefined) => isKnown(word) && word.value === 0n

/** One turn from any state, and the end after the last. */
async function checkTurns(call: ListCall, entered: State, changing: Set<number>): Promise<string[]> {
  const { machine, solver, sums, token, value } = call
  const turns = machine()
  turns.stopsAt = entered.at
  const from = anyTurn(call, entered, changing)
  const most = freeMemory(from.memory) + 32 * (room - 32)
  const endings: Ending[] = []
  await turns.goOn(from, async ending => {
    endings.push(ending)
    return false
  })
  const again = endings.filter(({ at }) => at === entered.at)
  for (const ending of again) {
    compare(ending, entered, changing)
    if (freeMemory(ending.memory) > most) throw new Error('a turn takes much memory')
  }
  const broken = new Set<string>(again.length === 0 ? ['no turn ends, so nothing was looked at'] : [])
  const counter = counterOf(call, from, changing)
  for (const ending of endings) {
    const { [counter ?? -1]: before = zero } = from.stack
    const { [counter ?? -1]: after = zero } = ending.stack
    const failed = again.includes(ending)
      ? await sums.broken(ending, solver, zero, make('sub', after, before))
      : await sums.brokenAfter(ending, solver, token ? value : zero, token ?? zero, before)
    for (const claim of failed) broken.add(claim)
    if (broken.size > 0) break
  }
  return [...broken]
}

/** The place of the sum that turns count, beside the number of the element; null where they count none. */
function counterOf({ input }: ListCall, from: State, changing: Set<number>): number | null {
  const counters = [...changing].filter(place => from.stack[place] !== input.index())
  if (counters.length > 1) throw new Error('a turn counts more than one sum')
  return counters[0] ?? null
}

/** The state at the loop with anything in the words that turns change, in memory and in storage. */
function anyTurn({ conditions, machine }: ListCall, entered: State, changing: Set<number>): State {
  const begun = machine().begin(conditions)
  const memory = new Bytes()
  const free = freeMemory(entered.memory)
  for (let at = 0; at < free + 32 * room; at += 32) memory.write(at, any(`memory at ${at}`))
  memory.write(0x40, known(free))
  memory.write(0x60, zero)
  const stack = entered.stack.map((word, place) => (changing.has(place) ? any(`turn ${place}`) : word))
  // The place itself does nothing, and to come to it again ends the turn.
  return {
    ...copy(begun),
    ...{ at: entered.at + 1, stack, memory, passing: new Map(entered.passing) },
    answerSize: another('size'),
  }
}

function freeMemory(memory: Bytes): number {
  const pointer = memory.read(0x40)
  if (!isKnown(pointer)) throw new Error('nobody knows where memory is free')
  return Number(pointer.value)
}

/** Learns of other words that turns change. @throws Error where anything else is different. */
function compare(ending: Ending, entered: State, changing: Set<number>): void {
  const { passing, stack } = ending
  const slots = new Set([...passing.keys(), ...entered.passing.keys()])
  const isSame = [...slots].every(slot => passing.get(slot) === entered.passing.get(slot))
  if (stack.length !== entered.stack.length || !isSame) throw new Error('a turn ends other than it began')
  for (const [place, word] of stack.entries()) if (word !== entered.stack[place]) changing.add(place)
}
