import { make } from './make.ts'
import { intern, isKnown, known, most, type Word, zero } from './words.ts'

/** A word as a sum of others, each so many times, and a number. */
type Sum = { readonly times: Map<Word, bigint>; number: bigint }

const wrap = (value: bigint) => value & most

/** a + sign · b, written in one way only, so that what is added and taken away again is nothing. */
export function sum(a: Word, b: Word, sign: bigint): Word {
  const all = sumOf(a)
  add(all, b, sign)
  return written(all)
}

/** Two words that are equal where these are, without what both have. The same two where nothing is gained. */
export function difference(a: Word, b: Word): readonly [Word, Word] {
  if (![a, b].some(({ op }) => op === 'add' || op === 'sub')) return [a, b]
  const all = sumOf(a)
  add(all, b, -1n)
  const [left, right]: [Sum, Sum] = [none(), none()]
  for (const [word, factor] of all.times)
    if (factor >> 255n === 0n) left.times.set(word, factor)
    else right.times.set(word, wrap(-factor))
  right.number = wrap(-all.number)
  const sides = [written(left), written(right)] as const
  const isSame = sides.includes(a) && sides.includes(b)
  return isSame ? [a, b] : sides
}

const none = (): Sum => ({ times: new Map(), number: 0n })

function sumOf(word: Word): Sum {
  const all = none()
  add(all, word, 1n)
  return all
}

function add(all: Sum, word: Word, factor: bigint): void {
  const [a, b] = word.args
  if (isKnown(word)) all.number = wrap(all.number + word.value * factor)
  else if ((word.op === 'add' || word.op === 'sub') && a && b) {
    add(all, a, factor)
    add(all, b, word.op === 'add' ? factor : -factor)
  } else if (word.op === 'mul' && a && isKnown(b)) add(all, a, factor * b.value)
  else if (word.op === 'shl' && isKnown(a) && b) add(all, b, factor << a.value)
  else {
    const times = wrap((all.times.get(word) ?? 0n) + factor)
    if (times === 0n) all.times.delete(word)
    else all.times.set(word, times)
  }
}

/** First what is added, then what is taken away, then the number. */
function written({ number, times }: Sum): Word {
  const sorted = [...times].toSorted(([left], [right]) => left.id - right.id)
  const plus = sorted.filter(([, factor]) => factor >> 255n === 0n)
  const minus = sorted.filter(([, factor]) => factor >> 255n !== 0n)
  const [first, ...more] = plus.map(([word, factor]) => make('mul', word, known(factor)))
  let all = more.reduce((left, right) => intern('add', [left, right]), first ?? zero)
  for (const [word, factor] of minus) all = intern('sub', [all, make('mul', word, known(-factor))])
  if (number === 0n) return all
  return all === zero ? known(number) : intern('add', [all, known(number)])
}
