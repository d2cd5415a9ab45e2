import { not } from './logic.ts'
import { type Made, make } from './make.ts'
import { isTruth } from './settable.ts'
import type { Solver } from './solver.ts'
import { isKnown, one, type Word, zero } from './words.ts'

/**
 * Whether a claim can fail on this way. Its choices are decided one by one first, since sums and products without choices are
 * mostly the same by themselves, and with them a solver has to compare them bit by bit.
 */
export async function canFail(claim: Word, path: readonly Word[], solver: Solver): Promise<boolean> {
  if (isKnown(claim)) return claim.value === 0n
  if (path.includes(claim)) return false
  if (claim.op === 'and' && claim.args.every(isTruth)) {
    const [left, right] = claim.args as readonly [Word, Word]
    return (await canFail(left, path, solver)) || canFail(right, path, solver)
  }
  const condition = choiceIn(claim)
  if (condition === null) return solver.canAlso(path, not(claim))
  const isNot = not(condition)
  const [yes, no] = [await solver.canAlso(path, condition), await solver.canAlso(path, isNot)]
  if (!yes && !no) throw new Error('a way that cannot be was gone')
  const fails = (fact: Word, value: Word) =>
    canFail(decided(claim, condition, value), [...path, fact], solver)
  return (yes && (await fails(condition, one))) || (no && (await fails(isNot, zero)))
}

/** The condition of a choice, without a choice in it. */
function choiceIn(word: Word, seen = new Set<number>()): Word | null {
  if (seen.has(word.id) || word.op === 'keccak') return null
  seen.add(word.id)
  for (const part of word.args) {
    const inner = choiceIn(part, seen)
    if (inner !== null) return inner
  }
  return word.op === 'ite' ? (word.args[0] as Word) : null
}

/** The word where this condition is true, or is not. */
function decided(word: Word, condition: Word, value: Word, made = new Map<number, Word>()): Word {
  const before = made.get(word.id)
  if (before !== undefined) return before
  const again = (part: Word) => decided(part, condition, value, made)
  const [choice, yes, no] = word.args as readonly [Word, Word, Word]
  let changed = word
  if (word === condition && isTruth(word)) changed = value
  else if (word.op === 'ite' && choice === condition) changed = again(value === one ? yes : no)
  else if (word.args.length > 0 && word.op !== 'keccak')
    changed = make(word.op as Made, ...word.args.map(again))
  made.set(word.id, changed)
  return changed
}
