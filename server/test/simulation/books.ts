import { expect } from 'vitest'
import type { Address } from '../../src/ground/address.ts'
import type { Effects } from '../../src/rules/lifecycle/effects.ts'
import { isPlace, type Quest } from '../../src/rules/lifecycle/quest.ts'

/** The sum of the effects of all events: the ledger, and the counts of people's deeds. */
export type Books = {
  readonly posted: Set<string>
  /** By token and account. */
  readonly sums: Map<string, bigint>
  /** By quest. */
  readonly held: Map<string, bigint>
  /** Places without work, by farmer. */
  readonly places: Map<Address, number>
  /** Releases, by farmer and giver. */
  readonly releases: Map<string, number>
  /** Parts of others for the same work, which is no further work of the farmer. */
  readonly added: Map<string, number>
  /** Releases that count for points, by farmer and giver. */
  readonly counting: Map<string, number>
}

export function createBooks(): Books {
  return {
    posted: new Set(),
    sums: new Map(),
    held: new Map(),
    places: new Map(),
    releases: new Map(),
    added: new Map(),
    counting: new Map(),
  }
}

export function enter(books: Books, { postings, deeds }: Effects): void {
  const add = <K>(map: Map<K, bigint>, key: K, units: bigint) => map.set(key, (map.get(key) ?? 0n) + units)
  const count = <K>(map: Map<K, number>, key: K, more: number) => map.set(key, (map.get(key) ?? 0) + more)
  for (const { id, questId, token, from, to, units } of postings) {
    if (books.posted.has(id)) throw new Error(`${id} is booked twice`)
    books.posted.add(id)
    add(books.sums, `${token} ${from.account}`, -units)
    add(books.sums, `${token} ${to.account}`, units)
    if (from.account === 'held') add(books.held, questId, -units)
    if (to.account === 'held') add(books.held, questId, units)
  }
  for (const deed of deeds) {
    if (deed.kind === 'accepted') count(books.places, deed.farmer, 1)
    if (deed.kind === 'held') count(books.places, deed.farmer, 1)
    if (deed.kind === 'unheld') count(books.places, deed.farmer, -1)
    if (deed.kind === 'released' && deed.companion) count(books.added, `${deed.farmer} ${deed.giver}`, 1)
    else if (deed.kind === 'released') count(books.releases, `${deed.farmer} ${deed.giver}`, 1)
    if (deed.kind === 'released' && deed.counts) count(books.counting, `${deed.farmer} ${deed.giver}`, 1)
    const isTurn = deed.kind === 'settled' || deed.kind === 'unsettled' || deed.kind === 'reclaimed'
    if (isTurn && deed.countedAt !== null)
      count(books.counting, `${deed.farmer} ${deed.giver}`, deed.kind === 'settled' ? 1 : -1)
  }
}

/** The laws of all quests together, at any time. */
export function requireSoundBooks(
  { sums, places, releases, added, counting, posted }: Books,
  quests: Iterable<Quest>,
): void {
  const tokens = new Set([...sums.keys()].map(key => key.split(' ')[0]))
  for (const token of tokens) {
    const sum = (account: string) => sums.get(`${token} ${account}`) ?? 0n
    expect(sum('promised') + sum('held') + sum('released') + sum('refunded')).toBe(0n)
    for (const account of ['held', 'released', 'refunded'])
      if (sum(account) < 0n) throw new Error(`${account} of ${token} is negative`)
  }
  const held = new Map<Address, number>()
  let [released, shared] = [0, 0]
  const counted = new Map<string, number>()
  for (const { giver, work, tally } of quests) {
    released += tally.released
    for (const part of work.values()) if (!isPlace(part)) shared++
    for (const part of work.values())
      if (part.status === 'released' && part.worth?.counts) {
        const pair = `${part.farmer} ${giver}`
        counted.set(pair, (counted.get(pair) ?? 0) + 1)
      }
    for (const { farmer, status } of work.values())
      if (status === 'accepted') held.set(farmer, (held.get(farmer) ?? 0) + 1)
  }
  for (const [pair, count] of counting)
    expect({ pair, count }).toEqual({ pair, count: counted.get(pair) ?? 0 })
  for (const [farmer, count] of places) expect(held.get(farmer) ?? 0).toBe(count)
  const all = [...releases.values(), ...added.values()]
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(released + shared)
  expect([...posted].filter(id => id.startsWith('release:')).length).toBe(released + shared)
}
