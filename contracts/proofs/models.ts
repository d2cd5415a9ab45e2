import { computed, isKnown, type Word } from './words.ts'

/** Values of all names; those that nobody asked for are zero. */
type Model = { readonly names: ReadonlyMap<string, bigint>; readonly values: Map<number, bigint> }

const kept = 200

/**
 * The numbers with which earlier questions could be true. Where one of them makes a new one true nobody has to be asked. They
 * never say that something cannot be.
 */
export class Models {
  #models: Model[] = []

  keep(names: ReadonlyMap<string, bigint>): void {
    this.#models = [{ names, values: new Map() }, ...this.#models.slice(0, kept - 1)]
  }

  /** Whether all of these are true with some numbers that are known. */
  show(conditions: readonly Word[]): boolean {
    const index = this.#models.findIndex(model => conditions.every(one => numberOf(one, model) !== 0n))
    const [found] = index === -1 ? [] : this.#models.splice(index, 1)
    if (found !== undefined) this.#models.unshift(found)
    return found !== undefined
  }
}

function numberOf(word: Word, model: Model): bigint {
  if (isKnown(word)) return word.value
  const before = model.values.get(word.id)
  if (before !== undefined) return before
  const value = BigInt.asUintN(256, compute(word, model))
  model.values.set(word.id, value)
  return value
}

function compute({ args, id, op }: Word, model: Model): bigint {
  if (op === 'any' || op === 'keccak' || op === 'code') return model.names.get(`w${id}`) ?? 0n
  const [a = 0n, b = 0n, c = 0n] = args.map(part => numberOf(part, model))
  return op === 'ite' ? (a === 0n ? c : b) : (computed[op]?.(a, b) ?? 0n)
}
