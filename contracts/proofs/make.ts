import { difference, sum } from './linear.ts'
import { isTruth, settable } from './settable.ts'
import { computed, intern, isKnown, type Known, known, most, type Op, one, type Word, zero } from './words.ts'

export type Made = Exclude<Op, 'known' | 'any' | 'keccak'>

/** Computes as the machine does, as far as the words are known, and says the rest as simply as the rules below can. */
export function make(op: Made, ...args: readonly Word[]): Word {
  const [a, b, c] = args as readonly [Word, Word, Word]
  if (op === 'ite') return choose(a, b, c)
  if (op === 'code') return intern(op, [a])
  if (args.every(isKnown)) return known(computed[op]?.(a.value ?? 0n, b?.value ?? 0n) ?? 0n)
  // The known one of two that may change places is the second.
  const isTurned = turns.has(op) && (isKnown(a) || (!isKnown(b) && a.id > b.id))
  const [x, y] = isTurned ? [b, a] : [a, b]
  return rules[op]?.(x, y) ?? intern(op, y === undefined ? [x] : [x, y])
}

const turns: ReadonlySet<Op> = new Set(['and', 'or', 'xor', 'add', 'mul', 'eq'])

type Rule = (a: Word, b: Word) => Word | null

const rules: Partial<Record<Op, Rule>> = {
  and: (a, b) => (isKnown(b) ? masked(a, b.value) : a === b ? a : null),
  or: (a, b) => joined(a, b),
  xor: (a, b) => (a === b ? zero : isKnown(b) && b.value === 0n ? a : null),
  not: a => (a.op === 'not' ? (a.args[0] as Word) : null),
  add: (a, b) => sum(a, b, 1n),
  sub: (a, b) => sum(a, b, -1n),
  mul: (a, b) => (isKnown(b) ? times(a, b) : null),
  div: (a, b) => {
    if (!isKnown(b)) return null
    if (b.value === 0n) return zero
    return isPower(b.value) ? make('shr', known(exponent(b.value)), a) : null
  },
  mod: (a, b) => (isKnown(b) && isPower(b.value) ? make('and', a, known(b.value - 1n)) : null),
  shl: (by, a) => (isKnown(by) ? up(by.value, a) : null),
  shr: (by, a) => (isKnown(by) ? down(by.value, a) : null),
  iszero: a => isNone(a),
  eq: (a, b) => equal(a, b),
  lt: (a, b) => less(a, b),
  slt: (a, b) => (a === b ? zero : null),
}

const isPower = (value: bigint) => value > 0n && (value & (value - 1n)) === 0n
const exponent = (value: bigint) => BigInt(value.toString(2).length - 1)

function choose(condition: Word, yes: Word, no: Word): Word {
  if (yes === no) return yes
  if (isKnown(condition)) return condition.value === 0n ? no : yes
  if (condition.op === 'iszero') return choose(condition.args[0] as Word, no, yes)
  if (yes === one && no === zero) return make('iszero', make('iszero', condition))
  if (yes === zero && no === one) return make('iszero', condition)
  return intern('ite', [condition, yes, no])
}

/** The same of both sides of a choice, where one of them is known. */
function ofBoth(word: Word, change: (side: Word) => Word): Word | null {
  const [condition, yes, no] = word.args as readonly [Word, Word, Word]
  if (word.op !== 'ite' || !(isKnown(yes) || isKnown(no))) return null
  return make('ite', condition, change(yes), change(no))
}

/** Some bits of a word: masks go into sums of bits and shifts, until one is over a word of which nothing is known. */
function masked(a: Word, wanted: bigint): Word {
  const can = settable(a)
  const mask = known(wanted & can)
  if (mask.value === 0n) return zero
  if (mask.value === can) return a
  const [x, y] = a.args as readonly [Word, Word]
  if (a.op === 'and' && isKnown(y)) return make('and', x, mask)
  if (a.op === 'or' || a.op === 'xor') return make(a.op, make('and', x, mask), make('and', y, mask))
  if (a.op === 'shl' && isKnown(x)) return make('shl', x, make('and', y, known(mask.value >> x.value)))
  // A number that is added above the mask changes nothing below.
  if (a.op === 'add' && isAbove(y, mask.value)) return make('and', x, mask)
  if (a.op === 'add' && isAbove(x, mask.value)) return make('and', y, mask)
  if (a.op === 'sub' && isAbove(y, mask.value)) return make('and', x, mask)
  return ofBoth(a, side => make('and', side, mask)) ?? intern('and', [a, mask])
}

/** Whether all bits that can be one are above all of the mask. */
function isAbove(word: Word, mask: bigint): boolean {
  const can = settable(word)
  return (can & -can) > mask
}

function up(by: bigint, a: Word): Word {
  if (by === 0n) return a
  const can = settable(a)
  if (by > 255n || ((can << by) & most) === 0n) return zero
  const [x, y] = a.args as readonly [Word, Word]
  if (a.op === 'shl' && isKnown(x)) return make('shl', known(x.value + by), y)
  if (a.op === 'or') return make('or', make('shl', known(by), x), make('shl', known(by), y))
  if (a.op === 'shr' && isKnown(x)) return upAgain(by, x.value, y)
  if (a.op === 'and' && isKnown(y) && x.op === 'shr' && isKnown(x.args[0]))
    return make('and', make('shl', known(by), x), known(y.value << by))
  return ofBoth(a, side => make('shl', known(by), side)) ?? intern('shl', [known(by), a])
}

function upAgain(by: bigint, down: bigint, a: Word): Word {
  const kept = make('and', a, known((most >> down) << down))
  if (down === by) return kept
  return down > by
    ? make('and', make('shr', known(down - by), a), known((most >> down) << by))
    : make('shl', known(by - down), kept)
}

function down(by: bigint, a: Word): Word {
  if (by === 0n) return a
  if (by > 255n || settable(a) >> by === 0n) return zero
  const [x, y] = a.args as readonly [Word, Word]
  if (a.op === 'shr' && isKnown(x)) return make('shr', known(x.value + by), y)
  if (a.op === 'and' && isKnown(y)) return make('and', make('shr', known(by), x), known(y.value >> by))
  if (a.op === 'or') return make('or', make('shr', known(by), x), make('shr', known(by), y))
  if (a.op === 'shl' && isKnown(x)) {
    const kept = make('and', y, known(most >> x.value))
    return x.value > by ? make('shl', known(x.value - by), kept) : make('shr', known(by - x.value), kept)
  }
  return ofBoth(a, side => make('shr', known(by), side)) ?? intern('shr', [known(by), a])
}

/** Bits of one word that are put together again are that word. */
function joined(a: Word, b: Word): Word {
  const pieces = new Map<string, { word: Word; by: bigint; bits: bigint }>()
  let fixed = 0n
  for (const term of [...termsOf(a), ...termsOf(b)]) {
    if (isKnown(term)) fixed |= term.value
    else {
      const [word, by, bits] = pieceOf(term)
      const key = `${word.id} ${by}`
      pieces.set(key, { word, by, bits: bits | (pieces.get(key)?.bits ?? 0n) })
    }
  }
  const terms = [...pieces.values()]
    .map(({ bits, by, word }) => make('shl', known(by), make('and', word, known(bits))))
    .flatMap(termsOf)
    .filter(term => (isKnown(term) ? term.value !== 0n : (settable(term) & ~fixed) !== 0n))
    .toSorted((left, right) => left.id - right.id)
  const [first, ...more] = [...new Set(terms)]
  if (first === undefined) return known(fixed)
  const all = more.reduce((sum, term) => intern('or', [sum, term]), first)
  return fixed === 0n ? all : intern('or', [all, known(fixed)])
}

function termsOf(word: Word): readonly Word[] {
  return word.op === 'or' ? word.args.flatMap(termsOf) : [word]
}

/** A term as some bits of a word, shifted up. */
function pieceOf(term: Word): [word: Word, by: bigint, bits: bigint] {
  const [x, y] = term.args
  if (term.op === 'shl' && isKnown(x) && y) {
    const [word, by, bits] = pieceOf(y)
    return by === 0n ? [word, x.value, bits] : [y, x.value, settable(y)]
  }
  if (term.op === 'and' && x && isKnown(y)) return [x, 0n, y.value]
  return [term, 0n, settable(term)]
}

function times(a: Word, b: Known): Word | null {
  if (b.value === 0n) return zero
  return isPower(b.value) ? make('shl', known(exponent(b.value)), a) : null
}

function isNone(a: Word): Word {
  return a.op === 'add' || a.op === 'sub' ? equal(a, zero) : noneOf(a)
}

function noneOf(a: Word): Word {
  const [x, y] = a.args as readonly [Word, Word]
  if (a.op === 'iszero' && isTruth(x)) return x
  if (a.op === 'xor') return make('eq', x, y)
  if (a.op === 'shl' && isKnown(x) && settable(y) << x.value <= most) return make('iszero', y)
  return ofBoth(a, side => make('iszero', side)) ?? intern('iszero', [a])
}

function equal(left: Word, right: Word): Word {
  const [x, y] = difference(left, right)
  if (x === y) return one
  if (isKnown(y)) return isKnown(x) ? zero : isNumber(x, y)
  if (isKnown(x)) return isNumber(y, x)
  return intern('eq', x.id > y.id ? [y, x] : [x, y])
}

function isNumber(a: Word, b: Known): Word {
  if ((b.value & ~settable(a)) !== 0n) return zero
  if (b.value === 0n) return noneOf(a)
  if (isTruth(a)) return a
  const [by, inner] = a.args
  if (a.op === 'shl' && isKnown(by) && inner && settable(inner) << by.value <= most)
    return (b.value >> by.value) << by.value === b.value
      ? make('eq', inner, known(b.value >> by.value))
      : zero
  return ofBoth(a, side => make('eq', side, b)) ?? intern('eq', [a, b])
}

function less(a: Word, b: Word): Word | null {
  if (a === b) return zero
  if (isKnown(b)) {
    if (settable(a) < b.value) return known(1)
    if (b.value === 0n) return zero
    return b.value === 1n ? make('iszero', a) : ofBoth(a, side => make('lt', side, b))
  }
  if (!isKnown(a)) return null
  if (a.value >= settable(b)) return zero
  return a.value === 0n ? make('iszero', make('iszero', b)) : null
}
