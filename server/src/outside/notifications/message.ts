import type { NotificationItem } from '@furrow/sdk/contract'

export type Message = {
  /** The same for the same items, however often it is sent: a receiver recognizes duplicates by it. */
  readonly id: string
  readonly isDigest: boolean
  /** The items of an hour in which more came than is told one by one. */
  readonly isOfHour: boolean
  readonly items: readonly [NotificationItem, ...NotificationItem[]]
}

const mostListed = 100

export function titleOf({ isDigest, isOfHour, items }: Message): string {
  if (isOfHour) return countMore(items)
  return isDigest ? `${count(items.length)} of a day` : items[0].text
}

function countMore(items: Message['items']): string {
  const word = items.every(({ topic }) => topic === 'letter') ? 'letter' : 'notification'
  return items.length === 1 ? `One more ${word}` : `${items.length} more ${word}s`
}

function count(items: number): string {
  return items === 1 ? 'One notification' : `${items} notifications`
}

export function linesOf({ items }: Message, write: (item: NotificationItem) => string): string[] {
  const lines = items
    .slice(0, mostListed)
    .map(({ detail, ...item }) =>
      write(detail === undefined ? item : { ...item, text: `${item.text}\n${detail}` }),
    )
  const more = items.length - lines.length
  return more > 0 ? [...lines, `And ${more} more.`] : lines
}
