import { and, not, same } from './logic.ts'
import type { Solver } from './solver.ts'
import { any, isKnown, type Word } from './words.ts'

/** The contract's storage: any words at first, and then what was written. */
export class Store {
  readonly #solver: Solver
  #words: Map<Word, Word>

  constructor(solver: Solver, words = new Map<Word, Word>()) {
    this.#solver = solver
    this.#words = words
  }

  copy(): Store {
    return new Store(this.#solver, new Map(this.#words))
  }

  /** The storage before anything was written. */
  static before(slot: Word): Word {
    return any(`slot ${slot.id}`)
  }

  /** The slots that were written, with what is there now. */
  changed(): { slot: Word; word: Word }[] {
    const all = [...this.#words].map(([slot, word]) => ({ slot, word }))
    return all.filter(({ slot, word }) => word !== Store.before(slot))
  }

  async read(slot: Word, path: readonly Word[]): Promise<Word> {
    const found = await this.find(slot, path)
    return this.#words.get(found) ?? Store.before(found)
  }

  async write(slot: Word, word: Word, path: readonly Word[]): Promise<void> {
    this.#words.set(await this.find(slot, path), word)
  }

  /** The slot under the name by which it was used first. @throws Error where two slots may be one and may be two. */
  async find(slot: Word, path: readonly Word[]): Promise<Word> {
    if (this.#words.has(slot)) return slot
    for (const other of this.#words.keys()) {
      const equal = sameSlot(slot, other)
      if (equal === null) continue
      if (!(await this.#solver.canAlso(path, equal))) continue
      if (await this.#solver.canAlso(path, not(equal))) throw new Error('two places of storage may be one')
      return other
    }
    this.#words.set(slot, Store.before(slot))
    return slot
  }
}

/** When two slots are one; null for never. Hashes are one only where what is hashed is, and none is a small number. */
function sameSlot(left: Word, right: Word): Word | null {
  if (left === right) return same(left, left)
  if (isKnown(left) && isKnown(right)) return null
  if (left.op !== 'keccak' || right.op !== 'keccak')
    return left.op === right.op && left.op !== 'add' ? same(left, right) : null
  if (left.args.length !== right.args.length || left.name !== right.name) return null
  let all: Word = same(left, left)
  for (const [index, part] of left.args.entries()) {
    const other = right.args[index] as Word
    if (part === other) continue
    const equal = part.op === 'keccak' || other.op === 'keccak' ? sameSlot(part, other) : same(part, other)
    if (equal === null || (isKnown(equal) && equal.value === 0n)) return null
    all = isKnown(all) ? equal : and(all, equal)
  }
  return all
}
