import type { EscrowTransaction, QuestComment, QuestEvent } from '@furrow/sdk'
import type { Part } from '../comments/part-of-thread.ts'
import { deedOf, type Entry, entriesOf, timeOf } from '../timeline/entries.ts'

/** An item in the conversation of a quest: somebody's words, or an event. */
export type Item = {
  readonly id: string
  readonly comment: QuestComment | null
  readonly entry: Entry | null
}

/** Events and comments in one order, the oldest first. Events keep the order that the service gave them. */
export function threadOf(
  events: readonly QuestEvent[],
  transactions: readonly EscrowTransaction[],
  comments: readonly QuestComment[],
): readonly Item[] {
  const items: Item[] = []
  let next = 0
  const writtenBefore = (at: string | null) => {
    for (; next < comments.length; next++) {
      const comment = comments[next] as QuestComment
      if (at !== null && comment.createdAt >= at) return
      items.push({ id: `comment-${comment.number}`, comment, entry: null })
    }
  }
  for (const entry of entriesOf(events, transactions)) {
    writtenBefore(timeOf(entry))
    items.push({ id: idOf(entry), comment: null, entry })
  }
  writtenBefore(null)
  return items
}

function idOf({ event, transactions: [first] }: Entry): string {
  if (event !== null) return `event-${event.number}`
  return `transaction-${first === undefined ? '' : deedOf(first).replace(' ', '-')}`
}

/** The number of newest items shown at first, and with each step back: a thread with more items begins with fewer. */
const most = 50
const [long, newest, newestOnPhones] = [100, 8, 3]
/** A gap of fewer items than these is not hidden. */
const few = 4

/** The first item that a conversation shows at first. */
export function beginningOf(items: readonly Item[], onPhone = false): string {
  const shown = items.length <= long ? most : onPhone ? newestOnPhones : newest
  return items[Math.max(0, items.length - shown)]?.id ?? ''
}

/** The first item after one more step back. */
export function earlierThan(items: readonly Item[], id: string): string {
  const at = items.findIndex(item => item.id === id)
  return items[Math.max(0, at - most)]?.id ?? ''
}

/** Shown items of a conversation that goes on, and those that stay of them once there are more. */
const [mostShown, stays] = [150, 80]

/** The first item that stays, where so many came that earlier ones are to be folded away; else null. */
export function foldedTo(tail: readonly Item[]): string | null {
  return tail.length <= mostShown ? null : (tail[tail.length - stays]?.id ?? null)
}

export type Window = {
  /** The conversation's beginning, where items after it are hidden. */
  readonly head: readonly Item[]
  readonly hidden: number
  readonly tail: readonly Item[]
}

/**
 * The shown items: the `first` ones, and all from one item on. Of the comments only this part is loaded, so no item is shown
 * that is older than the part's second half and younger than its first.
 */
export function windowOf(items: readonly Item[], since: string, { until, from }: Part, first = 1): Window {
  const known = from > 1 ? items.findIndex(({ comment }) => comment !== null && comment.number >= from) : 0
  const start = Math.max(
    0,
    known,
    items.findIndex(({ id }) => id === since),
  )
  const head = items.slice(0, Math.min(first, start))
  const hidden = start - head.length + (from - 1 - until)
  if (from === 1 && hidden < few) return { head: [], hidden: 0, tail: items }
  return { head, hidden, tail: items.slice(start) }
}

/** Items drawn with one frame: a slow phone draws as many in a fifth of a second. */
const slice = 3

/**
 * The part of a window that is drawn now, where its first drawn item is `from`, and the first one of the next slice; null once
 * all of it is drawn.
 */
export function sliceOf(whole: Window, from: string | undefined): { shown: Window; next: string | null } {
  const { head, hidden, tail } = whole
  const at = tail.findIndex(({ id }) => id === from)
  if (at <= 0) return { shown: whole, next: null }
  // The beginning stays where it is, also once nothing is hidden between it and the rest.
  const beginning = head.length > 0 ? head : tail.slice(0, 1)
  const next = Math.max(0, at - slice)
  return {
    shown: { head: beginning, hidden: hidden + at - (head.length > 0 ? 0 : 1), tail: tail.slice(at) },
    next: tail[next]?.id ?? null,
  }
}

/** The comments that a conversation still needs once all is hidden between its `first` items and one of the later ones. */
export function partOf(items: readonly Item[], since: string, first: number): Part {
  const last = items.findLast(({ comment }) => comment !== null)?.comment?.number ?? 0
  const tail = items.slice(items.findIndex(({ id }) => id === since))
  const from = tail.find(({ comment }) => comment !== null)?.comment?.number ?? last + 1
  const until = items.slice(0, first).findLast(({ comment }) => comment !== null)?.comment?.number ?? 0
  return until + 1 >= from ? { until: 0, from: 1 } : { until, from }
}
