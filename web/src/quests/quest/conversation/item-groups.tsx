import { memo, type ReactNode, useEffect, useRef } from 'react'
import { areAlike } from '../timeline/entries.ts'
import { type Grouped, groupedIn, groupsOf } from './groups.ts'
import type { Item } from './thread.ts'

type Show = (item: Item) => ReactNode

/** Items in groups: one that did not change is not drawn anew, however many others there are. */
export function useItemGroups(
  items: readonly Item[],
  newestFirst: boolean,
  show: Show,
): readonly ReactNode[] {
  const grouped = useRef<Grouped>(new Map())
  const groups = groupsOf(items, grouped.current)
  useEffect(() => {
    grouped.current = groupedIn(groups)
  })
  return groups.map(({ key, items }) => (
    <ItemGroup key={`group ${key}`} items={items} newestFirst={newestFirst} show={show} />
  ))
}

/** A list in a list says nothing: the list is the one around all groups. */
export function GroupList({ children }: { children: ReactNode }) {
  return (
    <ol role="none" className="grid gap-4">
      {children}
    </ol>
  )
}

type ItemGroupProps = { items: readonly Item[]; newestFirst: boolean; show: Show }

const ItemGroup = memo(function ItemGroup({ items, newestFirst, show }: ItemGroupProps) {
  const drawn = items.map(show)
  return <GroupList>{newestFirst ? drawn.toReversed() : drawn}</GroupList>
}, isSame)

function isSame(one: ItemGroupProps, other: ItemGroupProps): boolean {
  return (
    one.show === other.show &&
    one.newestFirst === other.newestFirst &&
    one.items.length === other.items.length &&
    one.items.every((item, at) => isSameItem(item, other.items[at] as Item))
  )
}

function isSameItem(one: Item, other: Item): boolean {
  return one.id === other.id && one.comment === other.comment && areAlike(one.entry, other.entry)
}
