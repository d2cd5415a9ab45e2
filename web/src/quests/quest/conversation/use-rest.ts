import { type RefObject, useEffect } from 'react'

/** A group that rests says of how many items it was measured. */
const mark = 'data-rests'

/** The style of a list whose groups rest. Shadows and rings reach beyond their group; paper has all of them. */
export const resting =
  '*:data-rests:[content-visibility:auto] *:data-rests:[overflow-clip-margin:1rem] print:*:data-rests:[content-visibility:visible]'

/**
 * Lets each group of a list rest once it is drawn and measured: far from the window the browser neither lays it out nor paints it,
 * and still finds its words and the links to it. Heights are never guessed, so nothing jumps for a reader who scrolls back; a
 * group that grows and a list that gets another width are measured anew.
 */
export function useRest(list: RefObject<HTMLElement | null>): void {
  // After each drawing, once it is painted: nothing has to be laid out for the heights.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => list.current && rest(list.current))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  })
  useEffect(() => {
    if (list.current === null) return
    let width = list.current.offsetWidth
    const observer = new ResizeObserver(([entry]) => {
      const { target } = entry as { target: HTMLElement } & ResizeObserverEntry
      if (target.offsetWidth === width) return
      width = target.offsetWidth
      for (const group of target.children) group.removeAttribute(mark)
      requestAnimationFrame(() => rest(target))
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])
}

function rest(list: HTMLElement): void {
  const changed = [...list.children].filter(
    group => group.getAttribute(mark) !== `${group.childElementCount}`,
  ) as HTMLElement[]
  for (const group of changed) group.removeAttribute(mark)
  const heights = changed.map(group => group.getBoundingClientRect().height)
  for (const [index, group] of changed.entries()) {
    group.style.containIntrinsicHeight = `auto ${heights[index]}px`
    group.setAttribute(mark, `${group.childElementCount}`)
  }
}
