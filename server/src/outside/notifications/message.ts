import type { NotificationItem } from '@furrow/sdk/contract'
import type { OutsideWords } from './words.ts'

export type Message = {
  /** The same for the same items, however often it is sent: a receiver recognizes duplicates by it. */
  readonly id: string
  readonly isDigest: boolean
  readonly isOfHour: boolean
  readonly items: readonly [NotificationItem, ...NotificationItem[]]
  readonly words: OutsideWords
}

const mostListed = 100

export function titleOf({ isDigest, isOfHour, items, words }: Message): string {
  const areLetters = items.every(({ topic }) => topic === 'letter')
  if (isOfHour) return words.more(items.length, areLetters)
  return isDigest ? words.digest(items.length) : items[0].text
}

export function linesOf({ items, words }: Message, write: (item: NotificationItem) => string): string[] {
  const lines = items
    .slice(0, mostListed)
    .map(({ detail, ...item }) =>
      write(detail === undefined ? item : { ...item, text: `${item.text}\n${detail}` }),
    )
  const more = items.length - lines.length
  return more > 0 ? [...lines, words.unlisted(more)] : lines
}
