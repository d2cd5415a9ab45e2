import { useEffect, useLayoutEffect, useRef } from 'react'
import { foldedTo, type Window } from './thread.ts'
import type { useHeld } from './use-held.ts'

/** Items that a reader at the beginning keeps before them. */
const mostKept = 40

export type Shown = {
  /** The first item after the hidden ones. */
  readonly since: string
  /** The number of items before them. */
  readonly first: number
}

/**
 * Folds the middle of a long conversation away while more is written, so that a tab which stays open takes no more memory with
 * each comment. Items that are in sight or have the focus stay, and so does their place on the screen.
 */
export function useFold(
  { list, composer }: ReturnType<typeof useHeld>,
  { head, hidden, tail }: Window,
  newestFirst: boolean,
  fold: (shown: Shown) => void,
): void {
  const anchor = useRef<{ element: Element; top: number } | null>(null)
  const since = foldedTo(tail)
  useEffect(() => {
    if (since === null) return
    const folded = tail.slice(
      0,
      tail.findIndex(({ id }) => id === since),
    )
    const elements = folded.flatMap(({ id }) => document.getElementById(id) ?? [])
    if (elements.some(element => element.contains(document.activeElement))) return
    const lastSeen = elements.findLastIndex(isInSight)
    const isAtBeginning = hidden === 0 && !newestFirst && lastSeen < mostKept
    if (lastSeen !== -1 && !isAtBeginning) return
    anchor.current = anchorAmong([...(list.current?.children ?? []), composer.current], elements)
    fold({ since, first: lastSeen === -1 ? Math.max(1, head.length) : lastSeen + 1 })
  }, [since, tail, head, hidden, newestFirst, fold, list, composer])
  useLayoutEffect(() => {
    if (anchor.current === null) return
    const { element, top } = anchor.current
    anchor.current = null
    // The page is held already for somebody who writes.
    if (element.isConnected && !composer.current?.contains(document.activeElement))
      window.scrollBy(0, element.getBoundingClientRect().top - top)
  })
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}

/** An element in sight that stays: the page is scrolled so that it stays where it is. */
function anchorAmong(all: readonly (Element | null)[], folded: readonly Element[]) {
  const element = all.find(one => one !== null && isInSight(one) && !folded.includes(one)) ?? null
  return element && { element, top: element.getBoundingClientRect().top }
}
