import type { NotificationItem } from '@furrow/sdk/contract'

/** One thing that a channel is sent: a single item, or those of a day. */
export type Message = {
  /** The same for the same items, however often it is sent: a receiver that has it knows it by this. */
  readonly id: string
  readonly isDigest: boolean
  /** It is of an hour in which more came than is told one by one. */
  readonly isOfHour: boolean
  readonly items: readonly [NotificationItem, ...NotificationItem[]]
}

/** More are counted, and not listed. */
const mostListed = 100

/** What it is about, in a line. */
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

/** All of it, in lines. */
export function linesOf({ items }: Message, write: (item: NotificationItem) => string): string[] {
  const lines = items.slice(0, mostListed).map(write)
  const more = items.length - lines.length
  return more > 0 ? [...lines, `And ${more} more.`] : lines
}
