import { useEffect, useReducer, useRef } from 'react'
import { sliceOf, type Window } from './thread.ts'

/** Draws earlier items a few with each frame, until all of the window is there: no task is long. */
export function useSlices(whole: Window): { readonly shown: Window; readonly isGrowing: boolean } {
  const from = useRef(whole.tail[0]?.id)
  const [, drawMore] = useReducer((slices: number) => slices + 1, 0)
  const { shown, next } = sliceOf(whole, from.current)
  useEffect(() => {
    if (next === null) {
      from.current = whole.tail[0]?.id
      return
    }
    // After the frame is painted: a task of its own.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        from.current = next
        drawMore()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  })
  return { shown, isGrowing: next !== null }
}
