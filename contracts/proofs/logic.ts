import { make } from './make.ts'
import { isTruth } from './settable.ts'
import { any, known, one, type Word, zero } from './words.ts'

const mask160 = known((1n << 160n) - 1n)

/** Any address: its upper bits are zero. */
export const anyAddress = (name: string): Word => make('and', any(name), mask160)

export const not = (word: Word): Word => make('iszero', word)
export const and = (...words: readonly Word[]): Word =>
  words.length === 0 ? one : words.map(truth).reduce((left, right) => make('and', left, right))
export const or = (...words: readonly Word[]): Word =>
  words.map(truth).reduce((left, right) => make('or', left, right), zero)
export const implies = (condition: Word, then: Word): Word => or(not(condition), then)
export const same = (left: Word, right: Word): Word => make('eq', left, right)
export const atMost = (left: Word, right: Word): Word => not(make('lt', right, left))

function truth(word: Word): Word {
  return isTruth(word) ? word : not(not(word))
}

/** So many bits of a word from one on. */
export const bits = (word: Word, from: number, size: number): Word =>
  make('and', make('shr', known(from), word), known((1n << BigInt(size)) - 1n))
