import type { Address } from '../../ground/address.ts'
import type { Work } from './quest.ts'

type Places = ReadonlyMap<Address, Work>

const few = 32

/**
 * Earlier places stay, so that each event knows the quest as it met it: of many, only what changed since the last whole
 * copy is copied, as where a contest pays hundreds at once.
 */
export function withPlace(places: Places, farmer: Address, work: Work): Places {
  if (places.size < few) return new Map(places).set(farmer, work)
  const { whole, changed } =
    places instanceof ChangedPlaces ? places : { whole: places, changed: new Map<Address, Work>() }
  const size = places.has(farmer) ? places.size : places.size + 1
  const after = new ChangedPlaces(whole, new Map(changed).set(farmer, work), size)
  return after.changed.size < few ? after : new Map(after)
}

class ChangedPlaces implements ReadonlyMap<Address, Work> {
  readonly whole: Places
  readonly changed: Places
  readonly size: number

  constructor(whole: Places, changed: Places, size: number) {
    this.whole = whole
    this.changed = changed
    this.size = size
  }

  get(farmer: Address): Work | undefined {
    return this.changed.get(farmer) ?? this.whole.get(farmer)
  }

  has(farmer: Address): boolean {
    return this.changed.has(farmer) || this.whole.has(farmer)
  }

  *entries(): Generator<[Address, Work], undefined> {
    for (const [farmer, work] of this.whole) yield [farmer, this.changed.get(farmer) ?? work]
    for (const [farmer, work] of this.changed) if (!this.whole.has(farmer)) yield [farmer, work]
  }

  *keys(): Generator<Address, undefined> {
    for (const [farmer] of this.entries()) yield farmer
  }

  *values(): Generator<Work, undefined> {
    for (const [, work] of this.entries()) yield work
  }

  forEach(act: (work: Work, farmer: Address, places: Places) => void): void {
    for (const [farmer, work] of this.entries()) act(work, farmer, this)
  }

  [Symbol.iterator](): Generator<[Address, Work], undefined> {
    return this.entries()
  }
}
