import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { blockAt, grownTo, type Heights, heightOf, type Range } from './long-list-range.ts'

/** An item's place in a list that is not fully drawn, for screen readers. */
export type Place = { readonly 'aria-posinset': number; readonly 'aria-setsize': number }

type LongListProps<T> = {
  /** The name under which the heights are remembered, so that a returning reader finds their place. */
  name: string
  items: readonly T[]
  /** Whether more items will come: their total is unknown until then. */
  more: boolean
  /** The number of items drawn or left out together in a window of that width: a multiple of the columns. */
  blockIn: (width: number) => number
  /** The height of a block, until some were measured. */
  guess: number
  className: string
  children: (item: T, place: Place) => ReactNode
}

/**
 * A list that draws only the part near the window, as its own `li`s in its own grid; the rest is a space of the same height.
 * The item with the focus stays, and paper gets all of them.
 */
export function LongList<T>({ name, items, more, blockIn, guess, className, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth()
  const block = blockIn(width)
  const heights = heightsOf(`${name} ${block} ${width}`)
  const blocks = Math.ceil(items.length / block)
  const { shown, held } = useNear(list, heights, { blocks, block, guess })
  const printing = usePrinting()
  const gap = list.current === null ? 0 : gapOf(list.current)
  const drawn = printing ? { from: 0, to: blocks - 1 } : clamp(shown, blocks)
  const parts: ReactNode[] = []
  const leaveOut = (from: number, to: number) => {
    if (from > to) return
    const height = heightOf(heights, { from, to }, guess) - gap
    parts.push(<li key={`space ${to}`} aria-hidden="true" className={space} style={{ height }} />)
  }
  const draw = ({ from, to }: Range) => {
    for (const [index, item] of items.slice(from * block, (to + 1) * block).entries()) {
      const number = from * block + index + 1
      parts.push(children(item, { 'aria-posinset': number, 'aria-setsize': more ? -1 : items.length }))
    }
  }
  let next = 0
  for (const range of withHeld(drawn, held, blocks)) {
    leaveOut(next, range.from - 1)
    draw(range)
    next = range.to + 1
  }
  leaveOut(next, blocks - 1)
  return (
    <ul ref={list} className={className}>
      {parts}
    </ul>
  )
}

/** The browser's scroll anchor never rests on a space. */
const space = 'col-span-full [overflow-anchor:none]'

/** The blocks near the seen part of the window, and the one that has the focus. */
function useNear(
  list: React.RefObject<HTMLUListElement | null>,
  heights: Heights,
  { blocks, block, guess }: { blocks: number; block: number; guess: number },
) {
  const [shown, setShown] = useState<Range>({ from: 0, to: 0 })
  const [held, setHeld] = useState<number | null>(null)
  const now = useRef<{ shown: Range; waiting?: ReturnType<typeof setTimeout> }>({ shown })
  now.current.shown = shown

  const look = useCallback(() => {
    const { current: ul } = list
    if (ul === null || blocks === 0) return
    clearTimeout(now.current.waiting)
    measure(ul, heights, block)
    const { top } = ul.getBoundingClientRect()
    const at = (y: number) => blockAt(heights, y - top, { blocks, guess })
    const screen = window.innerHeight
    const seen = { from: at(0), to: at(screen) }
    const wanted = { from: at(-screen), to: at(2 * screen) }
    const next = grownTo(now.current.shown, seen, wanted)
    if (next.from !== now.current.shown.from || next.to !== now.current.shown.to) setShown(next)
    setHeld(heldIn(ul, block))
    // Blocks beyond the window are drawn one by one, each in a task of its own: a frame asked for while scrolling is the same one.
    if (next.from > wanted.from || next.to < wanted.to) now.current.waiting = setTimeout(look)
  }, [list, heights, blocks, block, guess])

  // Before anything is painted: the page may be taken to its old place at once.
  useLayoutEffect(() => {
    const { current } = now
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      clearTimeout(current.waiting)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [look])
  return { shown, held }
}

/** Measures each drawn block, with the gap below it. */
function measure(ul: HTMLUListElement, heights: Heights, block: number): void {
  const gap = gapOf(ul)
  const ends = new Map<number, { top: number; bottom: number }>()
  for (const item of ul.querySelectorAll<HTMLElement>(':scope > [aria-posinset]')) {
    const number = blockOf(item, block)
    const { top, bottom } = item.getBoundingClientRect()
    ends.set(number, { top: ends.get(number)?.top ?? top, bottom })
  }
  for (const [number, { top, bottom }] of ends) heights.measured[number] = bottom - top + gap
}

function heldIn(ul: HTMLUListElement, block: number): number | null {
  const item = document.activeElement?.closest<HTMLElement>('[aria-posinset]')
  return item && ul.contains(item) ? blockOf(item, block) : null
}

function blockOf(item: HTMLElement, block: number): number {
  return Math.floor((Number(item.getAttribute('aria-posinset')) - 1) / block)
}

function gapOf(ul: HTMLUListElement): number {
  return Number.parseFloat(getComputedStyle(ul).rowGap) || 0
}

function clamp({ from, to }: Range, blocks: number): Range {
  return { from: Math.min(from, Math.max(0, blocks - 1)), to: Math.min(to, blocks - 1) }
}

function withHeld(range: Range, held: number | null, blocks: number): readonly Range[] {
  if (held === null || held >= blocks || (held >= range.from && held <= range.to)) return [range]
  const alone = { from: held, to: held }
  return held < range.from ? [alone, range] : [range, alone]
}

const lists = new Map<string, Heights>()
const mostLists = 12

function heightsOf(name: string): Heights {
  const heights = lists.get(name) ?? { measured: [], supposed: [] }
  if (!lists.has(name)) lists.set(name, heights)
  for (const oldest of lists.keys()) if (lists.size > mostLists) lists.delete(oldest)
  return heights
}

function useWidth(): number {
  return useSyncExternalStore(
    tell => {
      addEventListener('resize', tell)
      return () => removeEventListener('resize', tell)
    },
    () => window.innerWidth,
  )
}

/** The browser lays out the print right after it announces it, so the list is drawn synchronously. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
