import { useEffect, useRef } from 'react'

/** A list that grows above a reader who is writing moves nothing: the page scrolls by as much. */
export function useHeld() {
  const list = useRef<HTMLOListElement>(null)
  const composer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current === null) return
    let height = list.current.offsetHeight
    const observer = new ResizeObserver(([entry]) => {
      const now = (entry?.target as HTMLElement | undefined)?.offsetHeight ?? height
      const grown = now - height
      height = now
      if (composer.current?.contains(document.activeElement)) window.scrollBy(0, grown)
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  return { list, composer }
}
