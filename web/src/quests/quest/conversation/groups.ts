import type { Item } from './thread.ts'

/** A few items that follow each other, which are drawn and laid out together. */
export type Group = { readonly key: number; readonly items: readonly Item[] }

/** The group of each item, by the item's id. */
export type Grouped = ReadonlyMap<string, number>

const most = 24

/**
 * Puts items that follow each other into groups. An item stays in its group while others come before and after it: what is drawn
 * of it, and typed into it, stays too.
 */
export function groupsOf(items: readonly Item[], former: Grouped): readonly Group[] {
  const sizes = new Map<number, number>()
  for (const { id } of items) {
    const group = former.get(id)
    if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  let last = Math.max(-1, ...former.values())
  const groups: { key: number; items: Item[] }[] = []
  const add = (item: Item, key: number) => {
    const now = groups.at(-1)
    if (now?.key === key) now.items.push(item)
    else groups.push({ key, items: [item] })
    if (!former.has(item.id)) sizes.set(key, (sizes.get(key) ?? 0) + 1)
  }
  for (let at = 0; at < items.length; ) {
    const known = former.get((items[at] as Item).id)
    if (known !== undefined) {
      add(items[at++] as Item, known)
      continue
    }
    const end = items.findIndex(({ id }, index) => index > at && former.has(id))
    const fresh = items.slice(at, end === -1 ? items.length : end)
    at += fresh.length
    const next = end === -1 ? undefined : former.get((items[end] as Item).id)
    // Those before a group fill it from its end, and those after one from its beginning.
    const room = (key: number | undefined) =>
      key === undefined ? 0 : Math.max(0, most - (sizes.get(key) ?? 0))
    const toNext = Math.min(fresh.length, room(next))
    const rest = fresh.slice(0, fresh.length - toNext)
    const toFormer = Math.min(rest.length, room(groups.at(-1)?.key))
    for (const item of rest.slice(0, toFormer)) add(item, groups.at(-1)?.key ?? 0)
    for (const some of chunksOf(rest.slice(toFormer), next !== undefined)) {
      last++
      for (const item of some) add(item, last)
    }
    if (next !== undefined) for (const item of fresh.slice(fresh.length - toNext)) add(item, next)
  }
  return groups
}

/** The groups of all these items, for the next drawing. */
export function groupedIn(groups: readonly Group[]): Grouped {
  return new Map(groups.flatMap(({ key, items }) => items.map(({ id }) => [id, key] as const)))
}

/** Full ones; the one that is not lies at the end that grows. */
function chunksOf(items: readonly Item[], growsUp: boolean): readonly (readonly Item[])[] {
  const first = growsUp ? items.length % most : 0
  const chunks = first > 0 ? [items.slice(0, first)] : []
  for (let from = first; from < items.length; from += most) chunks.push(items.slice(from, from + most))
  return chunks
}
