import { type RefObject, useEffect } from 'react'

/** An item with this attribute is as high as it was drawn, and costs the browser nothing while it is far from the window. */
const mark = 'data-rests'

/** The style of a list whose items rest. Shadows and rings reach beyond their item; paper has all of them. */
export const resting =
  '*:data-rests:[content-visibility:auto] *:data-rests:[overflow-clip-margin:1rem] print:*:data-rests:[content-visibility:visible]'

/**
 * Lets each item of a list rest once it was drawn and measured: thousands of them are laid out in no time then. Their heights are
 * never guessed, so nothing jumps for a reader who scrolls back; a list that gets another width is measured anew.
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
      for (const item of target.querySelectorAll(`:scope > [${mark}]`)) item.removeAttribute(mark)
      requestAnimationFrame(() => rest(target))
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list])
}

function rest(list: HTMLElement): void {
  const fresh = [...list.querySelectorAll<HTMLElement>(`:scope > [id]:not([${mark}])`)]
  const heights = fresh.map(item => item.getBoundingClientRect().height)
  for (const [index, item] of fresh.entries()) {
    item.style.containIntrinsicHeight = `auto ${heights[index]}px`
    item.setAttribute(mark, '')
  }
}
