import { isKnown, most, type Word } from './words.ts'

const before = new Map<number, bigint>()

/** The bits of a word that can be one, whatever the unknowns are: a word is never more than them. */
export function settable(word: Word): bigint {
  const found = before.get(word.id)
  if (found !== undefined) return found
  const bits = bitsOf(word)
  before.set(word.id, bits)
  return bits
}

/** Zero or one. */
export const isTruth = (word: Word): boolean => settable(word) <= 1n

/** All bits up to the first of a number. */
const filled = (value: bigint) => (value === 0n ? 0n : (1n << BigInt(value.toString(2).length)) - 1n)

/** No more than this, with as many zeros at the end as both have. */
function upTo(value: bigint, ends: bigint): bigint {
  const bound = value > most ? most : filled(value)
  return ends === 0n ? bound : bound & ~((ends & -ends) - 1n)
}

function bitsOf(word: Word): bigint {
  if (isKnown(word)) return word.value
  const { args, op } = word
  const [a = 0n, b = 0n, c = 0n] = op === 'keccak' ? [] : args.map(settable)
  const [first, second] = args
  if (op === 'iszero' || op === 'eq' || op === 'lt' || op === 'slt') return 1n
  if (op === 'ite') return b | c
  if (op === 'and') return a & b
  if (op === 'or' || op === 'xor') return a | b
  if (op === 'shl' && isKnown(first)) return first.value > 255n ? 0n : (b << first.value) & most
  if (op === 'shr') return isKnown(first) ? (first.value > 255n ? 0n : b >> first.value) : filled(b)
  if (op === 'add') return upTo(a + b, a | b)
  if (op === 'sub') return upTo(most, a | b)
  if (op === 'mul') return upTo(a * b, 0n)
  if (op === 'div') return isKnown(second) && second.value > 0n ? filled(a / second.value) : filled(a)
  if (op === 'mod') return isKnown(second) && second.value > 0n ? filled(second.value - 1n) : filled(a)
  return most
}
