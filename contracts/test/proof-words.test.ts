import { expect, test } from 'vitest'
import { type Made, make } from '../proofs/make.ts'
import { any, computed, known, most, type Word } from '../proofs/words.ts'

/** Numbers in a row that looks like chance, and is the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const values = [0n, 1n, 2n, 31n, 32n, 0xffffn, 1n << 96n, 1n << 160n, (1n << 160n) - 1n, 1n << 255n, most]
const shifts = [0n, 1n, 8n, 95n, 160n, 255n, 256n]
const twos: readonly Made[] = [
  'add',
  'sub',
  'mul',
  'div',
  'mod',
  'and',
  'and',
  'or',
  'or',
  'xor',
  'eq',
  'lt',
  'slt',
]
const fewer: readonly Made[] = ['iszero', 'not', 'shl', 'shl', 'shr', 'shr', 'ite']

/** A word, and the function that computes what it is with nothing made simpler. */
type Pair = readonly [word: Word, value: (given: readonly bigint[]) => bigint]

function anyPair(next: (below: number) => number, depth: number): Pair {
  const part = () => anyPair(next, depth - 1)
  const one = <T>(of: readonly T[]) => of[next(of.length)] as T
  if (depth === 0 || next(6) === 0) {
    const index = next(4)
    if (index < 3) return [any(`some ${index}`), given => given[index] as bigint]
    const value = one([...values, BigInt(next(2 ** 31)) << BigInt(next(200))])
    return [known(value), () => value]
  }
  const op = one(next(3) === 0 ? fewer : twos)
  const compute = (a: bigint, b: bigint) => BigInt.asUintN(256, computed[op]?.(a, b) ?? 0n)
  const [[a, valueOfA], [b, valueOfB], [c, valueOfC]] = [part(), part(), part()]
  if (op === 'ite')
    return [make(op, a, b, c), given => (valueOfA(given) === 0n ? valueOfC(given) : valueOfB(given))]
  if (op === 'iszero' || op === 'not') return [make(op, a), given => compute(valueOfA(given), 0n)]
  if (op === 'shl' || op === 'shr') {
    const by = one(shifts)
    return [make(op, known(by), a), given => compute(by, valueOfA(given))]
  }
  return [make(op, a, b), given => compute(valueOfA(given), valueOfB(given))]
}

function numberOf(word: Word, given: readonly bigint[]): bigint {
  if (word.value !== undefined) return word.value
  if (word.op === 'any') return given[Number(word.name?.slice(5))] as bigint
  const [a = 0n, b = 0n, c = 0n] = word.args.map(arg => numberOf(arg, given))
  return word.op === 'ite' ? (a === 0n ? c : b) : BigInt.asUintN(256, computed[word.op]?.(a, b) ?? 0n)
}

test('words that are made simpler are what the machine computes', () => {
  const next = chance(7)
  const number = () => {
    const kind = next(4)
    if (kind === 0) return values[next(values.length)] as bigint
    return kind === 1
      ? BigInt(next(40))
      : Array.from({ length: 8 }, () => next(2 ** 32)).reduce((all, part) => (all << 32n) | BigInt(part), 0n)
  }
  for (let round = 0; round < 3_000; round++) {
    const [word, value] = anyPair(next, 5)
    const given = [number(), number(), number()]
    expect(numberOf(word, given), `round ${round}`).toBe(value(given))
  }
})
