import { type Hex, hexToBytes } from 'viem'
import { Bytes } from './bytes.ts'
import type { Input } from './inputs.ts'
import { bits, not, or, same } from './logic.ts'
import { make } from './make.ts'
import { type Solver, unknowns } from './solver.ts'
import { Store } from './store.ts'
import { any, codeOf, hash, isKnown, known, one, type Word, zero } from './words.ts'

/** A call that left the contract: whether it succeeded, and how many bytes it answered, of which the first word is here. */
export type Sent = {
  readonly to: Word
  readonly value: Word
  readonly input: Bytes
  readonly succeeded: Word
  readonly size: Word
  readonly answer: Word
}

/** One way through the code that ends well, or where it was told to stop: what had to be true for it, and what it did. */
export type Ending = Readonly<Pick<State, 'at' | 'stack' | 'memory' | 'passing' | 'store'>> & {
  readonly path: readonly Word[]
  readonly sent: readonly Sent[]
  /** Where it came from to the watched test, and where from the first time, if it came there twice. */
  readonly entered: State | null
  readonly loop: State | null
}

export type Around = {
  readonly address: Word
  readonly caller: Word
  readonly value: Word
  readonly time: Word
  readonly chainId: number
}

export type State = {
  at: number
  stack: Word[]
  memory: Bytes
  store: Store
  passing: Map<number, Word>
  path: Word[]
  sent: Sent[]
  answered: Bytes
  answerSize: Word
  /** An answer of any length was copied, of which the memory here knows nothing: this way has to end in a refusal. */
  isLost: boolean
  /** Where a way entered the piece of code that it is in, and those from which it came to a watched test. */
  entered: State | null
  tests: Map<number, State>
}

const two: Readonly<
  Record<number, 'add' | 'mul' | 'sub' | 'div' | 'mod' | 'lt' | 'slt' | 'eq' | 'and' | 'or' | 'xor'>
> = {
  1: 'add',
  2: 'mul',
  3: 'sub',
  4: 'div',
  6: 'mod',
  16: 'lt',
  18: 'slt',
  20: 'eq',
  22: 'and',
  23: 'or',
  24: 'xor',
}

/** A secret that nobody has to know: any word, another each time. */
let fresh = 0
export const another = (name: string) => any(`${name} ${++fresh}`)

/** The code of a contract, carried out for all inputs at once. */
export class Machine {
  readonly #code: Uint8Array
  readonly #around: Around
  readonly #solver: Solver
  readonly #input: Input
  /** A way stops where it comes to this place, or for the second time to a test of this unknown. */
  stopsAt: number | null = null
  watched: Word | null = null
  ways = 0
  endings = 0

  constructor(code: Hex, around: Around, input: Input, solver: Solver) {
    this.#code = hexToBytes(code)
    this.#around = around
    this.#input = input
    this.#solver = solver
  }

  /** Goes all ways that these conditions leave open, until somebody has seen enough of how they end. */
  run(conditions: readonly Word[], isEnough: (ending: Ending) => Promise<boolean>): Promise<void> {
    return this.goOn(this.begin(conditions), isEnough)
  }

  begin(conditions: readonly Word[]): State {
    return {
      at: 0,
      stack: [],
      memory: new Bytes(),
      store: new Store(this.#solver),
      passing: new Map(),
      path: [...conditions],
      sent: [],
      answered: new Bytes(),
      answerSize: zero,
      isLost: false,
      entered: null,
      tests: new Map(),
    }
  }

  async goOn(from: State, isEnough: (ending: Ending) => Promise<boolean>): Promise<void> {
    const open = [from]
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      this.ways++
      const next = await this.#follow(state)
      if (Array.isArray(next)) open.push(...next)
      else {
        this.endings++
        if (await isEnough(next)) return
      }
    }
  }

  /** One state until it ends, or parts in what it may be: in nothing where it is refused. */
  async #follow(state: State): Promise<State[] | Ending> {
    for (;;) {
      const op = this.#code[state.at] ?? 0
      if (op === 0x00 || op === 0xf3 || state.at === this.stopsAt) {
        if (state.isLost) throw new Error('an answer of any length was used')
        return { ...state, loop: null }
      }
      if (op === 0xfd || op === 0xfe) return []
      if (op === 0x5b && this.watched) state.entered = copy(state)
      if (op === 0x57) {
        const loop = this.#isTest(state) ? state.tests.get(state.at) : undefined
        if (loop) return { ...state, loop }
        const [target, condition] = pop(state, 2)
        const parted = await this.#part(state, offset(target), condition)
        if (parted !== null) return parted
      } else if (op === 0xf1) this.#call(state)
      else if (op === 0xfa) return this.#ask(state)
      else await this.#step(state, op)
    }
  }

  /** Whether a watched unknown decides what comes next; the way remembers where it came from. */
  #isTest(state: State): boolean {
    const condition = state.stack.at(-2)
    if (!this.watched || !condition || !unknowns(condition).has(this.watched.id)) return false
    if (!state.tests.has(state.at) && state.entered) {
      state.tests.set(state.at, state.entered)
      return false
    }
    return true
  }

  /** null where only one way is open, which the state is on then. */
  async #part(state: State, target: number, condition: Word): Promise<State[] | null> {
    const [is, isNot] = [plain(condition), plain(not(condition))]
    const [isSaid, isDenied] = [state.path.includes(is), state.path.includes(isNot)]
    const yes = isSaid || (!isDenied && (await this.#solver.canAlso(state.path, is)))
    const no = isDenied || (!isSaid && (!yes || (await this.#solver.canAlso(state.path, isNot))))
    if (yes && no)
      return [
        { ...copy(state), at: target, path: [...state.path, is] },
        { ...copy(state), at: state.at + 1, path: [...state.path, isNot] },
      ]
    state.at = yes ? target : state.at + 1
    return null
  }

  /** A call succeeds or fails, and answers anything. The code of others changes nothing here: the contract is locked. */
  #call(state: State): void {
    const [, receiver, value] = pop(state, 3)
    const to = bits(receiver, 0, 160)
    const [from, size, into, room] = pop(state, 4).map(offset) as [number, number, number, number]
    const input = state.memory.slice(from, size)
    const succeeded = bits(another('success'), 0, 1)
    const answer = another('answer')
    state.answerSize = another('size')
    state.answered = new Bytes()
    if (room === 32) {
      // Nothing, or a word at least: less than one is no answer of a token.
      state.path.push(or(same(state.answerSize, zero), make('lt', known(31), state.answerSize)))
      const before = state.memory.read(into)
      state.memory.write(into, make('ite', same(state.answerSize, zero), before, answer))
    } else if (room !== 0) throw new Error('a call has room for more than a word')
    state.stack.push(succeeded)
    state.sent.push({ to, value, input, succeeded, size: state.answerSize, answer })
    state.at++
  }

  /** A question to another contract fails, or is answered with a word or with nothing. */
  #ask(state: State): State[] {
    pop(state, 4)
    const [into, room] = pop(state, 2).map(offset) as [number, number]
    return [null, another('answer'), zero].map((answer, which) => {
      const next = copy(state)
      next.at++
      next.stack.push(answer === null ? zero : one)
      next.answered = new Bytes()
      if (which === 1 && answer) next.answered.write(0, answer)
      if (which === 1 && answer && room >= 32) next.memory.write(into, answer)
      next.answerSize = known(next.answered.size)
      return next
    })
  }

  async #step(state: State, op: number): Promise<void> {
    const { stack } = state
    if (op >= 0x5f && op <= 0x7f) {
      const size = op - 0x5f
      stack.push(known(numberOf(this.#code.subarray(state.at + 1, state.at + 1 + size))))
      state.at += size + 1
      return
    }
    if (op >= 0x80 && op <= 0x8f) stack.push(stack.at(0x7f - op) as Word)
    else if (op >= 0x90 && op <= 0x9f) swap(stack, op - 0x8f)
    else if (op >= 0xa0 && op <= 0xa4) pop(state, op - 0x9e)
    else if (op === 0x56) {
      const [target] = pop(state, 1)
      state.at = offset(target)
      return
    } else await this.#more(state, op)
    state.at++
  }

  async #more(state: State, op: number): Promise<void> {
    const { memory, stack, store } = state
    if (op === 0x3e && !isKnown(stack.at(-3))) {
      pop(state, 3)
      state.isLost = true
      return
    }
    const operator = two[op]
    if (operator !== undefined) {
      const [a, b] = pop(state, 2)
      stack.push(make(operator, a, b))
    } else if (op === 0x11 || op === 0x13) {
      const [a, b] = pop(state, 2)
      stack.push(make(op === 0x11 ? 'lt' : 'slt', b, a))
    } else if (op === 0x15 || op === 0x19) stack.push(make(op === 0x15 ? 'iszero' : 'not', ...pop(state, 1)))
    else if (op === 0x1b || op === 0x1c || op === 0x0b)
      stack.push(make(op === 0x1b ? 'shl' : op === 0x1c ? 'shr' : 'signextend', ...pop(state, 2)))
    else if (op === 0x1a) {
      const [index, word] = pop(state, 2)
      stack.push(bits(word, 8 * (31 - offset(index)), 8))
    } else if (op === 0x20) {
      const [from, size] = pop(state, 2)
      const bytes = memory.slice(offset(from), offset(size))
      stack.push(hash(bytes.words(offset(size)), offset(size)))
    } else if (op === 0x51) stack.push(memory.read(offset(pop(state, 1)[0])))
    else if (op === 0x52) {
      const [to, word] = pop(state, 2)
      memory.write(offset(to), word)
    } else if (op === 0x54) stack.push(await store.read(pop(state, 1)[0], state.path))
    else if (op === 0x55) {
      const [slot, word] = pop(state, 2)
      await store.write(slot, word, state.path)
    } else if (op === 0x5c) stack.push(state.passing.get(pop(state, 1)[0].id) ?? zero)
    else if (op === 0x5d) {
      const [slot, word] = pop(state, 2)
      state.passing.set(slot.id, word)
    } else this.#look(state, op)
  }

  /** The code's questions to the world, and copies. */
  #look({ answered, memory, ...state }: State, op: number): void {
    const { stack } = state
    const { address, caller, chainId, time, value } = this.#around
    const take = (size: number) => pop(state, size)
    if (op === 0x30) stack.push(address)
    else if (op === 0x33) stack.push(caller)
    else if (op === 0x34) stack.push(value)
    else if (op === 0x35) stack.push(this.#inputAt(take(1)[0]))
    else if (op === 0x36) stack.push(this.#input.size)
    else if (op === 0x3b) stack.push(codeOf(bits(take(1)[0], 0, 160)))
    else if (op === 0x3d) stack.push(state.answerSize)
    else if (op === 0x42) stack.push(time)
    else if (op === 0x46) stack.push(known(chainId))
    else if (op === 0x47) stack.push(another('balance'))
    else if (op === 0x50) take(1)
    else if (op === 0x5a) stack.push(another('gas'))
    else if (op === 0x37 || op === 0x39 || op === 0x3e || op === 0x5e) {
      const [to, from, size] = take(3).map(offset) as [number, number, number]
      const source =
        op === 0x37 ? this.#input.bytes : op === 0x3e ? answered : op === 0x5e ? memory : this.#asBytes()
      memory.copy(to, source.slice(from, size), size)
    } else if (op !== 0x5b) throw new Error(`the machine does not know ${op.toString(16)}`)
  }

  #inputAt(place: Word): Word {
    const { at, bytes, length } = this.#input
    return isKnown(place) && (length === null || place.value < bytes.size)
      ? bytes.read(offset(place))
      : at(place)
  }

  #asBytes(): Bytes {
    const bytes = new Bytes()
    for (const [at, byte] of this.#code.entries()) bytes.set(at, byte)
    return bytes
  }
}

/** A condition without what denies it twice. */
function plain(condition: Word): Word {
  const [inner] = condition.args
  if (condition.op !== 'iszero' || inner?.op !== 'iszero') return condition
  return plain(inner.args[0] as Word)
}

export function copy(state: State): State {
  return {
    ...state,
    stack: [...state.stack],
    memory: state.memory.slice(0, state.memory.size),
    store: state.store.copy(),
    passing: new Map(state.passing),
    path: [...state.path],
    sent: [...state.sent],
    tests: new Map(state.tests),
  }
}

function pop(state: Pick<State, 'stack'>, size: number): [Word, Word, Word, Word] {
  const words = Array.from({ length: size }, () => state.stack.pop())
  if (words.includes(undefined)) throw new Error('the stack is empty')
  return words as unknown as [Word, Word, Word, Word]
}

function swap(stack: Word[], depth: number): void {
  const [top, other] = [stack.length - 1, stack.length - 1 - depth]
  ;[stack[top], stack[other]] = [stack[other] as Word, stack[top] as Word]
}

function offset(word: Word): number {
  if (!isKnown(word)) throw new Error('a place in memory or code is not known')
  return Number(word.value)
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
